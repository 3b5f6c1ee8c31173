import { useTranslation } from "react-i18next";

/** The sections that the menu leads to, by their ids. */
const SECTIONS = ["advantages", "tariffs", "faq"] as const;

export function Component() {
  const { t } = useTranslation("landing");
  return (
    <div className="container-page flex flex-col gap-16 py-12 tablet:py-20">
      <h1 className="max-w-[18ch] text-40 font-semibold tablet:text-56">{t("title")}</h1>
      {SECTIONS.map((section) => (
        <section key={section} id={section}>
          <h2 className="text-28 font-semibold">{t(section)}</h2>
        </section>
      ))}
    </div>
  );
}
