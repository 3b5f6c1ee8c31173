import { STATUSES, VENUES, type Status, type VenueName } from "@chartrelay/contract";
import { X } from "lucide-react";
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
import { Button } from "../../ui/button.tsx";
import type { OrderFilterName } from "./filters.ts";

export function OrderFilters({ filters, isFiltered, filter, clear }: TableControl<OrderFilterName>) {
  const { t } = useTranslation(["orders", "trading"]);
  const named = (names: readonly (Status | VenueName)[]) =>
    names.map((value) => ({ value, label: t(value, { ns: "trading" }) }));
  return (
    <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
      <SearchFilter label={t("search")} value={filters.search} onChange={(search) => filter({ search }, true)} />
      <div className={FILTER_ROW}>
        <ChoiceFilter
          label={t("any_status")}
          value={filters.status}
          options={named(STATUSES)}
          onChange={(status) => filter({ status })}
        />
        <ChoiceFilter
          label={t("any_venue")}
          value={filters.venue}
          options={named(VENUES)}
          onChange={(venue) => filter({ venue })}
        />
      </div>
      <div className={FILTER_ROW}>
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to })} />
      </div>
      {isFiltered && (
        <div className={FILTER_ROW}>
          {filters.ticker && (
            <Button look="secondary" className="min-w-0 px-3 text-14" onClick={() => filter({ ticker: "" })}>
              <span className="truncate">{filters.ticker}</span>
              <X aria-hidden className="size-4 shrink-0" />
            </Button>
          )}
          <ClearFilters label={t("clear_filters")} onClear={clear} />
        </div>
      )}
    </div>
  );
}
