import type { HttpAnswer } from "./client.ts";

/** The longest ban that a venue mentions (docs/venues/binance.md, Limits): nothing longer can be meant. */
const LONGEST_WAIT_MS = 3 * 24 * 60 * 60_000;
const SECONDS = /^\d+(\.\d+)?$/;
/** All three forms of RFC 9110, 5.6.7. Date.parse alone accepts any number as a year. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/**
 * Returns how long an answer's Retry-After (seconds, or an HTTP date: RFC 9110, 10.2.3) asks us to wait, in
 * milliseconds: from 0, for a time in the past, to three days. Undefined when the header is missing or has none of
 * those forms, such as a negative number.
 */
export function retryAfterMs(headers: HttpAnswer["headers"], nowMs: number): number | undefined {
  const value = headers["retry-after"];
  const waitMs = typeof value === "string" ? waitIn(value.trim(), nowMs) : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : Math.min(waitMs, LONGEST_WAIT_MS);
}

/** Returns NaN when `value` is neither seconds nor a date. */
function waitIn(value: string, nowMs: number): number {
  if (SECONDS.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return Number.NaN;
  return Math.max(0, Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) - nowMs);
}
