/**
 * Profit and loss by average cost: docs/decisions/profit.md. Plain functions on decimal strings. Prices are as the venue
 * quotes them, quantities in the units of our messages; what a price is worth in money is the caller's business.
 */
import {
  absolute,
  compareDecimals,
  difference,
  negated,
  product,
  ratio,
  signOf,
  sum,
  type OrderSide,
} from "@chartrelay/contract";

/** What is open, by our fills. */
export interface Holding {
  /** Signed: negative is short. */
  readonly quantity: string;
  /** What it was opened for: price × quantity, summed. It has the sign of the quantity. */
  readonly cost: string;
}

export const NOTHING_HELD: Holding = { quantity: "0", cost: "0" };

/** A trade. */
export interface Trade {
  readonly side: OrderSide;
  /** Above zero. */
  readonly quantity: string;
  readonly price: string;
}

/** What a trade made of a holding. */
export interface Traded {
  readonly holding: Holding;
  /** Profit of what it closed, in price × quantity. */
  readonly realised: string;
}

/**
 * Applies a trade to a holding. A trade against the holding realises profit by the holding's average price; what it
 * trades beyond the holding opens the other side at its own price. Nothing is lost to rounding: realised profit plus the
 * holding's worth is exactly what was received minus what was paid.
 */
export function trade(holding: Holding, { side, quantity, price }: Trade): Traded {
  const signed = side === "BUY" ? quantity : negated(quantity);
  // With it, or from nothing.
  if (signOf(holding.quantity) !== -signOf(signed)) return { holding: opened(holding, signed, price), realised: "0" };
  const held = absolute(holding.quantity);
  const isWhole = compareDecimals(quantity, held) >= 0;
  const closed = isWhole ? held : quantity;
  const cost = isWhole ? holding.cost : ratio(product(holding.cost, closed), held);
  const signedClosed = side === "BUY" ? closed : negated(closed);
  const rest = { quantity: sum(holding.quantity, signedClosed), cost: difference(holding.cost, cost) };
  return {
    holding: opened(rest, difference(signed, signedClosed), price),
    realised: difference(negated(product(signedClosed, price)), cost),
  };
}

function opened({ quantity, cost }: Holding, signed: string, price: string): Holding {
  return { quantity: sum(quantity, signed), cost: sum(cost, product(signed, price)) };
}

/** Returns the profit of a holding if it were closed at a price, in price × quantity. */
export function openProfit({ quantity, cost }: Holding, price: string): string {
  return difference(product(quantity, price), cost);
}
