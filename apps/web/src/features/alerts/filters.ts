import type { TableState } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";
import { endOfDay, startOfDay } from "../../lib/dates.ts";

/** What alerts are narrowed by, by its names in the address and at the API. Days are the reader's own. */
export const ALERT_FILTERS = ["status", "from", "to", "search"] as const;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];

/** The filter as the API takes it: a day becomes the moments at which it begins and ends here. */
export function alertQuery({ from, to, ...filters }: TableState<AlertFilterName>["filters"]): Query {
  const moments = { from: from && startOfDay(from), to: to && endOfDay(to) };
  const entries = Object.entries({ ...filters, ...moments });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
