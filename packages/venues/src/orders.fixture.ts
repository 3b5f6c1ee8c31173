/** Orders for the tests of the adapters, and how they wait. */
import type { OrderMessage } from "@chartrelay/contract";
import { eventually } from "../../../scripts/eventually.ts";
import type { VenueOrder } from "./venue.ts";

const MARKET: OrderMessage = { account: "account", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "3" };

/** Returns a market order for three lots of SBER by default. */
export function orderOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  // Of version 7, as the product's are.
  const clientOrderId = crypto.randomUUID().replace(/^(.{14})4/, "$17");
  return { clientOrderId, allowMargin: false, ...order, message: { ...MARKET, ...message } };
}

/** Returns a limit order for ten lots of SBER that stays below the simulator's market. */
export function limitOf(
  message: Partial<OrderMessage> = {},
  order: Partial<Omit<VenueOrder, "message">> = {},
): VenueOrder {
  return orderOf({ type: "LIMIT", contracts: "10", price: "270.05", ...message }, order);
}

/** Retries `look` until it no longer throws: the simulator answers within milliseconds. */
export const soon = <Found>(look: () => Found | Promise<Found>): Promise<Found> => eventually(look, { interval: 5 });

/** Returns a signal that never aborts. */
export const patient = (): AbortSignal => new AbortController().signal;
