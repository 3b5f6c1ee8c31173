/** Ready-made ranges of days, in the reader's time zone. */
import { PERIODS, type Period } from "@chartrelay/contract";
import { formatDay } from "../../lib/dates.ts";

/** A range of days, both included, as 'yyyy-MM-dd'. */
interface Days {
  readonly from: string;
  readonly to: string;
}

const daysAgo = (now: Date, days: number) =>
  formatDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));

const DAYS: Readonly<Record<Period, (now: Date) => Days>> = {
  today: (now) => ({ from: daysAgo(now, 0), to: daysAgo(now, 0) }),
  yesterday: (now) => ({ from: daysAgo(now, 1), to: daysAgo(now, 1) }),
  "7d": (now) => ({ from: daysAgo(now, 6), to: daysAgo(now, 0) }),
  "30d": (now) => ({ from: daysAgo(now, 29), to: daysAgo(now, 0) }),
  month: (now) => ({ from: formatDay(new Date(now.getFullYear(), now.getMonth(), 1)), to: daysAgo(now, 0) }),
};

/** Filters by days, by their names in the address: a period, or a first and a last day. */
export interface DayFilters {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the days that filters mean now: those of the period, if there is a known one. */
export function daysOf({ period, from, to }: DayFilters, now = new Date()): Partial<Days> {
  const known = PERIODS.find((name) => name === period);
  if (known) return DAYS[known](now);
  return { ...(from && { from }), ...(to && { to }) };
}
