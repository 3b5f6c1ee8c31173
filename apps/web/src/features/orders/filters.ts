import type { OrderFilter } from "@chartrelay/contract";

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
