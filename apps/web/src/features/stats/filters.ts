import { USER_STATS_SORTS, type UserStatsSort } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";

/** The filters of the user list, by their names in the address and the API. */
const STATS_FILTERS = ["search", "tariff"] as const;
/** Everything that the address says about the list besides its page. */
export const STATS_NAMES = [...STATS_FILTERS, "sort", "direction"] as const;
export type StatsName = (typeof STATS_NAMES)[number];
type Named = TableState<StatsName>["filters"];

/** Returns the filter in the form that the API takes. */
export function statsQuery(named: Named): Query {
  return Object.fromEntries(STATS_FILTERS.flatMap((name) => (named[name] ? [[name, named[name]]] : [])));
}

export interface StatsOrder {
  readonly sort: UserStatsSort;
  readonly direction: "asc" | "desc";
}

/** Returns the order that an address names: newest users first if it names none. */
export function statsOrder({ sort, direction }: Named): StatsOrder {
  const by = USER_STATS_SORTS.find((name) => name === sort);
  return { sort: by ?? "createdDate", direction: by && direction === "asc" ? "asc" : "desc" };
}

/** Returns the order for the address: nothing if it is the default. */
export function nameOrder({ sort, direction }: StatsOrder): Record<"sort" | "direction", string> {
  return sort === "createdDate" && direction === "desc" ? { sort: "", direction: "" } : { sort, direction };
}

/** Text columns start at the beginning of the alphabet; for dates and counts the latest and the largest come first. */
const FROM_THE_BEGINNING = new Set<UserStatsSort>(["email", "fullName"]);

/** Returns the order after a column head was pressed: the column's own, or the opposite if it already had that one. */
export function nextOrder(now: StatsOrder, sort: UserStatsSort): StatsOrder {
  if (sort === now.sort) return { sort, direction: now.direction === "asc" ? "desc" : "asc" };
  return { sort, direction: FROM_THE_BEGINNING.has(sort) ? "asc" : "desc" };
}
