/** What a position is, in a trader's words. */
import { absolute, difference, signOf, type HeldPosition, type OrderSide } from "@chartrelay/contract";

export type Direction = "long" | "short" | "flat";

export function directionOf({ quantity }: HeldPosition): Direction {
  const sign = signOf(quantity);
  if (sign === 0) return "flat";
  return sign > 0 ? "long" : "short";
}

/** Returns what our fills add up to: what is held without the drift. */
export const ourQuantity = ({ quantity, drift }: HeldPosition) => difference(quantity, drift);

/** Returns the order that closes a position. */
export function closingOrder({ quantity }: HeldPosition): { readonly side: OrderSide; readonly quantity: string } {
  return { side: signOf(quantity) < 0 ? "BUY" : "SELL", quantity: absolute(quantity) };
}

/** Names a position among those of all accounts. */
export const keyOf = ({ accountId, instrument }: HeldPosition) => `${accountId} ${instrument.ticker}`;
