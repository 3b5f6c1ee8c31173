import type { Report } from "@chartrelay/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRevalidator } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { NothingFits } from "../../core/table/paged-table.tsx";
import { filterQuery } from "../../core/table/filter-query.ts";
import { useTableState } from "../../core/table/table-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";
import type { Reports as Loaded } from "./api.ts";
import { CostSection } from "./cost.tsx";
import { REPORT_FILTERS } from "./filters.ts";
import { OrderCosts } from "./order-costs.tsx";
import { AccountResults, InstrumentResults, StrategyResults } from "./results.tsx";
import { ProfitBlock } from "./profit-block.tsx";
import { ReportFilters } from "./report-filters.tsx";

/** A fill is counted soon after its order has changed, and only then there is something new. */
const TOPICS: ReadonlySet<string> = new Set(["report"]);

/** Profit and loss of the user's fills, and what their execution cost. */
export function Reports({ loaded }: { readonly loaded: Loaded }) {
  const { t } = useTranslation("reports");
  const table = useTableState(REPORT_FILTERS);
  const revalidator = useRevalidator();
  const reload = useCallback(() => void revalidator.revalidate(), [revalidator]);
  useLiveReload(TOPICS, reload);
  const { report, orders, failure } = loaded;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* On a phone the button keeps a line of its own: the sign's words change, and mustn't move it. */}
        <div className="flex min-h-11 w-full items-center gap-x-4 tablet:w-auto">
          <DashboardTitle>{t("title")}</DashboardTitle>
          {report && <LiveSign />}
        </div>
        <span className="ml-auto">
          <CsvButton path="/reports/me/csv" query={filterQuery(table.filters)} fileName="fills.csv" label={t("csv")} />
        </span>
      </div>
      <ReportFilters table={table} environment={report?.environment} />
      {report ? (
        <div
          className={classNames("flex flex-col gap-6 transition-opacity duration-150", table.isLoading && "opacity-60")}
        >
          <Uncounted fills={report.uncounted} />
          {report.totals.length > 0 ? (
            <Figures report={report} />
          ) : (
            <div className="card">
              {table.isFiltered ? <NothingFits reason={t("none_filtered")} onClear={table.clear} /> : <NothingYet />}
            </div>
          )}
          {report.totals.length > 0 && <OrderCosts page={orders} failure={failure} table={table} />}
        </div>
      ) : (
        <div className="card">
          <LoadFailed error={failure} onRetry={reload} />
        </div>
      )}
    </div>
  );
}

function Figures({ report }: { readonly report: Report }) {
  const { totals, days, instruments, accounts, strategies, cost } = report;
  return (
    <>
      {totals.map((total) => (
        <ProfitBlock
          key={total.currency}
          total={total}
          days={days.filter(({ currency }) => currency === total.currency)}
        />
      ))}
      <StrategyResults rows={strategies} />
      <InstrumentResults rows={instruments} />
      <AccountResults rows={accounts} />
      <CostSection cost={cost} />
    </>
  );
}

function Uncounted({ fills }: { readonly fills: number }) {
  const { t } = useTranslation("reports");
  if (fills === 0) return null;
  return (
    <p className="rounded-card border border-warning/40 bg-warning/8 p-4 text-14">{t("uncounted", { count: fills })}</p>
  );
}

function NothingYet() {
  const { t } = useTranslation("reports");
  return (
    <Empty
      title={t("none")}
      reason={t("none_reason")}
      action={
        <Link to="/profile/orders" className={buttonClass()}>
          {t("to_orders")}
        </Link>
      }
    />
  );
}
