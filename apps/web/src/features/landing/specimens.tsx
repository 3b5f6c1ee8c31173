/** Small pieces of the product, drawn as it shows them. They are pictures: screen readers have the text below. */
import { ArrowRight, Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

const CHIP = "inline-flex items-center gap-1.5 rounded-control border px-2.5 py-1 whitespace-nowrap";

function Chip({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <span className={classNames(CHIP, className ?? "border-line")}>{children}</span>;
}

export function LosingSpecimen() {
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

export function DoublingSpecimen() {
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

export function OrderSpecimen() {
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

export function ReasonSpecimen() {
  const { t } = useTranslation("landing");
  return (
    <>
      <span className="text-12 text-error">QUANTITY_NOT_WHOLE_LOTS</span>
      <span className="font-sans">{t("specimen_lots")}</span>
    </>
  );
}

export function KeySpecimen() {
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
