/** What an order would do at the present price. Plain functions on decimal strings. */
import {
  compareDecimals,
  decimalOf,
  difference,
  product,
  quotient,
  roundedDown,
  sum,
  type OrderEstimate,
  type OrderMessage,
  type OrderVerdict,
  type Reason,
  type StopCondition,
} from "@chartrelay/contract";
import type { PresentPrice, PriceReading, Worth } from "@chartrelay/venues";

/** An estimate before its texts are translated. */
export interface Estimate extends Omit<OrderEstimate, "unpriced"> {
  readonly unpriced: Reason | null;
}

type NamedInstrument = NonNullable<OrderVerdict["instrument"]>;

/** More than any venue counts. */
const AMOUNT_DIGITS = 12;
const PERCENT_DIGITS = 2;

/** Returns what is known about an order for that instrument; fields that placeholders stand for may be missing. */
export function estimateOrder(
  fields: Partial<OrderMessage>,
  instrument: NamedInstrument,
  reading: PriceReading,
): Estimate {
  const { direction = null, contracts: asked = null } = fields;
  const { quantity, lotSize } = instrument;
  const terms = { direction, asked, quantity, pieces: quantity === null ? null : times(quantity, lotSize) };
  if (reading.kind === "unknown") return { ...terms, ...UNPRICED, unpriced: reading.reason };
  const { price, readAtMs, tradedAtMs } = reading;
  return {
    ...terms,
    price,
    readAt: new Date(readAtMs).toISOString(),
    tradedAt: tradedAtMs === null ? null : new Date(tradedAtMs).toISOString(),
    unpriced: null,
    ...distances(fields, price),
    ...worth(fields, instrument, reading),
  };
}

/** What isn't known without a price's worth. */
const NO_MONEY = {
  amount: null,
  unitAmount: null,
  currency: null,
  amountKind: null,
  minAmount: null,
  maxAmount: null,
  valueFault: null,
  leastQuantity: null,
} as const;

/** What isn't known without a price. */
const UNPRICED = { ...NO_MONEY, price: null, readAt: null, tradedAt: null, limit: null, trigger: null } as const;

function distances(
  { type, direction, price: limit, triggerPrice: trigger, condition }: Partial<OrderMessage>,
  present: string,
): Pick<Estimate, "limit" | "trigger"> {
  const isBeyond =
    direction === "BUY" ? compareDecimals(limit ?? "0", present) >= 0 : compareDecimals(limit ?? "0", present) <= 0;
  return {
    limit:
      limit === undefined || !isPriced(type)
        ? null
        : { ...distance(limit, present), isReached: direction !== undefined && isBeyond },
    trigger:
      trigger === undefined
        ? null
        : { ...distance(trigger, present), isReached: condition !== undefined && holds(condition, present, trigger) },
  };
}

/** A market order's price is only shown. */
function isPriced(type: OrderMessage["type"] | undefined): boolean {
  return type === "LIMIT" || type === "STOP_LIMIT";
}

function distance(price: string, present: string) {
  const sign = compareDecimals(price, present) < 0 ? "-" : "";
  const apart = difference(sign ? present : price, sign ? price : present);
  const percent = quotient(product(apart, "100"), present, PERCENT_DIGITS);
  return { price, percent: percent === "0" ? "0" : sign + percent };
}

function holds(condition: StopCondition, present: string, trigger: string): boolean {
  const above = compareDecimals(present, trigger);
  const met: Readonly<Record<StopCondition, boolean>> = {
    More: above > 0,
    Less: above < 0,
    MoreOrEqual: above >= 0,
    LessOrEqual: above <= 0,
  };
  return met[condition];
}

type Money = Pick<
  Estimate,
  "amount" | "unitAmount" | "currency" | "amountKind" | "minAmount" | "maxAmount" | "valueFault" | "leastQuantity"
>;

function worth(
  { type, price: limit }: Partial<OrderMessage>,
  { quantity, lotSize, quantityStep }: NamedInstrument,
  { price: present, worth: rule, values }: PresentPrice,
): Money {
  const { min: minAmount, max: maxAmount } = values[type === "MARKET" ? "market" : "limit"];
  if (!rule) return { ...NO_MONEY, minAmount, maxAmount };
  const price = isPriced(type) && limit !== undefined ? limit : present;
  const amountOf = (units: string) => moneyOf(times(units, lotSize), price, rule);
  const amount = quantity === null ? null : amountOf(quantity);
  const unitAmount = amountOf("1");
  return {
    amount,
    unitAmount,
    currency: rule.currency,
    amountKind: rule.kind,
    minAmount,
    maxAmount,
    valueFault: amount === null ? null : outside(amount, minAmount, maxAmount),
    leastQuantity: minAmount === null ? null : leastWorth(minAmount, unitAmount, quantityStep),
  };
}

function outside(amount: string, min: string | null, max: string | null): Estimate["valueFault"] {
  if (min !== null && compareDecimals(amount, min) < 0) return "below";
  return max !== null && compareDecimals(amount, max) > 0 ? "above" : null;
}

function moneyOf(pieces: string, price: string, { value, per }: Worth): string {
  return quotient(product(product(pieces, price), value), per, AMOUNT_DIGITS);
}

/** Null if the price is so small that no quantity is worth that much. */
function leastWorth(minAmount: string, unitAmount: string, step: string): string | null {
  return compareDecimals(unitAmount, "0") > 0 ? roundedUp(quotient(minAmount, unitAmount, AMOUNT_DIGITS), step) : null;
}

function roundedUp(value: string, step: string): string {
  const below = roundedDown(value, step);
  return compareDecimals(below, value) === 0 ? below : sum(below, step);
}

function times(one: string, other: string): string {
  return decimalOf(product(one, other));
}
