/**
 * Exact arithmetic on decimal strings: binary fractions are not money. A plain decimal has no exponent. What these functions
 * make has no needless zeros either, unless they say otherwise; all throw for a text that is no number.
 */
import Exact from "big.js";

const NUMBER = /^\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;
const PLAIN = /^\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Writes a non-negative number as a plain decimal string, exactly: "1e-7" gives "0.0000001", "007.50" gives "7.5".
 * Undefined when the text is no such number or needs more than 40 digits on a side. Never throws.
 */
export function plainDecimal(text: string): string | undefined {
  if (!NUMBER.test(text)) return undefined;
  const plain = decimalOf(text);
  return PLAIN.test(plain) ? plain : undefined;
}

/** A finite number as a plain decimal: 1e-7 gives "0.0000001". A number is taken for its shortest spelling. */
export function decimalOf(value: number | string): string {
  return new Exact(value).toFixed();
}

/** Below, at or above zero as `one` is below, at or above `other`. */
export function compareDecimals(one: string, other: string): number {
  return new Exact(one).cmp(other);
}

/** The exact product, with as many digits after its point as the two have together. */
export function product(one: string, other: string): string {
  return new Exact(one).times(other).toFixed(fractionDigits(one) + fractionDigits(other));
}

/** Whether `value` is a whole number of `step`s. Nothing is one of steps of zero. */
export function isMultipleOf(value: string, step: string): boolean {
  const size = new Exact(step);
  return !size.eq(0) && new Exact(value).mod(size).eq(0);
}

/** The largest whole number of `step`s that isn't above `value`; neither is negative. A step of zero is no rule. */
export function roundedDown(value: string, step: string): string {
  const [whole, size] = [new Exact(value), new Exact(step)];
  return (size.eq(0) ? whole : whole.minus(whole.mod(size))).toFixed();
}

/** How many whole times `unit`, which is above zero, fits into `value`, which isn't negative. */
export function wholeTimes(value: string, unit: string): string {
  return new Exact(roundedDown(value, unit)).div(unit).toFixed();
}

/** The smallest number that both divide; both are above zero. */
export function leastCommonMultiple(one: string, other: string): string {
  let [divisor, rest] = [new Exact(one), new Exact(other)];
  while (!rest.eq(0)) [divisor, rest] = [rest, divisor.mod(rest)];
  return new Exact(one).div(divisor).times(other).toFixed();
}

/** Cut or filled up to that many digits after the point. */
export function withDigits(decimal: string, digits: number): string {
  return new Exact(decimal).toFixed(digits, Exact.roundDown);
}

/** Rounded, half up, to so many digits from the first that isn't zero. */
export function withSignificantDigits(decimal: string, digits: number): string {
  return new Exact(decimal).prec(digits, Exact.roundHalfUp).toFixed();
}

/** How many digits a plain decimal is written with after its point. */
export function fractionDigits(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}
