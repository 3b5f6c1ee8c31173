import { useTranslation } from "react-i18next";
import { HEADING_BESIDE, Section } from "./section.tsx";

const CAPABILITIES = [1, 2, 3, 4, 5] as const;

/** The product's five capabilities, as a list to read. */
export function Capabilities() {
  const { t } = useTranslation("landing");
  return (
    <Section id="capabilities" title={t("capabilities")} className={HEADING_BESIDE}>
      <dl className="mt-6 border-t border-line desktop:mt-2">
        {CAPABILITIES.map((number) => (
          <div
            key={number}
            className="grid gap-x-6 gap-y-1 border-b border-line py-5 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]"
          >
            <dt className="text-18 font-semibold">{t(`capability_${number}_title`)}</dt>
            <dd className="text-muted">{t(`capability_${number}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
