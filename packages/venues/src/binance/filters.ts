/** What a symbol's filters allow. All numbers are decimal strings; a rule that a filter doesn't have is zero. */
import { compareDecimals, decimalOf, leastCommonMultiple } from "@chartrelay/contract";
import * as z from "zod";

/** `min` and `max` are inclusive; a `max` or `step` of zero means no rule (docs/venues/binance.md, Filters). */
export interface Range {
  readonly min: string;
  readonly max: string;
  readonly step: string;
}

export interface SymbolRules {
  readonly price: Range;
  /** For a limit order, in base units. */
  readonly quantity: Range;
  /** A market order must pass both the rule for all orders and its own. */
  readonly marketQuantity: Range;
  /** Price times quantity. */
  readonly notional: Omit<Range, "step">;
  /** The same for a market order, whose price is the venue's own average or mark price. */
  readonly marketNotional: Omit<Range, "step">;
}

const decimal = z.optional(z.string().regex(/^\d{1,40}(\.\d{1,40})?$/));
/**
 * The filters that we can check before the send; only the venue can judge the rest (percent price, number of orders,
 * position).
 */
const filter = z.object({
  filterType: z.string(),
  minPrice: decimal,
  maxPrice: decimal,
  tickSize: decimal,
  minQty: decimal,
  maxQty: decimal,
  stepSize: decimal,
  /** Spot. */
  minNotional: decimal,
  maxNotional: decimal,
  applyMinToMarket: z.optional(z.boolean()),
  applyMaxToMarket: z.optional(z.boolean()),
  /** Futures. */
  notional: decimal,
});
export const symbolFilters = z.array(filter);
type Filter = z.infer<typeof filter>;

/**
 * Returns the rules in a symbol's filters. The precision fields next to the filters in exchangeInfo aren't steps
 * (docs/pitfalls.md, V10).
 */
export function rulesOf(filters: readonly Filter[]): SymbolRules {
  const the = (...types: readonly string[]) => filters.find(({ filterType }) => types.includes(filterType));
  const price = the("PRICE_FILTER");
  const quantity = quantityRange(the("LOT_SIZE"));
  const values = the("NOTIONAL", "MIN_NOTIONAL");
  const notional = { min: values?.minNotional ?? values?.notional ?? "0", max: values?.maxNotional ?? "0" };
  return {
    price: { min: price?.minPrice ?? "0", max: price?.maxPrice ?? "0", step: price?.tickSize ?? "0" },
    quantity,
    marketQuantity: both(quantity, quantityRange(the("MARKET_LOT_SIZE"))),
    notional,
    // Futures' filter has no such flags: its minimum is for all orders.
    marketNotional: {
      min: values?.applyMinToMarket === false ? "0" : notional.min,
      max: values?.applyMaxToMarket === false ? "0" : notional.max,
    },
  };
}

function quantityRange(lots: Filter | undefined): Range {
  return { min: lots?.minQty ?? "0", max: lots?.maxQty ?? "0", step: lots?.stepSize ?? "0" };
}

/** Returns the range that satisfies both `one` and `other`. */
function both(one: Range, other: Range): Range {
  const [min = "0"] = [one.min, other.min].toSorted((a, b) => compareDecimals(b, a));
  const [max = "0"] = [one.max, other.max].filter(isRule).toSorted(compareDecimals);
  const steps = [one.step, other.step].filter(isRule);
  const step = steps.length === 0 ? "0" : steps.reduce(leastCommonMultiple);
  return { min: decimalOf(min), max: decimalOf(max), step: decimalOf(step) };
}

/** Returns whether a bound or a step is a rule: zero isn't. */
export function isRule(decimal: string): boolean {
  return compareDecimals(decimal, "0") !== 0;
}
