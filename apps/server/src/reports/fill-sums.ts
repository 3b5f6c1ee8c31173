/**
 * What an account's fills of one instrument add up to, by quarter of an hour: docs/decisions/profit.md. Plain functions.
 * The sum of a quarter also holds what was held at its end, so that counting may go on from any of them.
 */
import { absolute, compareDecimals, difference, product, ratio, sum, type OrderSide } from "@chartrelay/contract";
import { type Holding, NOTHING_HELD, trade } from "./average-cost.ts";

/** Every time zone's midnight is the end of a quarter of an hour. */
export const QUARTER_MS = 900_000;

/** What a price of the instrument is worth. */
export interface Terms {
  /** Money per unit of price, for one unit of our messages' quantity. */
  readonly unitValue: string;
  readonly currency: string;
  /** The price step; null if it isn't known. */
  readonly tick: string | null;
}

/** A fill with what its alert said. Times are milliseconds since the Unix epoch, null if they aren't known. */
export interface CountedFill {
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: { readonly amount: string; readonly currency: string } | null;
  /** Whether the fee was paid in the asset that was traded, which lessens what is held. */
  readonly isFeeInAsset: boolean;
  readonly atMs: number;
  /** The price for which the alert was sent; null if the message has none. */
  readonly signalPrice: string | null;
  readonly signalAtMs: number | null;
  readonly receivedAtMs: number;
  readonly sentAtMs: number | null;
}

/** How far fills were from their signal's price. All parts add up. */
export interface Slippage {
  readonly fills: number;
  /** In the currency of the sum; positive is worse than the signal. */
  readonly money: string;
  /** What the quantity was worth at the signal's price. */
  readonly value: string;
  /** Price steps × quantity. */
  readonly ticks: string;
  /** The quantity that `ticks` counts; "0" while no step is known. */
  readonly quantity: string;
}

/** How long a step took: the sum over the fills of which both times are known. */
export interface Delay {
  readonly ms: number;
  readonly fills: number;
}

export interface QuarterSum {
  readonly quarter: number;
  readonly fills: number;
  /** In the instrument's currency, without fees. */
  readonly realised: string;
  /** By currency. */
  readonly fees: ReadonlyMap<string, string>;
  readonly slippage: Slippage;
  readonly signalToReceived: Delay;
  readonly receivedToSent: Delay;
  readonly sentToFilled: Delay;
  /** What is held at its end. */
  readonly holding: Holding;
}

const NO_SLIPPAGE: Slippage = { fills: 0, money: "0", value: "0", ticks: "0", quantity: "0" };
const NO_DELAY: Delay = { ms: 0, fills: 0 };

export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS);

/**
 * Sums up fills, which are in the order of their execution, quarter by quarter. `before` is what was held before the
 * first; `termsOf` says what a price was worth in a quarter.
 */
export function sumFills(
  fills: readonly CountedFill[],
  termsOf: (quarter: number) => Terms,
  before: Holding = NOTHING_HELD,
): QuarterSum[] {
  const sums: QuarterSum[] = [];
  let holding = before;
  for (const [quarter, own] of Map.groupBy(fills, ({ atMs }) => quarterOf(atMs))) {
    const terms = termsOf(quarter);
    let added = emptySum(quarter, holding);
    for (const fill of own) added = withFill(added, fill, terms);
    sums.push(added);
    holding = added.holding;
  }
  return sums;
}

function emptySum(quarter: number, holding: Holding): QuarterSum {
  return {
    quarter,
    fills: 0,
    realised: "0",
    fees: new Map(),
    slippage: NO_SLIPPAGE,
    signalToReceived: NO_DELAY,
    receivedToSent: NO_DELAY,
    sentToFilled: NO_DELAY,
    holding,
  };
}

function withFill(before: QuarterSum, fill: CountedFill, terms: Terms): QuarterSum {
  const { fee, isFeeInAsset, price, signalAtMs, receivedAtMs, sentAtMs, atMs } = fill;
  const money = (value: string) => product(value, terms.unitValue);
  const traded = trade(before.holding, fill);
  // A fee in the traded asset is that much of it sold at the fill's price, and the proceeds paid as the fee.
  const paid =
    fee && isFeeInAsset && compareDecimals(fee.amount, "0") > 0
      ? trade(traded.holding, { side: "SELL", quantity: fee.amount, price })
      : undefined;
  const realised = money(sum(traded.realised, paid?.realised ?? "0"));
  const charged = fee && paid ? { amount: money(product(fee.amount, price)), currency: terms.currency } : fee;
  return {
    ...before,
    fills: before.fills + 1,
    realised: sum(before.realised, realised),
    fees: charged ? withFee(before.fees, charged) : before.fees,
    slippage: withSlippage(before.slippage, fill, terms),
    signalToReceived: withDelay(before.signalToReceived, signalAtMs, receivedAtMs),
    receivedToSent: withDelay(before.receivedToSent, receivedAtMs, sentAtMs),
    sentToFilled: withDelay(before.sentToFilled, sentAtMs, atMs),
    holding: paid?.holding ?? traded.holding,
  };
}

function withFee(
  fees: ReadonlyMap<string, string>,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): ReadonlyMap<string, string> {
  return new Map([...fees, [currency, sum(fees.get(currency) ?? "0", amount)]]);
}

function withSlippage(
  before: Slippage,
  { side, quantity, price, signalPrice }: Pick<CountedFill, "side" | "quantity" | "price" | "signalPrice">,
  { unitValue, tick }: Terms,
): Slippage {
  if (signalPrice === null) return before;
  const worse = side === "BUY" ? difference(price, signalPrice) : difference(signalPrice, price);
  return {
    fills: before.fills + 1,
    money: sum(before.money, product(product(worse, quantity), unitValue)),
    value: sum(before.value, product(product(absolute(signalPrice), quantity), unitValue)),
    ticks: tick === null ? before.ticks : sum(before.ticks, product(ratio(worse, tick), quantity)),
    quantity: tick === null ? before.quantity : sum(before.quantity, quantity),
  };
}

function withDelay(before: Delay, fromMs: number | null, toMs: number | null): Delay {
  if (fromMs === null || toMs === null) return before;
  return { ms: before.ms + toMs - fromMs, fills: before.fills + 1 };
}
