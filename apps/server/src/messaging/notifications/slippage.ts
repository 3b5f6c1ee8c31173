/** How far an order's fills are from the price for which its alert was sent. Plain functions on decimal strings. */
import {
  absolute,
  compareDecimals,
  difference,
  type OrderSide,
  type OtherField,
  plainDecimal,
  product,
  ratio,
  rounded,
  decimalOf,
} from "@chartrelay/contract";

const BASIS_POINTS = "10000";
const BASIS_POINT_DIGITS = 1;
const TICK_DIGITS = 1;
const MONEY_DIGITS = 2;

/** Positive is worse than the signal's price, negative better. */
export interface Slippage {
  readonly basisPoints: string;
  /** Null if the price step isn't known. */
  readonly ticks: string | null;
  /** Of all that is filled; null if what a price is worth isn't known. */
  readonly money: string | null;
  readonly currency: string | null;
}

/** What is filled of an order, and at which price on average. */
export interface FilledPart {
  readonly side: OrderSide;
  readonly quantity: string;
  readonly averagePrice: string;
}

/** What a price of the instrument is worth; null where it isn't known. */
export interface PriceTerms {
  readonly unitValue: string | null;
  readonly tick: string | null;
  readonly currency: string | null;
}

/** Returns the price that a message's `signalPrice` names; undefined if it names none. */
export function signalPriceIn(fields: readonly OtherField[]): string | undefined {
  const written = fields.find(({ field }) => field === "signalPrice")?.value.trim();
  const price = written === undefined ? undefined : plainDecimal(written);
  return price === undefined || compareDecimals(price, "0") <= 0 ? undefined : decimalOf(price);
}

/** Returns an order's slippage against its signal's price. */
export function slippageOf(
  { side, quantity, averagePrice }: FilledPart,
  signalPrice: string,
  { unitValue, tick, currency }: PriceTerms,
): Slippage {
  const worse = side === "BUY" ? difference(averagePrice, signalPrice) : difference(signalPrice, averagePrice);
  const money = unitValue === null ? null : rounded(product(product(worse, quantity), unitValue), MONEY_DIGITS);
  return {
    basisPoints: rounded(ratio(product(worse, BASIS_POINTS), absolute(signalPrice)), BASIS_POINT_DIGITS),
    ticks: tick === null ? null : rounded(ratio(worse, tick), TICK_DIGITS),
    money,
    currency: money === null ? null : currency,
  };
}
