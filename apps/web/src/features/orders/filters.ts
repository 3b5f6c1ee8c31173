import type { Order, OrderFilter } from "@chartrelay/contract";
import { belongs, isWanted, SHARED_FILTERS } from "../../core/table/shared-filters.ts";
import type { Filters } from "../../core/table/table-state.ts";

/** The filters of the order list, by their names in the address and the API. Days are in the reader's time zone. */
export const ORDER_FILTERS = [
  ...SHARED_FILTERS,
  "venue",
  "ticker",
  "side",
  "environment",
  "strategy",
] as const satisfies readonly (keyof OrderFilter | "period")[];
export type OrderFilterName = (typeof ORDER_FILTERS)[number];

/** Returns whether an order belongs to what these filters show, as far as a page can tell: only the API can search. */
export function orderBelongs(order: Order, filters: Filters<OrderFilterName>): boolean {
  const { instrument, direction, isDemo } = order;
  const { venue, side, environment, ticker, strategy } = filters;
  return (
    belongs(order, filters) &&
    isWanted(venue, instrument?.exchange) &&
    isWanted(side, direction) &&
    isWanted(environment, isDemo ? "demo" : "live") &&
    isWanted(strategy, order.strategy?.id) &&
    isWanted(ticker?.toUpperCase(), instrument?.ticker?.toUpperCase())
  );
}
