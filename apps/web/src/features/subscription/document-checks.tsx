import { DOCUMENTS, type AskedDocument } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
// Imported by its own path: the index would put it into what every page loads first.
import { Trans } from "react-i18next/TransWithoutContext";
import { Link } from "react-router";
import { CheckField } from "../../ui/check-field.tsx";

interface DocumentChecksProps {
  readonly documents: readonly AskedDocument[];
  readonly ticked: ReadonlySet<AskedDocument>;
  readonly onTick: (document: AskedDocument, isTicked: boolean) => void;
}

/** A checkbox for each document to agree to: separate, and none ticked in advance. */
export function DocumentChecks({ documents, ticked, onTick }: DocumentChecksProps) {
  const { t, i18n } = useTranslation("checkout");
  return documents.map((document) => (
    <CheckField
      key={document}
      checked={ticked.has(document)}
      onChange={({ target }) => onTick(document, target.checked)}
      label={
        <Trans
          i18n={i18n}
          t={t}
          i18nKey={document === "offer" ? "accept_offer" : "accept_personal_data"}
          components={{ document: <NewTab to={DOCUMENTS[document].path} /> }}
        />
      }
    />
  ));
}

function NewTab({ to, children }: { readonly to: string; readonly children?: ReactNode }) {
  return (
    <Link to={to} target="_blank" rel="noopener" className="link">
      {children}
    </Link>
  );
}
