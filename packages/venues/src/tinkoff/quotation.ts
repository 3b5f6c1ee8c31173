/**
 * T-Invest's numbers, `{units, nano}`: a whole part and billionths, both with the same sign (docs/pitfalls.md, V11).
 */

export interface Quotation {
  /** An int64 in digits. */
  readonly units: string;
  /** Billionths: -999999999 to 999999999. */
  readonly nano: number;
}

const PLACES = 9;
const MAX_UNITS = 2n ** 63n - 1n;

/**
 * Converts a plain decimal exactly; undefined when it has more than nine decimal places or a whole part beyond int64.
 * Never uses a float.
 */
export function toQuotation(decimal: string): Quotation | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(decimal) ?? [];
  if (whole === "" || BigInt(whole) > MAX_UNITS) return undefined;
  const units = BigInt(whole);
  const nano = Number(fraction.padEnd(PLACES, "0"));
  const isNegative = sign === "-";
  return { units: String(isNegative ? -units : units), nano: isNegative && nano > 0 ? -nano : nano };
}

/** A quotation as we read it: see readExactJson. A part that is zero may be missing. */
export interface TextQuotation {
  readonly units?: string | undefined;
  readonly nano?: string | undefined;
}

/** Returns the plain decimal; undefined when it isn't such a number. */
export function fromQuotation({ units = "0", nano = "0" }: TextQuotation): string | undefined {
  if (!/^-?\d{1,19}$/.test(units) || !/^-?\d{1,9}$/.test(nano)) return undefined;
  const [whole, billionths] = [BigInt(units), BigInt(nano)];
  if (whole * billionths < 0n) return undefined;
  const fraction = nano.replace("-", "").padStart(PLACES, "0").replace(/0+$/, "");
  const sign = whole < 0n || billionths < 0n ? "-" : "";
  return `${sign}${String(whole).replace("-", "")}${fraction === "" ? "" : `.${fraction}`}`;
}
