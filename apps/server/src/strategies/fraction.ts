/** Exact fractions: money divided by a price has no last digit, and what is rounded before the end isn't towards zero. */
import {
  absolute,
  compareDecimals,
  decimalOf,
  product,
  ratio,
  signOf,
  negated,
  wholeTimes,
} from "@chartrelay/contract";

/** Above zero; decimal strings. */
export interface Fraction {
  readonly numerator: string;
  readonly denominator: string;
}

/** Returns the product of a fraction and a number above zero. */
export function times({ numerator, denominator }: Fraction, factor: string): Fraction {
  return { numerator: decimalOf(product(numerator, factor)), denominator };
}

/** Returns a fraction divided by a number above zero. */
export function dividedBy({ numerator, denominator }: Fraction, divisor: string): Fraction {
  return { numerator, denominator: decimalOf(product(denominator, divisor)) };
}

/** Returns the fraction's largest multiple of `step` that isn't above it; `step` is above zero. */
export function wholeSteps({ numerator, denominator }: Fraction, step: string): string {
  return decimalOf(product(wholeTimes(numerator, decimalOf(product(denominator, step))), step));
}

/** Returns `units`, which has a sign, times the fraction, rounded towards zero to a multiple of `step`. */
export function scaled(units: string, scale: Fraction, step: string): string {
  if (signOf(units) === 0) return "0";
  const size = wholeSteps(times(scale, absolute(units)), step);
  return signOf(units) < 0 && compareDecimals(size, "0") > 0 ? negated(size) : size;
}

/** Returns a number with a sign, rounded towards zero to a multiple of `step`. */
export function towardsZero(value: string, step: string): string {
  return scaled(value, ONE, step);
}

/** Writes the fraction as a decimal, to 18 digits after the point. */
export function asDecimal({ numerator, denominator }: Fraction): string {
  return ratio(numerator, denominator);
}

const ONE: Fraction = { numerator: "1", denominator: "1" };
