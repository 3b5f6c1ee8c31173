/** The period of a report, in quarters of an hour, and its days in the user's time zone. */
import { REPORT_DEFAULT_DAYS, REPORT_MAX_DAYS } from "@chartrelay/contract";
import { dayOf, startOfDay, startOfNextDay } from "../platform/day.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import { QUARTER_MS, quarterOf } from "./fill-sums.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface AskedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tz?: string | undefined;
}

/**
 * Returns the period that a request asks for: the last days of the user's time zone unless it says otherwise. It begins
 * and ends with a quarter of an hour.
 * @throws {Problem} validation_failed on `tz` for an unknown time zone, on `from` for a period that is too long.
 */
export function periodOf({ from, to, tz }: AskedPeriod, nowMs: number): Period {
  const toMs = to ? Date.parse(to) : nowMs;
  const fromMs = from ? Date.parse(from) : firstDay(toMs, tz || "UTC");
  if (toMs - fromMs > (REPORT_MAX_DAYS + 1) * DAY_MS) throw fieldProblem({ from: "invalid" });
  return { fromMs: quarterOf(fromMs) * QUARTER_MS, toMs: Math.ceil(toMs / QUARTER_MS) * QUARTER_MS };
}

function firstDay(toMs: number, timeZone: string): number {
  // Noon of a day is within it, whatever the clocks did in between.
  return startOfDay(startIn(toMs, timeZone) - (REPORT_DEFAULT_DAYS - 1) * DAY_MS + DAY_MS / 2, timeZone);
}

/** A day of a period, or the part of it within the period. */
export interface Day {
  /** As 2026-11-21. */
  readonly name: string;
  readonly startMs: number;
  /** The first moment after it. */
  readonly endMs: number;
}

/** Returns the days of a period in a time zone. */
export function daysOf({ fromMs, toMs }: Period, timeZone: string): Day[] {
  const days = [];
  for (let startMs = startIn(fromMs, timeZone); startMs < toMs;) {
    const nextMs = startOfNextDay(startMs, timeZone);
    days.push({ name: dayOf(startMs, timeZone), startMs: Math.max(startMs, fromMs), endMs: Math.min(nextMs, toMs) });
    startMs = nextMs;
  }
  return days;
}

function startIn(ms: number, timeZone: string): number {
  try {
    return startOfDay(ms, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem({ tz: "invalid" });
    throw error;
  }
}
