import { useTranslation } from "react-i18next";
import { VenueRow } from "../brokers/index.ts";
import { Section } from "./section.tsx";

/** Where orders go: the venues, each leading to its page. */
export function Brokers() {
  const { t } = useTranslation("landing");
  return (
    <Section id="brokers" title={t("venues")} lead={t("venues_lead")}>
      <div className="mt-8">
        <VenueRow />
      </div>
    </Section>
  );
}
