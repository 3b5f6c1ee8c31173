/** An order as the market keeps it, and when a price reaches it. */
import { compareDecimals, difference, product, quotient, sum } from "@chartrelay/contract";
import type { MarketFill, MarketOrder, NewMarketOrder, Trigger } from "./terms.ts";

/** A `MarketOrder` that the market may change. */
export interface OrderRecord extends NewMarketOrder {
  readonly sequence: number;
  readonly placedAtMs: number;
  readonly parent: MarketOrder | null;
  readonly fills: MarketFill[];
  state: MarketOrder["state"];
  filledQuantity: string;
  averagePrice: string | null;
  changedAtMs: number;
  cancelledBy: MarketOrder["cancelledBy"];
  child: MarketOrder | null;
}

/** Digits after the point of an average price. */
export const AVERAGE_DIGITS = 12;

export function isOpen({ state }: MarketOrder): boolean {
  return state === "working" || state === "waiting";
}

/** Returns what of an order isn't filled. */
export function remainingOf({ quantity, filledQuantity }: MarketOrder): string {
  return filledQuantity === "0" ? quantity : difference(quantity, filledQuantity);
}

/** Returns whether an order would trade at that price. */
export function crosses({ side, limit }: Pick<NewMarketOrder, "side" | "limit">, price: string): boolean {
  if (limit === null) return true;
  const above = compareDecimals(limit, price);
  return side === "BUY" ? above >= 0 : above <= 0;
}

/** Returns whether a condition holds at that price. */
export function isMet({ condition, price: trigger }: Trigger, price: string): boolean {
  const above = compareDecimals(price, trigger);
  switch (condition) {
    case "rises-to":
      return above >= 0;
    case "rises-above":
      return above > 0;
    case "falls-to":
      return above <= 0;
    case "falls-below":
      return above < 0;
  }
}

/** Sorts orders as an exchange serves them: market orders, then the best price, then the oldest. */
export function byPriority(one: OrderRecord, other: OrderRecord): number {
  if (one.limit === null || other.limit === null)
    return Number(one.limit !== null) - Number(other.limit !== null) || one.sequence - other.sequence;
  const dearer = one.side === other.side ? compareDecimals(other.limit, one.limit) : 0;
  return (one.side === "BUY" ? dearer : -dearer) || one.sequence - other.sequence;
}

/** Adds a fill to its order. */
export function addFill(order: OrderRecord, fill: MarketFill): void {
  const before = product(order.averagePrice ?? "0", order.filledQuantity);
  order.filledQuantity = sum(order.filledQuantity, fill.quantity);
  order.averagePrice =
    order.fills.length === 0
      ? fill.price
      : quotient(sum(before, product(fill.price, fill.quantity)), order.filledQuantity, AVERAGE_DIGITS);
  order.fills.push(fill);
}
