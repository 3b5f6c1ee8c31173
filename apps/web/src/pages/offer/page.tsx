import { useTranslation } from "react-i18next";
import { Document, SellerDetails } from "../../features/legal/index.ts";

const SUMMARY = [
  "offer_summary_1",
  "offer_summary_2",
  "offer_summary_3",
  "offer_summary_4",
  "offer_summary_5",
] as const;

/** The offer is in Russian in every language; readers of another one get a summary, and a note on which text binds. */
export function Component() {
  const { i18n } = useTranslation("legal");
  const isRussian = i18n.resolvedLanguage === "ru";
  return <Document id="offer" {...(!isRussian && { lang: "ru", before: <Summary /> })} after={<SellerDetails />} />;
}

function Summary() {
  const { t } = useTranslation("legal");
  return (
    <aside className="mb-10 card p-6">
      <h2 className="text-18 font-semibold">{t("offer_summary")}</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-muted">
        {SUMMARY.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
      <p className="mt-4 text-14 text-muted">{t("offer_language")}</p>
    </aside>
  );
}
