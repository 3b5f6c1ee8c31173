/** The documents that users agree to or are informed of. Their texts are the `legal-*` namespaces of the locales. */
import type { PagePath } from "./pages.ts";

export interface LegalDocument {
  /** Rises with every change of the text in any language: users who agreed to an older version are asked again. */
  readonly version: string;
  /** The date of this version, as yyyy-MM-dd. */
  readonly date: string;
  /** The page that shows it. */
  readonly path: PagePath;
  /** The locale namespace that holds its whole text. */
  readonly texts: "legal-offer" | "legal-privacy" | "legal-personal-data";
}

export const DOCUMENT_IDS = ["offer", "privacy", "personal-data"] as const;
export type DocumentId = (typeof DOCUMENT_IDS)[number];

/** The offer is in Russian, whatever the reader's language: specification, section 1. */
export const DOCUMENTS: Readonly<Record<DocumentId, LegalDocument>> = {
  offer: { version: "1.0", date: "2026-11-21", path: "/offer", texts: "legal-offer" },
  privacy: { version: "1.1", date: "2026-11-22", path: "/privacy", texts: "legal-privacy" },
  // A separate consent, apart from the offer: docs/venues/cloudpayments.md, Law.
  "personal-data": { version: "1.0", date: "2026-11-21", path: "/personal-data", texts: "legal-personal-data" },
};
