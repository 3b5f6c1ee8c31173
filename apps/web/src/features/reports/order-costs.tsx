import { orderPath, type OrderCost, type Page } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PagedTable } from "../../core/table/paged-table.tsx";
import type { TableControl } from "../../core/table/table-state.ts";
import { formatDecimal, formatMoney } from "../../lib/amounts.ts";
import type { Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Empty } from "../../ui/empty.tsx";
import type { ReportFilterName } from "./filters.ts";
import { formatDelay } from "../../core/trading/format-delay.ts";
import { Section } from "./section.tsx";

interface OrderCostsProps {
  /** Undefined when it could not be loaded. */
  readonly page: Page<OrderCost> | undefined;
  /** Why it could not be loaded, if known. */
  readonly failure: unknown;
  readonly table: TableControl<ReportFilterName>;
}

/** What the execution of each order cost, latest first. Each leads to its order. */
export function OrderCosts({ page, failure, table }: OrderCostsProps) {
  const { t } = useTranslation("reports");
  const orders = (
    <PagedTable
      page={page}
      failure={failure}
      table={table}
      caption={t("orders")}
      columns={useCostColumns()}
      rowKey={({ id }) => id}
      empty={<Empty title={t("no_orders")} />}
    />
  );
  const wide = (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-18 font-semibold">{t("orders")}</h2>
      {orders}
    </section>
  );
  return (
    <Section title={t("orders")} wide={wide}>
      {orders}
    </Section>
  );
}

function useCostColumns(): readonly Column<OrderCost>[] {
  const { t, i18n } = useTranslation("reports");
  const { language } = i18n;
  return useMemo(
    () => [
      {
        key: "order",
        title: t("order"),
        cell: ({ id, instrument, quantity, strategy }) => (
          <>
            <Link to={orderPath(id)} className="-my-3 inline-flex min-h-11 items-center link">
              {quantity} {instrument.ticker}
            </Link>
            {strategy !== null && <span className="block text-12 text-muted [overflow-wrap:anywhere]">{strategy}</span>}
          </>
        ),
      },
      {
        key: "filled",
        title: t("filled_at"),
        cell: ({ filledAt }) => <DateTime at={filledAt} hasSeconds />,
        isMinor: true,
      },
      { key: "signal", title: t("signal_price"), cell: ({ signalPrice }) => signalPrice ?? "–", isNumber: true },
      { key: "average", title: t("average_price"), cell: ({ averagePrice }) => averagePrice, isNumber: true },
      {
        key: "ticks",
        title: t("ticks"),
        cell: ({ slippage }) => signed(slippage?.ticks ?? null, language),
        isNumber: true,
      },
      {
        key: "basisPoints",
        title: t("basis_points"),
        cell: ({ slippage }) => signed(slippage?.basisPoints ?? null, language),
        isNumber: true,
      },
      {
        key: "money",
        title: t("slippage"),
        cell: ({ slippage, currency }) =>
          slippage?.money ? (
            <span className="whitespace-nowrap">
              {formatMoney(slippage.money, currency ?? "", language, { isSigned: true })}
            </span>
          ) : (
            "–"
          ),
        isNumber: true,
      },
      {
        key: "fees",
        title: t("fees"),
        cell: ({ fees }) =>
          fees.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(" + ") || "–",
        isNumber: true,
      },
      {
        key: "delay",
        title: t("delay"),
        cell: ({ signalToReceivedMs, receivedToSentMs, sentToFilledMs }) => (
          <span title={t("delay_hint")}>
            {[signalToReceivedMs, receivedToSentMs, sentToFilledMs].map((ms) => formatDelay(ms, language)).join(" · ")}
          </span>
        ),
        isNumber: true,
        isWide: true,
      },
    ],
    [t, language],
  );
}

const signed = (decimal: string | null, language: string) =>
  decimal === null ? "–" : formatDecimal(decimal, language, { isSigned: true });
