import type { Report } from "@chartrelay/contract";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Profit } from "../../core/trading/profit.tsx";
import { formatMoney } from "../../lib/amounts.ts";
import { Block } from "../../ui/block.tsx";
import { FigureTable } from "../../ui/figure-table.tsx";
import { late } from "../../ui/late.ts";

const ProfitPlot = late(() => import("./profit-plot.tsx"));

interface ProfitBlockProps {
  readonly total: Report["totals"][number];
  /** Those in the same currency. */
  readonly days: Report["days"];
}

/** Profit and loss in one currency: what it is made of, and how it came about day by day. */
export function ProfitBlock({ total, days }: ProfitBlockProps) {
  const { t, i18n } = useTranslation("reports");
  const { currency, net, realised, fees, funding, open, fills } = total;
  return (
    <Block title={t("profit", { currency })} hint={t("profit_hint")}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-14 tablet:flex tablet:flex-wrap">
        <div className="col-span-2 tablet:mr-4">
          <dt className="text-muted">
            {t("net")} <span className="text-12">({t("net_hint")})</span>
          </dt>
          <dd className="text-28 font-semibold">
            <Profit amount={net} currency={currency} />
          </dd>
        </div>
        <Figure name={t("realised")}>
          <Profit amount={realised} currency={currency} />
        </Figure>
        <Figure name={t("fees")}>{formatMoney(fees, currency, i18n.language)}</Figure>
        <Figure name={t("funding")}>
          <Profit amount={funding} currency={currency} />
        </Figure>
        <Figure name={t("open")}>
          <Profit amount={open} currency={currency} />
        </Figure>
        <Figure name={t("fills")}>{new Intl.NumberFormat(i18n.language).format(fills)}</Figure>
      </dl>
      {days.length > 0 && (
        <div className="grid grid-cols-1 gap-6 desktop:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {/* A single day is no curve. */}
          {days.length > 1 && (
            <Suspense fallback={<div className="min-h-75" />}>
              <ProfitPlot days={days} currency={currency} />
            </Suspense>
          )}
          <FigureTable
            caption={t("days", { currency })}
            className="max-h-75 overflow-y-auto"
            head={[t("day"), t("per_day"), t("running"), t("fills")]}
            rows={days.toReversed().map((day) => [
              <span key="day" className="whitespace-nowrap">
                {day.day}
              </span>,
              <Profit key="net" amount={day.net} currency={currency} />,
              <Profit key="running" amount={day.running} currency={currency} />,
              day.fills,
            ])}
          />
        </div>
      )}
    </Block>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-16 font-medium whitespace-nowrap tabular">{children}</dd>
    </div>
  );
}
