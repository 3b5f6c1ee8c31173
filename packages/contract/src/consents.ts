/** What a user agreed to, and what we still ask them to agree to. */
import * as z from "zod/mini";
import { DOCUMENT_IDS, type DocumentId } from "./documents.ts";

/** Documents that a user must agree to before buying; we only inform users of the privacy policy. */
export const ASKED_DOCUMENTS = ["offer", "personal-data"] as const satisfies readonly DocumentId[];
export type AskedDocument = (typeof ASKED_DOCUMENTS)[number];

export const consents = z.object({
  /** Documents that the user hasn't agreed to, or not in the current version. */
  missing: z.array(z.enum(ASKED_DOCUMENTS)),
  /** The newest consent to each document. */
  accepted: z.array(
    z.object({ document: z.enum(DOCUMENT_IDS), version: z.string(), language: z.string(), acceptedAt: z.string() }),
  ),
});
export type Consents = z.infer<typeof consents>;

export const consentsPayload = z.object({
  documents: z.array(z.enum(ASKED_DOCUMENTS, "invalid")).check(z.minLength(1, "required"), z.maxLength(10, "too_long")),
  /** Where in the product the user agreed. */
  place: z._default(z.enum(["checkout", "profile"], "invalid"), "checkout"),
});
export type ConsentsPayload = z.infer<typeof consentsPayload>;
