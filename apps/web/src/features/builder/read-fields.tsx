import { ORDER_MESSAGE_FIELDS, type ParsedOrderMessage } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Fact, Facts } from "../../ui/facts.tsx";

/** What could be read of a message that can't be accepted as it is. */
export function ReadFields({ parsed }: { readonly parsed: ParsedOrderMessage }) {
  const { t } = useTranslation("builder");
  const { awaited } = parsed;
  // A value under a misspelt name, or in a text that isn't JSON, can be read as well.
  const fields: ParsedOrderMessage["fields"] = { ...parsed.legible, ...parsed.fields };
  const read = [
    ...(fields.action ? (["action"] as const) : []),
    ...ORDER_MESSAGE_FIELDS.filter((field) => fields[field] !== undefined || awaited.includes(field)),
  ];
  if (read.length === 0) return <p className="text-14 text-muted">{t("nothing_read")}</p>;
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-3">
      <p className="text-14 font-medium">{t("understood")}</p>
      <Facts>
        {read.map((field) => (
          <Fact key={field} name={<code className="font-mono text-14">{field}</code>}>
            <span className="font-mono">{fields[field] === undefined ? t("filled_in") : String(fields[field])}</span>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
