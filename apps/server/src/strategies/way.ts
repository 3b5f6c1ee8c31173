/** The way from what is held to a position: what an order closes, and what it opens. */
import { absolute, compareDecimals, difference, signOf, smallerOf, sum, type OrderSide } from "@chartrelay/contract";
import { towardsZero } from "./fraction.ts";
import type { PlannedInstrument } from "./plan-input.ts";
import type { Held } from "./target.ts";

/** The order that leads from what is held to a position. Quantities without a sign. */
export interface Way {
  readonly direction: OrderSide;
  readonly closes: string;
  readonly opens: string;
  /** The position after it, with what works on its side. */
  readonly after: string;
  /** What works against it, or, if nothing is to do, beyond the position. */
  readonly opposite: string;
}

/**
 * What works in the order's direction counts as filled. What works against it counts as nothing: if it counted, more
 * would be traded than is held, and what never fills would leave a position on the wrong side.
 */
export function wayTo(position: string, { quantity, working }: Held): Way {
  const toBuy = difference(difference(position, quantity), working.buy);
  const toSell = difference(difference(quantity, working.sell), position);
  const isBuy = signOf(toBuy) > 0;
  if (!isBuy && signOf(toSell) <= 0) {
    const beyond = difference(difference(sum(quantity, working.buy), working.sell), position);
    return { direction: "BUY", closes: "0", opens: "0", after: quantity, opposite: absolute(beyond) };
  }
  const [traded, same, opposite] = isBuy ? [toBuy, working.buy, working.sell] : [toSell, working.sell, working.buy];
  const isAgainst = signOf(quantity) === (isBuy ? -1 : 1);
  const closable = isAgainst ? difference(absolute(quantity), same) : "0";
  const closes = signOf(closable) > 0 ? smallerOf(traded, closable) : "0";
  const add = isBuy ? sum : difference;
  return {
    direction: isBuy ? "BUY" : "SELL",
    closes,
    opens: difference(traded, closes),
    after: add(add(quantity, same), traded),
    opposite,
  };
}

/** Returns what of a holding an order can trade: less than the venue's smallest quantity counts as nothing. */
export function tradable(quantity: string, { quantityStep, minQuantity = "0" }: PlannedInstrument): string {
  const whole = towardsZero(quantity, quantityStep);
  return compareDecimals(absolute(whole), minQuantity) < 0 ? "0" : whole;
}
