/** What a report counts, by the names in the address. Days are in the reader's time zone. */
import { filterQuery } from "../../core/table/filter-query.ts";
import type { Filters } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";

export const REPORT_FILTERS = ["period", "from", "to", "account", "environment", "ticker"] as const;
export type ReportFilterName = (typeof REPORT_FILTERS)[number];
export type ReportFilters = Filters<ReportFilterName>;

/** Returns the filters in the form that the API takes, with the zone that decides when a day begins. */
export const reportQuery = (filters: ReportFilters): Query => ({
  ...filterQuery(filters),
  tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
