import { ACCOUNT_FIELDS, shortAccountId, VENUES, type AuditEntry } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

/** The fields of the form, and the id, which is changed beside it. */
const AUDITED_FIELDS = ["id", "oldId", ...ACCOUNT_FIELDS] as const;

/** Which account was affected, and which of its fields. */
export function AuditDetails({ entry: { subject, details } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation(["audit", "trading"]);
  const venue = VENUES.find((name) => name === details["exchange"]);
  const changed = new Set(details["fields"]?.split(", "));
  const words = [
    venue && t(venue, { ns: "trading" }),
    ...AUDITED_FIELDS.flatMap((field) => (changed.has(field) || field in details ? [t(`field_${field}`)] : [])),
    details["by"] === "telegram" && t("by_telegram"),
    details["chat"],
  ].filter(Boolean);
  if (words.length === 0 && subject === null) return null;
  return (
    <span className="block text-muted">
      {words.join(" · ")}
      {subject !== null && (
        <>
          {words.length > 0 && " · "}
          <code className="font-mono text-12">{shortAccountId(subject)}</code>
        </>
      )}
    </span>
  );
}
