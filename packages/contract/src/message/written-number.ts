/** Numbers as people, spreadsheets and Pine write them. */
import { fractionDigits, plainDecimal, withSignificantDigits } from "../decimal.ts";
import type { RepairCode } from "./repairs.ts";

export type WrittenNumber =
  | {
      /** A plain decimal. */
      readonly value: string;
      readonly repairs: readonly RepairCode[];
    }
  | "NOT_A_NUMBER"
  | "AMBIGUOUS_NUMBER";

const JSON_NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * `1,500` is one and a half to some and fifteen hundred to others, and `1 500` may be two numbers: we guess neither.
 */
const THOUSANDS = /^[1-9]\d{0,2}(?:[ \u00a0\u202f,'’_]\d{3})+(?:[.,]\d+)?$/;
const DECIMAL_COMMA = /^(\d+),(\d+)$/;
/** `+5`, `.5`, `5.` and `007`, which JSON doesn't allow. */
const LOOSE_NUMBER = /^\+?(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

/** Reads a non-negative number, and lists the repairs that it needed. */
export function readWrittenNumber(source: string): WrittenNumber {
  if (THOUSANDS.test(source)) return "AMBIGUOUS_NUMBER";
  const repairs: RepairCode[] = [];
  const pointed = source.replace(DECIMAL_COMMA, "$1.$2");
  if (pointed !== source) repairs.push("DECIMAL_COMMA");
  const [, whole = "", fraction = "", exponent = ""] = LOOSE_NUMBER.exec(pointed) ?? [];
  const exact = whole + fraction === "" ? undefined : plainDecimal(`${whole || "0"}.${fraction || "0"}${exponent}`);
  if (exact === undefined) return "NOT_A_NUMBER";
  if (!JSON_NUMBER.test(pointed)) repairs.push("NUMBER_FORM");
  const value = withoutFloatNoise(exact);
  if (value !== exact) repairs.push("FLOAT_NOISE");
  return { value, repairs };
}

/** A double preserves any decimal of this many digits; its noise shows in the one or two after them. */
const DOUBLE_DIGITS = 15;
/** Noise follows at least this many zeros or nines; by chance one number in 100,000 has them. */
const MIN_VANISHING = 6;

/**
 * Reads `1194.6000000000001` as `1194.6` computed with doubles (docs/venues/tradingview.md, How messages arrive). A
 * plain decimal is changed only if it is exactly what a double prints, and rounding it to the digits that a double can
 * carry removes at least six.
 */
function withoutFloatNoise(plain: string): string {
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const excess = digits.length - DOUBLE_DIGITS;
  if (excess < 1 || excess > 2 || fraction.length < MIN_VANISHING) return plain;
  if (plainDecimal(String(Number(plain))) !== plain) return plain;
  const shorter = withSignificantDigits(plain, DOUBLE_DIGITS);
  return fraction.length - fractionDigits(shorter) >= MIN_VANISHING ? shorter : plain;
}
