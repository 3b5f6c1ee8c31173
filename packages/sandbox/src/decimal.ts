/** Exact decimals out of JSON numbers. A number's shortest spelling is what the sender wrote, up to 15 digits. */

/** A finite number as a plain decimal string: 1e-7 gives "0.0000001". */
export function decimalOf(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? sign + digits.padEnd(point, "0") : `${sign}0.${"0".repeat(-point)}${digits}`;
}

/** Whether `value` is a whole number of steps; both are plain decimals, `step` above zero. */
export function isMultipleOf(value: string, step: string): boolean {
  const scale = Math.max(fractionDigits(value), fractionDigits(step));
  return scaled(value, scale) % scaled(step, scale) === 0n;
}

/** Below, at or above zero as `one` is below, at or above `other`; both are plain decimals that aren't negative. */
export function compare(one: string, other: string): number {
  const scale = Math.max(fractionDigits(one), fractionDigits(other));
  const difference = scaled(one, scale) - scaled(other, scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** The exact product of two plain decimals that aren't negative. */
export function product(one: string, other: string): string {
  const digits = fractionDigits(one) + fractionDigits(other);
  const whole = scaled(one, fractionDigits(one)) * scaled(other, fractionDigits(other));
  const text = String(whole).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** How many whole times `unit`, which is above zero, fits into `value`. */
export function wholeTimes(value: string, unit: string): string {
  const scale = Math.max(fractionDigits(value), fractionDigits(unit));
  return String(scaled(value, scale) / scaled(unit, scale));
}

/** A plain decimal cut or filled up to that many digits after the point. */
export function withDigits(decimal: string, digits: number): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, "0")}`;
}

/** How many digits a plain decimal has after its point. */
export function fractionDigits(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

function scaled(decimal: string, scale: number): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
