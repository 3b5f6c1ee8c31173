import { USER_STATS_SORTS, type UserStatsSort } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";

/** What users are narrowed by, by its names in the address and at the API. */
export const STATS_FILTERS = ["search", "tariff"] as const;
/** All that the address says of the list beside its page. */
export const STATS_NAMES = [...STATS_FILTERS, "sort", "direction"] as const;
export type StatsName = (typeof STATS_NAMES)[number];
type Named = TableState<StatsName>["filters"];

/** The filter as the API takes it. */
export function statsQuery(named: Named): Query {
  return Object.fromEntries(STATS_FILTERS.flatMap((name) => (named[name] ? [[name, named[name]]] : [])));
}

export interface StatsOrder {
  readonly sort: UserStatsSort;
  readonly direction: "asc" | "desc";
}

/** The order that an address names: the newest users first where it names none. */
export function statsOrder({ sort, direction }: Named): StatsOrder {
  const by = USER_STATS_SORTS.find((name) => name === sort);
  return { sort: by ?? "createdDate", direction: by && direction === "asc" ? "asc" : "desc" };
}

/** As the address names it: not at all where it is what it would be anyway. */
export function nameOrder({ sort, direction }: StatsOrder): Record<"sort" | "direction", string> {
  return sort === "createdDate" && direction === "desc" ? { sort: "", direction: "" } : { sort, direction };
}

/** Words are read from their beginning; of dates and counts the latest and the largest matter. */
const FROM_THE_BEGINNING = new Set<UserStatsSort>(["email", "fullName"]);

/** The order after a column's head was pressed: its own, or the opposite where it was that already. */
export function nextOrder(now: StatsOrder, sort: UserStatsSort): StatsOrder {
  if (sort === now.sort) return { sort, direction: now.direction === "asc" ? "desc" : "asc" };
  return { sort, direction: FROM_THE_BEGINNING.has(sort) ? "asc" : "desc" };
}
