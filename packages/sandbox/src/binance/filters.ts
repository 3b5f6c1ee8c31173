/** What both venues' filters have in common: a range with steps. binance-spot-api-docs, filters.md. */
import { compareDecimals, isMultipleOf } from "@chartrelay/contract";

/** Plain decimals; "0" switches a rule of a price off. */
export interface Range {
  readonly min: string;
  readonly max: string;
  readonly step: string;
}

/** Where a value lies in regard to a range; undefined where nothing is wrong. */
export function outside(value: string, { min, max, step }: Range): "below" | "above" | "off step" | undefined {
  if (isOn(min) && compareDecimals(value, min) < 0) return "below";
  if (isOn(max) && compareDecimals(value, max) > 0) return "above";
  return isOn(step) && !isMultipleOf(value, step) ? "off step" : undefined;
}

function isOn(limit: string): boolean {
  return compareDecimals(limit, "0") > 0;
}
