/** T-Invest's numbers: a whole part as int64 text and billionths as an integer, both of one sign. */

export interface Quotation {
  readonly units: string;
  readonly nano: number;
}

const BILLIONTHS = 9;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Whether `value` is what proto3 JSON is documented to write for an int64: digits in a text. */
export function isInt64(value: unknown): value is string {
  if (typeof value !== "string" || !/^-?\d{1,19}$/.test(value)) return false;
  const number = BigInt(value);
  return number >= INT64.min && number <= INT64.max;
}

/** A plain decimal of at most nine places. */
export function toQuotation(decimal: string): Quotation {
  const sign = decimal.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  const nano = Number(fraction.padEnd(BILLIONTHS, "0"));
  return { units: whole === "0" ? "0" : sign + whole, nano: sign && nano !== 0 ? -nano : nano };
}

/** The plain decimal that a request's `{units, nano}` says; undefined when it is none. */
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
