import type { OrderFilter } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import type { Query } from "../../lib/client.ts";
import { endOfDay, startOfDay } from "../../lib/dates.ts";

/** The filters of the order list, by their names in the address and the API. Days are in the reader's time zone. */
export const ORDER_FILTERS = [
  "status",
  "venue",
  "ticker",
  "from",
  "to",
  "search",
] as const satisfies readonly (keyof OrderFilter)[];
export type OrderFilterName = (typeof ORDER_FILTERS)[number];
type Filters = TableState<OrderFilterName>["filters"];

/** Returns the filter in the form that the API takes: a day becomes the moments when it begins and ends here. */
export function orderQuery({ from, to, ...filters }: Filters): Query {
  const moments = { from: from && startOfDay(from), to: to && endOfDay(to) };
  const entries = Object.entries({ ...filters, ...moments });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
