import { ArrowRight, Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { Section } from "./section.tsx";

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
      <div className="flex h-20 flex-col tablet:h-24 justify-center gap-2 font-mono text-14" aria-hidden>
        {specimen}
      </div>
      <h3 className="mt-4 text-22 font-semibold">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </li>
  );
}

// Specimens: small pieces of the product, drawn as it shows them. They are pictures: screen readers have the text below.

const CHIP = "inline-flex items-center gap-1.5 rounded-control border px-2.5 py-1 whitespace-nowrap";

function Chip({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <span className={classNames(CHIP, className ?? "border-line")}>{children}</span>;
}

function LosingSpecimen() {
  const { t } = useTranslation("landing");
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Chip>POST</Chip>
      <ArrowRight className="size-4 text-muted" />
      <Chip className="border-ok text-ok">
        <Check className="size-4" />
        {t("specimen_stored")}
      </Chip>
      <ArrowRight className="size-4 text-muted" />
      <Chip>200</Chip>
    </p>
  );
}

function DoublingSpecimen() {
  const { t } = useTranslation("landing");
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Chip className="border-ok text-ok">BUY 10 SBER</Chip>
        <span className="text-muted">01J9…K4</span>
      </p>
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <Chip className="border-dashed border-edge line-through">BUY 10 SBER</Chip>
        <span>
          {t("specimen_repeat")}: {t("specimen_same")}
        </span>
      </p>
    </>
  );
}

function OrderSpecimen() {
  const { t } = useTranslation("landing");
  return (
    <p className="flex flex-wrap items-center gap-2">
      {["1", "2", "3"].map((number) => (
        <Chip key={number} className="border-accent text-accent">
          {number}
        </Chip>
      ))}
      <Chip className="border-dashed border-edge text-muted">
        <X className="size-4" />
        {t("specimen_late")}
      </Chip>
    </p>
  );
}

function ReasonSpecimen() {
  const { t } = useTranslation("landing");
  return (
    <>
      <span className="text-12 text-error">QUANTITY_NOT_WHOLE_LOTS</span>
      <span className="font-sans">{t("specimen_lots")}</span>
    </>
  );
}

function KeySpecimen() {
  const { t } = useTranslation("landing");
  return (
    <>
      <span className="tracking-widest">••••••••••••</span>
      <span className="flex flex-wrap gap-x-4 gap-y-1 font-sans">
        <span className="inline-flex items-center gap-1.5 text-ok">
          <Check className="size-4" />
          {t("specimen_trade")}
        </span>
        <span className="inline-flex items-center gap-1.5 text-error">
          <X className="size-4" />
          {t("specimen_withdraw")}
        </span>
      </span>
    </>
  );
}
