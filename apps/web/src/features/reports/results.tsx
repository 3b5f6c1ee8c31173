import type { Report } from "@chartrelay/contract";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Profit } from "../../core/trading/profit.tsx";
import { VenueMark } from "../../core/trading/venue.tsx";
import { formatMoney } from "../../lib/amounts.ts";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";

/** What instruments and accounts have in common. */
type Result = Pick<Report["accounts"][number], "currency" | "net" | "realised" | "fees" | "funding" | "open" | "fills">;

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

function useInstrumentColumns(): readonly Column<Report["instruments"][number]>[] {
  const { t } = useTranslation(["reports", "trading"]);
  const figures = useFigureColumns();
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
              <span className="[overflow-wrap:anywhere]">{ticker}</span>
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
  const figures = useFigureColumns();
  return useMemo<readonly Column<Report["accounts"][number]>[]>(
    () => [
      { key: "account", title: t("account"), cell: (account) => <AccountLabel account={account} />, isWide: true },
      ...figures,
    ],
    [t, figures],
  );
}

function useFigureColumns(): readonly Column<Result>[] {
  const { t, i18n } = useTranslation("reports");
  return useMemo(
    () => [
      ...(["net", "realised"] as const).map((key) => ({
        key,
        title: t(key),
        cell: (row: Result) => <Profit amount={row[key]} currency={row.currency} />,
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
      ...(["funding", "open"] as const).map((key) => ({
        key,
        title: t(key),
        cell: (row: Result) => <Profit amount={row[key]} currency={row.currency} />,
        isNumber: true,
      })),
      { key: "fills", title: t("fills"), cell: ({ fills }) => fills, isNumber: true },
    ],
    [t, i18n.language],
  );
}

function Results({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-18 font-semibold">{title}</h2>
      <div className="tablet:card tablet:overflow-hidden">{children}</div>
    </section>
  );
}
