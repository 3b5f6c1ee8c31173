import type { Report } from "@chartrelay/contract";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Profit } from "../../core/trading/profit.tsx";
import { VenueMark } from "../../core/trading/venue.tsx";
import { formatMoney } from "../../lib/amounts.ts";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Section } from "./section.tsx";

/** What strategies, instruments and accounts have in common. */
type Figures = Pick<Report["strategies"][number], "currency" | "net" | "realised" | "fees" | "fills">;
/** What instruments and accounts have in common: strategies share what is held, and its funding. */
type Result = Figures & Pick<Report["accounts"][number], "funding" | "open">;

/** Which instruments earned and which lost. */
export function InstrumentResults({ rows }: { readonly rows: Report["instruments"] }) {
  const { t } = useTranslation("reports");
  const columns = useInstrumentColumns();
  return (
    <Results title={t("by_instrument")}>
      <DataTable
        caption={t("by_instrument")}
        columns={columns}
        rows={rows}
        rowKey={({ instrument: { exchange, ticker }, currency }) => `${exchange} ${ticker} ${currency}`}
      />
    </Results>
  );
}

/** What each account earned or lost. */
export function AccountResults({ rows }: { readonly rows: Report["accounts"] }) {
  const { t } = useTranslation("reports");
  const columns = useAccountColumns();
  return (
    <Results title={t("by_account")}>
      <DataTable
        caption={t("by_account")}
        columns={columns}
        rows={rows}
        rowKey={({ accountId, currency }) => `${accountId} ${currency}`}
      />
    </Results>
  );
}

/** What each strategy earned or lost; nothing if no message names one. */
export function StrategyResults({ rows }: { readonly rows: Report["strategies"] }) {
  const { t } = useTranslation("reports");
  const columns = useStrategyColumns();
  if (rows.every(({ strategy }) => strategy === null)) return null;
  return (
    <Results title={t("by_strategy")} hint={t("by_strategy_hint")}>
      <DataTable
        caption={t("by_strategy")}
        columns={columns}
        rows={rows}
        rowKey={({ strategy, currency }) => `${strategy ?? ""} ${currency}`}
      />
    </Results>
  );
}

function useInstrumentColumns(): readonly Column<Report["instruments"][number]>[] {
  const { t } = useTranslation(["reports", "trading"]);
  const figures = useResultColumns();
  return useMemo<readonly Column<Report["instruments"][number]>[]>(
    () => [
      {
        key: "instrument",
        title: t("instrument"),
        cell: ({ instrument: { exchange, ticker }, pricedAt }) => (
          <>
            <span className="flex items-center gap-2 font-medium">
              <VenueMark name={exchange} />
              <span className="sr-only">{t(exchange, { ns: "trading" })}</span>
              <span className="[overflow-wrap:anywhere] tablet:whitespace-nowrap">{ticker}</span>
            </span>
            {pricedAt !== null && (
              <span className="block text-12 text-muted">
                {t("priced_at")} <DateTime at={pricedAt} />
              </span>
            )}
          </>
        ),
        isWide: true,
      },
      ...figures,
    ],
    [t, figures],
  );
}

function useAccountColumns(): readonly Column<Report["accounts"][number]>[] {
  const { t } = useTranslation("reports");
  const figures = useResultColumns();
  return useMemo<readonly Column<Report["accounts"][number]>[]>(
    () => [
      { key: "account", title: t("account"), cell: (account) => <AccountLabel account={account} />, isWide: true },
      ...figures,
    ],
    [t, figures],
  );
}

function useStrategyColumns(): readonly Column<Report["strategies"][number]>[] {
  const { t } = useTranslation("reports");
  const { earned, fills } = useFigureColumns();
  return useMemo<readonly Column<Report["strategies"][number]>[]>(
    () => [
      {
        key: "strategy",
        title: t("strategy"),
        cell: ({ strategy }) => (
          <span className="font-medium [overflow-wrap:anywhere]">{strategy ?? t("no_strategy")}</span>
        ),
        isWide: true,
      },
      ...earned,
      fills,
    ],
    [t, earned, fills],
  );
}

function useResultColumns(): readonly Column<Result>[] {
  const { t } = useTranslation("reports");
  const { earned, fills } = useFigureColumns();
  return useMemo<readonly Column<Result>[]>(
    () => [
      ...earned,
      ...(["funding", "open"] as const).map((key) => ({
        key,
        title: t(key),
        cell: (row: Result) => <Profit amount={row[key]} currency={row.currency} />,
        isNumber: true,
      })),
      fills,
    ],
    [t, earned, fills],
  );
}

function useFigureColumns(): { readonly earned: readonly Column<Figures>[]; readonly fills: Column<Figures> } {
  const { t, i18n } = useTranslation("reports");
  return useMemo(
    () => ({
      earned: [
        ...(["net", "realised"] as const).map((key) => ({
          key,
          title: t(key),
          cell: (row: Figures) => <Profit amount={row[key]} currency={row.currency} />,
          isNumber: true,
        })),
        {
          key: "fees",
          title: t("fees"),
          cell: ({ fees, currency }) => (
            <span className="whitespace-nowrap">{formatMoney(fees, currency, i18n.language)}</span>
          ),
          isNumber: true,
        },
      ],
      fills: { key: "fills", title: t("fills"), cell: ({ fills }) => fills, isNumber: true },
    }),
    [t, i18n.language],
  );
}

interface ResultsProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Results({ title, hint, children }: ResultsProps) {
  const wide = (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-18 font-semibold">{title}</h2>
      {hint && <p className="-mt-2 text-14 text-muted">{hint}</p>}
      <div className="card overflow-hidden">{children}</div>
    </section>
  );
  return (
    <Section title={title} hint={hint} wide={wide}>
      {children}
    </Section>
  );
}
