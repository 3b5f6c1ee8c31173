/** What the filters of both venues have in common: a range with steps. binance-spot-api-docs, filters.md. */
import { compareDecimals, isMultipleOf } from "@chartrelay/contract";

/** Plain decimals; "0" disables a rule of a price. */
export interface Range {
  readonly min: string;
  readonly max: string;
  readonly step: string;
}

/** Returns where a value lies outside a range; undefined if it doesn't. */
export function outside(value: string, { min, max, step }: Range): "below" | "above" | "off step" | undefined {
  if (isOn(min) && compareDecimals(value, min) < 0) return "below";
  if (isOn(max) && compareDecimals(value, max) > 0) return "above";
  return isOn(step) && !isMultipleOf(value, step) ? "off step" : undefined;
}

function isOn(limit: string): boolean {
  return compareDecimals(limit, "0") > 0;
}
