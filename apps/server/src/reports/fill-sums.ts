/**
 * What an account's fills of one instrument add up to, by quarter of an hour: docs/decisions/profit.md. Plain functions.
 * The sum of a quarter also holds what was held at its end, so that counting may go on from any of them.
 */
import { absolute, difference, product, ratio, signOf, sum, type OrderSide } from "@chartrelay/contract";
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
  /** As the message names it; empty without a name. */
  readonly strategy: string;
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

/** How long a step took, in whole milliseconds: the sum over the fills of which both times are known. */
export interface Delay {
  readonly ms: number;
  readonly fills: number;
}

/** What fills add up to. */
export interface Figures {
  readonly fills: number;
  /** In the instrument's currency, without fees. */
  readonly realised: string;
  /** By currency. */
  readonly fees: ReadonlyMap<string, string>;
  readonly slippage: Slippage;
  readonly signalToReceived: Delay;
  readonly receivedToSent: Delay;
  readonly sentToFilled: Delay;
}

export interface QuarterSum {
  readonly quarter: number;
  /** What is realised counts for the strategy whose order closed. Always has an entry for fills without a strategy. */
  readonly byStrategy: ReadonlyMap<string, Figures>;
  /** What is held at its end. */
  readonly holding: Holding;
}

const NO_SLIPPAGE: Slippage = { fills: 0, money: "0", value: "0", ticks: "0", quantity: "0" };
const NO_DELAY: Delay = { ms: 0, fills: 0 };
/** Of no fill. */
export const NO_FIGURES: Figures = {
  fills: 0,
  realised: "0",
  fees: new Map(),
  slippage: NO_SLIPPAGE,
  signalToReceived: NO_DELAY,
  receivedToSent: NO_DELAY,
  sentToFilled: NO_DELAY,
};

export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS);

/**
 * Sums up fills, which are in the order of their execution, quarter by quarter. `before` is what was held before the
 * first, or the sum so far of its quarter, or of an earlier one; `termsOf` says what a price was worth in a quarter.
 */
export function sumFills(
  fills: readonly CountedFill[],
  termsOf: (quarter: number) => Terms,
  before: Holding | QuarterSum = NOTHING_HELD,
): QuarterSum[] {
  const sums: QuarterSum[] = [];
  const soFar = "quarter" in before ? before : undefined;
  let holding = "quarter" in before ? before.holding : before;
  for (const [quarter, own] of Map.groupBy(fills, ({ atMs }) => quarterOf(atMs))) {
    const terms = termsOf(quarter);
    const byStrategy = new Map(soFar?.quarter === quarter ? soFar.byStrategy : [["", NO_FIGURES]]);
    for (const fill of own) {
      const applied = apply(holding, fill, terms);
      byStrategy.set(fill.strategy, withFill(byStrategy.get(fill.strategy) ?? NO_FIGURES, fill, applied, terms));
      holding = applied.holding;
    }
    sums.push({ quarter, byStrategy, holding });
  }
  return sums;
}

/** What a fill made of a holding, in money. */
interface Applied {
  readonly holding: Holding;
  readonly realised: string;
  readonly fee: CountedFill["fee"];
}

function apply(before: Holding, fill: CountedFill, { unitValue, currency }: Terms): Applied {
  const { fee, isFeeInAsset, price } = fill;
  const money = (value: string) => product(value, unitValue);
  const traded = trade(before, fill);
  if (!fee || !isFeeInAsset || signOf(fee.amount) <= 0) return { ...traded, realised: money(traded.realised), fee };
  // It is that much of the asset sold at the fill's price, and the proceeds paid as the fee.
  const paid = trade(traded.holding, { side: "SELL", quantity: fee.amount, price });
  return {
    holding: paid.holding,
    realised: money(sum(traded.realised, paid.realised)),
    fee: { amount: money(product(fee.amount, price)), currency },
  };
}

function withFill(before: Figures, fill: CountedFill, { realised, fee }: Applied, terms: Terms): Figures {
  const { signalAtMs, receivedAtMs, sentAtMs, atMs } = fill;
  return {
    fills: before.fills + 1,
    realised: sum(before.realised, realised),
    fees: fee ? withFee(before.fees, fee) : before.fees,
    slippage: withSlippage(before.slippage, fill, terms),
    signalToReceived: withDelay(before.signalToReceived, signalAtMs, receivedAtMs),
    receivedToSent: withDelay(before.receivedToSent, receivedAtMs, sentAtMs),
    sentToFilled: withDelay(before.sentToFilled, sentAtMs, atMs),
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
  return { ms: before.ms + Math.round(toMs - fromMs), fills: before.fills + 1 };
}
