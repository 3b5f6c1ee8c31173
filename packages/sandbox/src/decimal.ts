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

function fractionDigits(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

function scaled(decimal: string, scale: number): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
