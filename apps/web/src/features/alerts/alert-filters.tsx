import { STATUSES } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import {
  ChoiceFilter,
  ClearFilters,
  DayFilter,
  FILTER_BAR,
  FILTER_ROW,
  SearchFilter,
} from "../../core/table/filters.tsx";
import type { TableControl } from "../../core/table/table-state.ts";
import type { AlertFilterName } from "./filters.ts";

export function AlertFilters({ filters, isFiltered, filter, clear }: TableControl<AlertFilterName>) {
  const { t } = useTranslation(["alerts", "trading"]);
  return (
    <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
      <SearchFilter label={t("search")} value={filters.search} onChange={(search) => filter({ search }, true)} />
      <ChoiceFilter
        label={t("any_status")}
        value={filters.status}
        options={STATUSES.map((value) => ({ value, label: t(value, { ns: "trading", context: "alert" }) }))}
        onChange={(status) => filter({ status })}
      />
      <div className={FILTER_ROW}>
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to })} />
      </div>
      {isFiltered && <ClearFilters label={t("clear_filters")} onClear={clear} />}
    </div>
  );
}
