/** Arithmetic on decimal strings that never rounds by itself (docs/pitfalls.md, V11). */
import { Decimal } from "decimal.js";

/** A message's number has forty digits on each side at most; a product of two and a quotient by a step fit in here. */
export const Exact = Decimal.clone({ precision: 400, defaults: true });

/** The largest multiple of `step` that isn't more than `value`. */
export function roundedDown(value: Decimal, step: Decimal): Decimal {
  return value.minus(value.mod(step));
}

/** The smallest number that both divide; both are positive. */
export function leastCommonMultiple(one: Decimal, other: Decimal): Decimal {
  return one.div(greatestCommonDivisor(one, other)).mul(other);
}

function greatestCommonDivisor(one: Decimal, other: Decimal): Decimal {
  return other.isZero() ? one : greatestCommonDivisor(other, one.mod(other));
}
