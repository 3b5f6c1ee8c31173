import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { Section } from "./section.tsx";
import { DoublingSpecimen, KeySpecimen, LosingSpecimen, OrderSpecimen, ReasonSpecimen } from "./specimens.tsx";

/** The product's five promises, each with a picture of how it is kept. */
export function Advantages() {
  const { t } = useTranslation("landing");
  return (
    <Section id="advantages" title={t("advantages")} lead={t("advantages_lead")}>
      <ul className="mt-8 grid gap-4 tablet:grid-cols-2 desktop:grid-cols-6 desktop:gap-6">
        <Advantage isWide title={t("advantage_1_title")} text={t("advantage_1")} specimen={<LosingSpecimen />} />
        <Advantage isWide title={t("advantage_2_title")} text={t("advantage_2")} specimen={<DoublingSpecimen />} />
        <Advantage title={t("advantage_3_title")} text={t("advantage_3")} specimen={<OrderSpecimen />} />
        <Advantage title={t("advantage_4_title")} text={t("advantage_4")} specimen={<ReasonSpecimen />} />
        <Advantage title={t("advantage_5_title")} text={t("advantage_5")} specimen={<KeySpecimen />} />
      </ul>
    </Section>
  );
}

interface AdvantageProps {
  readonly title: string;
  readonly text: string;
  readonly specimen: ReactNode;
  readonly isWide?: boolean;
}

function Advantage({ title, text, specimen, isWide = false }: AdvantageProps) {
  return (
    <li
      className={classNames(
        "flex flex-col card p-6 tablet:last:col-span-2",
        isWide ? "desktop:col-span-3" : "desktop:col-span-2",
      )}
    >
      <div className="flex h-24 flex-col justify-center gap-2 font-mono text-14" aria-hidden>
        {specimen}
      </div>
      <h3 className="mt-4 text-22 font-semibold">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </li>
  );
}
