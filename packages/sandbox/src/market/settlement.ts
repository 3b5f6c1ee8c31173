/** What orders and fills do to an account's balances, by the kind of instrument. */
import {
  absolute,
  compareDecimals,
  decimalOf,
  difference,
  negated,
  product,
  signOf,
  sum,
  type OrderSide,
} from "@chartrelay/contract";
import { averagePriceOf, type Position } from "./position.ts";
import type { Listing, MarketFill, NewMarketOrder } from "./terms.ts";

/** An amount of a currency or asset. */
export interface Amount {
  readonly asset: string;
  readonly amount: string;
}

/** Returns the balances that trading an instrument may change. */
export function assetsOf({ kind, currency, baseAsset }: Listing): readonly string[] {
  return kind === "asset" && baseAsset !== undefined ? [currency, baseAsset] : [currency];
}

/** Returns what a quantity is worth at a price, in the instrument's currency. */
export function valueOf({ unitValue }: Listing, quantity: string, price: string): string {
  return decimalOf(product(product(price, quantity), unitValue));
}

/** Returns the fee of a fill. */
export function feeOf(listing: Listing, side: OrderSide, quantity: string, price: string): Amount {
  const { feeFrom, feeRate, baseAsset, currency } = listing;
  if (feeFrom === "received" && side === "BUY" && baseAsset !== undefined)
    return { asset: baseAsset, amount: decimalOf(product(quantity, feeRate)) };
  return { asset: currency, amount: decimalOf(product(valueOf(listing, quantity, price), feeRate)) };
}

/** Returns how a fill changes balances; `realised` is what it added to the position's realised profit. */
export function changesOf(listing: Listing, fill: MarketFill, realised: string): readonly Amount[] {
  const { currency, kind, baseAsset, unitValue } = listing;
  const { order, quantity, price } = fill;
  const fee = { asset: fill.feeCurrency, amount: negated(fill.fee) };
  if (kind === "future") return [{ asset: currency, amount: product(realised, unitValue) }, fee];
  const value = valueOf(listing, quantity, price);
  const paid = { asset: currency, amount: order.side === "BUY" ? negated(value) : value };
  if (kind === "security" || baseAsset === undefined) return [paid, fee];
  return [paid, { asset: baseAsset, amount: order.side === "BUY" ? quantity : negated(quantity) }, fee];
}

/**
 * Returns what an order with `quantity` left blocks while it works. Selling a security blocks no money, nor does what
 * only makes a future's position smaller.
 */
export function blockedBy(
  listing: Listing,
  { side, limit, reduceOnly }: Pick<NewMarketOrder, "side" | "limit" | "reduceOnly">,
  quantity: string,
  lastPrice: string,
  position: Position,
): Amount {
  const { kind, currency, baseAsset, feeFrom, feeRate, marginRate } = listing;
  const value = (open: string) => valueOf(listing, open, limit ?? lastPrice);
  const withFee = (amount: string, open: string) =>
    decimalOf(feeFrom === "currency" ? sum(amount, product(value(open), feeRate)) : amount);
  if (kind === "future") {
    const opened = reduceOnly ? "0" : openedBy(side, quantity, position);
    return { asset: currency, amount: withFee(product(value(opened), marginRate), opened) };
  }
  if (side === "BUY") return { asset: currency, amount: withFee(value(quantity), quantity) };
  return kind === "asset" && baseAsset !== undefined
    ? { asset: baseAsset, amount: quantity }
    : { asset: currency, amount: "0" };
}

/** Returns the part of an order that doesn't only close the position. */
function openedBy(side: OrderSide, quantity: string, { quantity: held }: Position): string {
  if (signOf(held) !== (side === "BUY" ? -1 : 1)) return quantity;
  return compareDecimals(quantity, absolute(held)) > 0 ? difference(quantity, absolute(held)) : "0";
}

/** Returns the margin that a future's position blocks. */
export function marginOf(listing: Listing, position: Position): Amount {
  const { currency, kind, marginRate } = listing;
  if (kind !== "future") return { asset: currency, amount: "0" };
  const value = valueOf(listing, absolute(position.quantity), averagePriceOf(position));
  return { asset: currency, amount: decimalOf(product(value, marginRate)) };
}
