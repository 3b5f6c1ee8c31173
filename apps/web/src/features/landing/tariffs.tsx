import { useTranslation } from "react-i18next";
import { Section } from "./section.tsx";
import { TariffCards } from "./tariff-cards.tsx";

export function Tariffs() {
  const { t } = useTranslation("tariffs");
  return (
    <Section id="tariffs" title={t("title")} lead={t("lead")}>
      <TariffCards heading="h3" />
    </Section>
  );
}
