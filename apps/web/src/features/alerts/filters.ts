import type { TableState } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";
import { endOfDay, startOfDay } from "../../lib/dates.ts";

/** The filters of the alert list, by their names in the address and the API. Days are in the reader's time zone. */
export const ALERT_FILTERS = ["status", "from", "to", "search"] as const;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];

/** Returns the filter in the form that the API takes: a day becomes the moments when it begins and ends here. */
export function alertQuery({ from, to, ...filters }: TableState<AlertFilterName>["filters"]): Query {
  const moments = { from: from && startOfDay(from), to: to && endOfDay(to) };
  const entries = Object.entries({ ...filters, ...moments });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
