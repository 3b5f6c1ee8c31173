/** What one entry comes to by each rule of sizing: docs/decisions/sizing.md. Exact fractions, before any rounding. */
import {
  compareDecimals,
  decimalOf,
  product,
  smallerOf,
  type SizingNotice,
  type SizingRule,
} from "@chartrelay/contract";
import type { Worth } from "@chartrelay/venues";
import { dividedBy, type Fraction } from "./fraction.ts";
import type { Instruction } from "./instruction.ts";
import type { Stopped } from "./limits.ts";

/** A price and what it takes to count money with it. */
export interface PlanPrice {
  /** As charts quote it. */
  readonly value: string;
  /** Null if the venue doesn't say. */
  readonly worth: Worth | null;
  /** The least that an order of this type may be worth; null if there is no such rule. */
  readonly minAmount: string | null;
  readonly readAtMs: number;
}

/** What percent of equity are percent of. */
export interface PlanEquity {
  readonly amount: string;
  /** In capitals. */
  readonly currency: string;
  readonly readAtMs: number;
}

/** What an entry is sized with. */
export interface SizedWith {
  readonly price: PlanPrice | null;
  /** At which it is counted: an order's own limit, or the present price. */
  readonly orderPrice: string | null;
  readonly equity: PlanEquity | null;
  readonly lotSize: string;
  readonly allowMargin: boolean;
  readonly nowMs: number;
}

/** How an instruction is sized: the member's rule, or the message's own with the member's factor. */
export interface SizeRule {
  readonly rule: Exclude<SizingRule, "close" | "written">;
  readonly value: string;
  /** Whether `value` is for this order alone, so that each entry is sized anew. */
  readonly isPerEntry: boolean;
}

/** An older price or equity isn't sized with. */
const OLDEST_MS = 60_000;

/**
 * What is kept back, in percent, when an entry takes all of the money: Binance takes 0.1 % of a purchase, brokers in
 * Moscow take less from most clients, and a market order may be filled above the price that was read.
 */
const KEPT_FOR_FEES_PERCENT = "0.2";
const MOST_WITHOUT_MARGIN_PERCENT = "100";
const MOST_WITH_FEES_PERCENT = "99.8";

/** Returns the rule that sizes an instruction. A multiplier multiplies what the message states, whatever that is. */
export function sizeRuleOf({ sizing, size }: Instruction): SizeRule {
  if (sizing.kind !== "multiplier")
    return { rule: sizing.kind, value: sizing.value, isPerEntry: sizing.kind === "fixed" };
  const multiplied = (stated: string) => decimalOf(product(stated, sizing.value));
  if (size.money !== undefined) return { rule: "money", value: multiplied(size.money), isPerEntry: true };
  if (size.equityPercent !== undefined)
    return { rule: "equityPercent", value: multiplied(size.equityPercent), isPerEntry: true };
  return { rule: "multiplier", value: sizing.value, isPerEntry: false };
}

export type EntrySize =
  | { readonly kind: "sized"; readonly quantity: Fraction; readonly notices: readonly SizingNotice[] }
  | ({ readonly kind: "stopped" } & Stopped);

/** Returns the quantity of one entry; of a multiplier, that of `units` of TradingView's. */
export function entrySize({ rule, value }: SizeRule, units: string, by: SizedWith): EntrySize {
  switch (rule) {
    case "multiplier":
      return sized({ numerator: decimalOf(product(units, value)), denominator: "1" });
    case "fixed":
      return sized({ numerator: value, denominator: "1" });
    case "money":
      return bought({ numerator: value, denominator: "1" }, by);
    case "equityPercent":
      return partOfEquity(value, by);
  }
}

function partOfEquity(percent: string, by: SizedWith): EntrySize {
  const { equity, price, allowMargin, nowMs } = by;
  if (compareDecimals(percent, MOST_WITHOUT_MARGIN_PERCENT) > 0 && !allowMargin) {
    const limit = { allowed: MOST_WITHOUT_MARGIN_PERCENT, wanted: percent };
    return { kind: "stopped", reason: "MARGIN_NOT_ALLOWED", limit };
  }
  if (!isUsable(price, nowMs) || price.worth === null)
    return { kind: "stopped", reason: "PRICE_NOT_KNOWN", limit: null };
  if (!isUsable(equity, nowMs)) return { kind: "stopped", reason: "EQUITY_NOT_KNOWN", limit: null };
  if (equity.currency !== price.worth.currency) {
    const limit = { allowed: equity.currency, wanted: price.worth.currency };
    return { kind: "stopped", reason: "EQUITY_IN_OTHER_CURRENCY", limit };
  }
  // A contract takes only its margin, so its fee finds money; beyond 100 %, the money is borrowed anyway.
  const mayTakeAll = price.worth.kind === "contract" || compareDecimals(percent, MOST_WITHOUT_MARGIN_PERCENT) > 0;
  const taken = mayTakeAll ? percent : smallerOf(percent, MOST_WITH_FEES_PERCENT);
  const part = bought({ numerator: decimalOf(product(equity.amount, taken)), denominator: "100" }, by);
  if (taken === percent || part.kind === "stopped") return part;
  return { ...part, notices: [{ code: "FEES_KEPT", values: { percent: KEPT_FOR_FEES_PERCENT } }] };
}

/** Returns how much an amount of the instrument's currency buys. */
function bought(amount: Fraction, by: SizedWith): EntrySize {
  const unit = unitAmount(by);
  if (unit === null) return { kind: "stopped", reason: "PRICE_NOT_KNOWN", limit: null };
  const { numerator, denominator } = unit;
  if (compareDecimals(amount.numerator, "0") <= 0)
    return { kind: "stopped", reason: "INSUFFICIENT_FUNDS", limit: null };
  return sized({
    numerator: decimalOf(product(amount.numerator, denominator)),
    denominator: decimalOf(product(amount.denominator, numerator)),
  });
}

/** Returns what a lot, or a base unit, is worth; null if it isn't known. */
export function unitAmount({ price, orderPrice, lotSize, nowMs }: SizedWith): Fraction | null {
  if (!isUsable(price, nowMs) || price.worth === null) return null;
  const { value, per } = price.worth;
  const at = orderPrice ?? price.value;
  // A spread's price, for example, may be zero or less.
  if (compareDecimals(at, "0") <= 0) return null;
  return dividedBy({ numerator: decimalOf(product(product(at, value), lotSize)), denominator: "1" }, per);
}

function isUsable<Read extends { readonly readAtMs: number }>(read: Read | null, nowMs: number): read is Read {
  return read !== null && nowMs - read.readAtMs <= OLDEST_MS;
}

function sized(quantity: Fraction): EntrySize {
  return { kind: "sized", quantity, notices: [] };
}
