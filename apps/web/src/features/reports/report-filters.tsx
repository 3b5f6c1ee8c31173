import { ENVIRONMENTS, PERIODS, type Report } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { AccountFilter } from "../../core/table/account-filter.tsx";
import { FilterChips } from "../../core/table/filter-chips.tsx";
import { ChoiceFilter, DayFilter, TextFilter } from "../../core/table/filters.tsx";
import type { TableControl } from "../../core/table/table-state.ts";
import type { ReportFilterName } from "./filters.ts";

/** A report without a period counts these days: REPORT_DEFAULT_DAYS. */
const DEFAULT_PERIOD = "30d";
const OTHER_PERIODS = PERIODS.filter((period) => period !== DEFAULT_PERIOD);

interface ReportFiltersProps {
  readonly table: TableControl<ReportFilterName>;
  /** Whose money the report counts; undefined while that isn't known. */
  readonly environment: Report["environment"] | undefined;
}

/** Which fills the report counts. */
export function ReportFilters({ table, environment }: ReportFiltersProps) {
  const { t } = useTranslation(["lists", "reports", "trading"]);
  const { filters, filter } = table;
  return (
    <div className="flex flex-col gap-2">
      <div
        role="search"
        aria-label={t("reports:filters")}
        className="grid grid-cols-2 items-end gap-2 tablet:grid-cols-4 desktop:grid-cols-7"
      >
        <ChoiceFilter
          label={t(filters.from || filters.to ? "any_time" : `period_${DEFAULT_PERIOD}`)}
          value={filters.period === DEFAULT_PERIOD ? "" : filters.period}
          options={OTHER_PERIODS.map((value) => ({ value, label: t(`period_${value}`) }))}
          onChange={(period) => filter({ period, from: "", to: "" })}
        />
        <TextFilter
          label={t("reports:ticker")}
          value={filters.ticker}
          onChange={(ticker) => filter({ ticker }, true)}
        />
        <ChoiceFilter
          label={t("reports:environment")}
          isRequired
          value={filters.environment ?? environment}
          options={ENVIRONMENTS.map((value) => ({ value, label: t(`trading:${value}`) }))}
          onChange={(value) => filter({ environment: value })}
        />
        <AccountFilter value={filters.account} onChange={(account) => filter({ account })} />
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from, period: "" })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to, period: "" })} />
      </div>
      {table.isFiltered && <FilterChips chips={[]} onClear={table.clear} />}
    </div>
  );
}
