/** Builds Binance's request for an order, and finds what is wrong with the order before that. */
import {
  BINANCE_SPOT,
  compareDecimals,
  decimalOf,
  isMultipleOf,
  product,
  roundedDown,
  type OrderMessage,
  type TimeInForce,
} from "@chartrelay/contract";
import { refused } from "../not-sent.ts";
import { checkSupported } from "../supported.ts";
import type { VenueOrder } from "../venue.ts";
import { isRule, type Range } from "./filters.ts";
import type { Product } from "./product.ts";
import type { Parameters } from "./signing.ts";
import type { BinanceSymbol } from "./symbols.ts";

/**
 * How long a limit order lives. Nothing corresponds to `oneday`: this market has no days, and an order that lives
 * longer than its sender meant could be executed when they no longer expect it.
 */
const TIMES_IN_FORCE: Readonly<Record<TimeInForce, string | undefined>> = {
  goodtillcancelled: "GTC",
  immediateorcancel: "IOC",
  fillorkill: "FOK",
  oneday: undefined,
};

/**
 * Refuses what no symbol's rules could make right.
 * @throws {NotSent} when we support no such orders at Binance.
 */
export function checkMessage(message: OrderMessage, venue: Pick<Product["venue"], "supports"> = BINANCE_SPOT): void {
  checkSupported(message, venue);
  const { type, timeInForce } = message;
  if (timeInForce === undefined) return;
  // A market order ends at once, which satisfies every time in force but one: it may be partly executed.
  const isKept = type === "MARKET" ? timeInForce !== "fillorkill" : TIMES_IN_FORCE[timeInForce] !== undefined;
  if (!isKept) throw refused("FIELD_NOT_SUPPORTED", { field: "timeInForce" });
}

/**
 * Returns the parameters that place `order`. The quantity is in base units as in the message, rounded down to the
 * symbol's step, never up; the price is sent unchanged or not at all. Numbers never have an exponent.
 * @throws {NotSent} when Binance would have to refuse it.
 */
export function orderRequest(
  { message, clientOrderId }: VenueOrder,
  { symbol, rules }: BinanceSymbol,
  venue: Pick<Product["venue"], "supports"> = BINANCE_SPOT,
): Parameters {
  checkMessage(message, venue);
  const { direction, type } = message;
  const common = { symbol, side: direction, type };
  const id = { newClientOrderId: clientOrderId };
  if (type === "MARKET") {
    // Its value isn't known before the send: the venue uses its own average or mark price, not the price that a message
    // may show. If the value is too small, the venue refuses the order, and nothing is executed.
    return { ...common, quantity: quantity(message.contracts, rules.marketQuantity), ...id };
  }
  const terms = {
    quantity: quantity(message.contracts, rules.quantity),
    price: price(message.price ?? "0", rules.price),
  };
  checkValue(terms, rules.notional);
  const timeInForce = TIMES_IN_FORCE[message.timeInForce ?? "goodtillcancelled"] ?? "GTC";
  return { ...common, timeInForce, ...terms, ...id };
}

function quantity(contracts: string, { min, max, step }: Range): string {
  const field = "contracts";
  const sent = roundedDown(contracts, step);
  if (!isAbove(sent, "0") || isAbove(min, sent))
    throw refused("QUANTITY_TOO_SMALL", { field, ...rulesIn({ min, step }) });
  if (isRule(max) && isAbove(sent, max)) throw refused("QUANTITY_TOO_LARGE", { field, ...rulesIn({ max }) });
  return sent;
}

function price(asked: string, { min, max, step }: Range): string {
  const field = "price";
  if (!isAbove(asked, "0") || !isWithin(asked, { min, max }))
    throw refused("PRICE_OUT_OF_LIMITS", { field, ...rulesIn({ min, max }) });
  if (isRule(step) && !isMultipleOf(asked, step))
    throw refused("PRICE_OFF_TICK", { field, ...rulesIn({ priceStep: step }) });
  return decimalOf(asked);
}

function checkValue(terms: { readonly price: string; readonly quantity: string }, range: Omit<Range, "step">): void {
  const value = decimalOf(product(terms.price, terms.quantity));
  if (!isWithin(value, range)) throw refused("ORDER_VALUE_OUT_OF_LIMITS", { value, ...rulesIn(range) });
}

function isWithin(value: string, { min, max }: Omit<Range, "step">): boolean {
  return !isAbove(min, value) && !(isRule(max) && isAbove(value, max));
}

function isAbove(one: string, other: string): boolean {
  return compareDecimals(one, other) > 0;
}

/** Returns the actual rules among `bounds`, for the user who has to follow them, without the venue's trailing zeros. */
function rulesIn(bounds: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const rules = Object.entries(bounds).filter(([, bound]) => isRule(bound));
  return Object.fromEntries(rules.map(([name, bound]) => [name, decimalOf(bound)]));
}
