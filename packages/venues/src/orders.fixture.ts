/** Orders for the tests of the adapters. */
import type { OrderMessage } from "@chartrelay/contract";
import type { VenueOrder } from "./venue.ts";

const MARKET: OrderMessage = { account: "account", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "3" };

/** A market order for three lots of SBER, unless told otherwise. */
export function orderOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return { clientOrderId: crypto.randomUUID(), allowMargin: false, ...order, message: { ...MARKET, ...message } };
}

/** A limit order for ten lots of SBER that stays below the simulator's market. */
export function limitOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return orderOf({ type: "LIMIT", contracts: "10", price: "270.05", ...message }, order);
}

/** A signal that never ends anything. */
export const patient = (): AbortSignal => new AbortController().signal;
