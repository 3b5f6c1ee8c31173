/**
 * Exact arithmetic on decimal strings: binary fractions can't represent money. A plain decimal has no exponent. Unless
 * noted otherwise, results have no needless zeros, and functions throw if a text isn't a number.
 */
import Exact from "big.js";

const NUMBER = /^\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;
const PLAIN = /^\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Writes a non-negative number as an exact plain decimal string: "1e-7" becomes "0.0000001", "007.50" becomes "7.5".
 * Returns undefined when the text isn't such a number or needs more than 40 digits on either side of the point. Never
 * throws.
 */
export function plainDecimal(text: string): string | undefined {
  if (!NUMBER.test(text)) return undefined;
  const plain = decimalOf(text);
  return PLAIN.test(plain) ? plain : undefined;
}

/**
 * Writes a finite number as a plain decimal: 1e-7 becomes "0.0000001". A JavaScript number means its shortest spelling.
 */
export function decimalOf(value: number | string): string {
  return new Exact(value).toFixed();
}

/** Returns a number below, equal to or above zero when `one` is below, equal to or above `other`. */
export function compareDecimals(one: string, other: string): number {
  return new Exact(one).cmp(other);
}

/** Returns the exact product, with as many digits after the point as both factors have together. */
export function product(one: string, other: string): string {
  return new Exact(one).times(other).toFixed(fractionDigits(one) + fractionDigits(other));
}

/** Returns whether `value` is a multiple of `step`. Nothing is a multiple of a step of zero. */
export function isMultipleOf(value: string, step: string): boolean {
  const size = new Exact(step);
  return !size.eq(0) && new Exact(value).mod(size).eq(0);
}

/** Rounds down to a multiple of `step`; neither may be negative. A step of zero means no rounding. */
export function roundedDown(value: string, step: string): string {
  const [whole, size] = [new Exact(value), new Exact(step)];
  return (size.eq(0) ? whole : whole.minus(whole.mod(size))).toFixed();
}

/** Returns how many whole times `unit`, which is above zero, fits into `value`, which isn't negative. */
export function wholeTimes(value: string, unit: string): string {
  return new Exact(roundedDown(value, unit)).div(unit).toFixed();
}

/**
 * Returns `one` divided by `other`, rounded half up to at most that many digits after the point. `one` may not be
 * negative, `other` must be above zero.
 */
export function quotient(one: string, other: string, digits: number): string {
  const shift = new Exact(10).pow(digits);
  const halves = new Exact(one).times(shift).times(2).plus(other);
  return new Exact(wholeTimes(halves.toFixed(), new Exact(other).times(2).toFixed())).div(shift).toFixed();
}

/** Returns `one` plus `other`. */
export function sum(one: string, other: string): string {
  return new Exact(one).plus(other).toFixed();
}

/** Returns `one` minus `other`. */
export function difference(one: string, other: string): string {
  return new Exact(one).minus(other).toFixed();
}

/** Returns the number with the other sign. */
export function negated(decimal: string): string {
  return new Exact(decimal).neg().toFixed();
}

/** Returns the number without its sign. */
export function absolute(decimal: string): string {
  return new Exact(decimal).abs().toFixed();
}

/** Returns -1, 0 or 1. */
export function signOf(decimal: string): -1 | 0 | 1 {
  const exact = new Exact(decimal);
  if (exact.eq(0)) return 0;
  return exact.s === 1 ? 1 : -1;
}

/** Returns the smaller of the two. */
export function smallerOf(one: string, other: string): string {
  return compareDecimals(one, other) <= 0 ? one : other;
}

/** Its quotients have this many digits after the point. */
const Ratio = Exact();
Ratio.DP = 18;
Ratio.RM = Exact.roundHalfUp;

/**
 * Returns `one` divided by `other`, either of which may be negative, rounded to 18 digits after the point, halves away
 * from zero. Throws if `other` is zero.
 */
export function ratio(one: string, other: string): string {
  return new Ratio(one).div(other).toFixed();
}

/** Rounds half away from zero to at most that many digits after the point. */
export function rounded(value: string, digits: number): string {
  return new Exact(value).round(digits, Exact.roundHalfUp).toFixed();
}

/** Returns the smallest number that both divide; both must be above zero. */
export function leastCommonMultiple(one: string, other: string): string {
  let [divisor, rest] = [new Exact(one), new Exact(other)];
  while (!rest.eq(0)) [divisor, rest] = [rest, divisor.mod(rest)];
  return new Exact(one).div(divisor).times(other).toFixed();
}

/** Cuts or pads a decimal to that many digits after the point. */
export function withDigits(decimal: string, digits: number): string {
  return new Exact(decimal).toFixed(digits, Exact.roundDown);
}

/** Rounds half up to that many significant digits. */
export function withSignificantDigits(decimal: string, digits: number): string {
  return new Exact(decimal).prec(digits, Exact.roundHalfUp).toFixed();
}

/** Returns how many digits a plain decimal has after its point. */
export function fractionDigits(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}
