import { declineOf } from "@chartrelay/contract";
import { CircleHelp, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

interface DeclinedProps {
  /** The payment service's code; undefined if it gave none, and nobody knows how the payment ended. */
  readonly reasonCode: number | undefined;
  /** What the payer can do now. */
  readonly children: ReactNode;
}

/** Why a payment was declined, and what to do next. Where we don't know whether money was taken, it says so. */
export function Declined({ reasonCode, children }: DeclinedProps) {
  const { t } = useTranslation("declines");
  const isUnclear = reasonCode === undefined;
  const decline = isUnclear ? undefined : declineOf(reasonCode);
  const Icon = isUnclear ? CircleHelp : TriangleAlert;
  return (
    <section
      role="alert"
      className={classNames(
        "flex w-full gap-3 rounded-card border bg-surface p-4 text-16 tablet:p-5",
        isUnclear ? "border-warning" : "border-error",
      )}
    >
      <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", isUnclear ? "text-warning" : "text-error")} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <h2 className="font-semibold">{decline ? t(decline) : t("unclear_title")}</h2>
        <div>{decline ? t(`${decline}_next`) : t("unclear")}</div>
        {decline && <div className="text-14 text-muted">{t("money")}</div>}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          {children}
          {reasonCode !== undefined && (
            <span className="font-mono text-12 text-muted">{t("code", { code: reasonCode })}</span>
          )}
        </div>
      </div>
    </section>
  );
}
