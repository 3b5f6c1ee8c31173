/** What both venues' filters have in common: a range with steps. binance-spot-api-docs, filters.md. */
import { compare, isMultipleOf } from "../decimal.ts";

/** Plain decimals; "0" switches a rule of a price off. */
export interface Range {
  readonly min: string;
  readonly max: string;
  readonly step: string;
}

/** Where a value lies in regard to a range; undefined where nothing is wrong. */
export function outside(value: string, { min, max, step }: Range): "below" | "above" | "off step" | undefined {
  if (isOn(min) && compare(value, min) < 0) return "below";
  if (isOn(max) && compare(value, max) > 0) return "above";
  return isOn(step) && !isMultipleOf(value, step) ? "off step" : undefined;
}

function isOn(limit: string): boolean {
  return compare(limit, "0") > 0;
}
