/** Hours and days in a named time zone, by its wall clock: what a trader reads there decides. */
import type { TradingHours } from "@chartrelay/contract";

/** A moment by the wall clock of a time zone. */
interface LocalTime {
  /** As ISO 8601 counts: 1 is Monday. */
  readonly weekday: number;
  readonly minutes: number;
  /** `2026-11-24`. */
  readonly day: string;
}

/**
 * Returns whether the strategy may enter now. The first minute of a window belongs to it, its end doesn't. Hours that
 * the clocks skip in spring are skipped; those that come twice in autumn count both times.
 */
export function isWithinHours({ timeZone, days, from, to }: TradingHours, nowMs: number): boolean {
  const { weekday, minutes } = localTime(nowMs, timeZone);
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start < end) return days.includes(weekday) && start <= minutes && minutes < end;
  // The window goes on until the next day: before its end, it is the one that began yesterday.
  return (
    (minutes >= start && days.includes(weekday)) || (minutes < end && days.includes(weekday === 1 ? 7 : weekday - 1))
  );
}

/** Returns the date in a time zone: `2026-11-24`. */
export function dayIn(timeZone: string, nowMs: number): string {
  return localTime(nowMs, timeZone).day;
}

const LONGEST_DAY_MS = 50 * 60 * 60_000;

/** Returns when the present day began in a time zone: not at midnight if the clocks skipped it. */
export function dayStartMs(timeZone: string, nowMs: number): number {
  const day = dayIn(timeZone, nowMs);
  let [before, within] = [nowMs - LONGEST_DAY_MS, nowMs];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayIn(timeZone, middle) < day) before = middle;
    else within = middle;
  }
  return within;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(nowMs: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(nowMs)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday = "", year, month, day, hour, minute } = parts;
  return {
    weekday: WEEKDAYS.indexOf(weekday) + 1,
    minutes: Number(hour) * 60 + Number(minute),
    day: `${year}-${month}-${day}`,
  };
}

/** There are a few hundred time zones; making a format takes far longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
