/** A position by average cost. */
import {
  absolute,
  compareDecimals,
  difference,
  negated,
  product,
  quotient,
  signOf,
  sum,
  type OrderSide,
} from "@chartrelay/contract";
import { AVERAGE_DIGITS } from "./order.ts";

/** Everything signed; `cost` and `realised` are prices times quantities, not yet money. */
export interface Position {
  readonly quantity: string;
  /** What the open quantity cost. */
  readonly cost: string;
  readonly realised: string;
}

export const FLAT: Position = { quantity: "0", cost: "0", realised: "0" };

/** Digits of the cost of a part; what rounding leaves over stays with the rest, so nothing is lost. */
const COST_DIGITS = 18;

/** Returns a quantity with the sign of its side. */
export function signed(side: OrderSide, quantity: string): string {
  return side === "BUY" ? quantity : negated(quantity);
}

/** Returns a position after a trade of a signed quantity. One that turns around is closed first, then opened. */
export function afterTrade(position: Position, quantity: string, price: string): Position {
  const { quantity: held, cost, realised } = position;
  if (signOf(held) * signOf(quantity) >= 0)
    return { quantity: sum(held, quantity), cost: sum(cost, product(quantity, price)), realised };
  if (compareDecimals(absolute(quantity), absolute(held)) > 0) {
    const closed = afterTrade(position, negated(held), price);
    return afterTrade(closed, sum(held, quantity), price);
  }
  const costOfPart = partOf(cost, absolute(quantity), absolute(held));
  return {
    quantity: sum(held, quantity),
    cost: difference(cost, costOfPart),
    realised: sum(realised, difference(product(negated(quantity), price), costOfPart)),
  };
}

function partOf(cost: string, closed: string, held: string): string {
  if (compareDecimals(closed, held) === 0) return cost;
  const part = quotient(product(absolute(cost), closed), held, COST_DIGITS);
  return signOf(cost) < 0 ? negated(part) : part;
}

/** Returns the average price of the open quantity; "0" if it is zero. */
export function averagePriceOf({ quantity, cost }: Position): string {
  return signOf(quantity) === 0 ? "0" : quotient(absolute(cost), absolute(quantity), AVERAGE_DIGITS);
}
