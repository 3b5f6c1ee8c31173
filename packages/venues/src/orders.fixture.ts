/** Orders for the tests of the adapters. */
import type { OrderMessage } from "@chartrelay/contract";
import type { VenueOrder } from "./venue.ts";

const MARKET: OrderMessage = { account: "account", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "3" };

/** Returns a market order for three lots of SBER by default. */
export function orderOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return { clientOrderId: crypto.randomUUID(), allowMargin: false, ...order, message: { ...MARKET, ...message } };
}

/** Returns a limit order for ten lots of SBER that stays below the simulator's market. */
export function limitOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return orderOf({ type: "LIMIT", contracts: "10", price: "270.05", ...message }, order);
}

/** Returns a signal that never aborts. */
export const patient = (): AbortSignal => new AbortController().signal;
