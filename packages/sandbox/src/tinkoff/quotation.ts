/** T-Invest's numbers: a whole part as int64 text and billionths as an integer, both with the same sign. */

export interface Quotation {
  readonly units: string;
  readonly nano: number;
}

const BILLIONTHS = 9;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Returns whether `value` is an int64 as proto3 JSON is documented to write it: digits in a string. */
export function isInt64(value: unknown): value is string {
  if (typeof value !== "string" || !/^-?\d{1,19}$/.test(value)) return false;
  const number = BigInt(value);
  return number >= INT64.min && number <= INT64.max;
}

/** Converts a plain decimal with at most nine decimal places. */
export function toQuotation(decimal: string): Quotation {
  const sign = decimal.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  const nano = Number(fraction.padEnd(BILLIONTHS, "0"));
  return { units: whole === "0" ? "0" : sign + whole, nano: sign && nano !== 0 ? -nano : nano };
}

/** Returns the plain decimal in a request's `{units, nano}`; undefined when it isn't one. */
export function fromQuotation(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { units = "0", nano = 0, ...rest } = value as { units?: unknown; nano?: unknown };
  if (!isInt64(units) || typeof nano !== "number" || !Number.isInteger(nano)) return undefined;
  if (Object.keys(rest).length > 0 || Math.abs(nano) >= 10 ** BILLIONTHS) return undefined;
  const whole = BigInt(units);
  if ((whole < 0n && nano > 0) || (whole > 0n && nano < 0)) return undefined;
  const digits = String(Math.abs(nano)).padStart(BILLIONTHS, "0").replace(/0+$/, "");
  const sign = whole < 0n || nano < 0 ? "-" : "";
  return `${sign}${whole < 0n ? -whole : whole}${digits === "" ? "" : `.${digits}`}`;
}
