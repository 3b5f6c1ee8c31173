/** Days as a user's clock shows them. */
import { LRUCache } from "lru-cache";

const HOUR_MS = 3_600_000;

/**
 * Returns when the day that contains `nowMs` began in a time zone, in milliseconds since the Unix epoch. The clocks may
 * change on that very day.
 * @throws {RangeError} for an unknown time zone.
 */
export function startOfDay(nowMs: number, timeZone: string): number {
  const today = dayOf(nowMs, timeZone);
  // The offset at midnight may differ from the current one; the right one is at most two steps away.
  let startMs = midnightBy(offsetMs(nowMs, timeZone), today);
  startMs = midnightBy(offsetMs(startMs, timeZone), today);
  // If midnight itself is skipped, the day begins an hour later.
  return dayOf(startMs, timeZone) === today ? startMs : startMs + HOUR_MS;
}

/** Returns when the next day begins after the day that began at `startMs`. */
export function startOfNextDay(startMs: number, timeZone: string): number {
  // Whatever the clocks do, that is in the next day.
  return startOfDay(startMs + 30 * HOUR_MS, timeZone);
}

/** Returns how many hours the day that began at `startMs` has: 24, or one more or less when the clocks change. */
export function hoursOfDay(startMs: number, timeZone: string): number {
  return Math.ceil((startOfNextDay(startMs, timeZone) - startMs) / HOUR_MS);
}

/** Returns the date as 2026-11-21. @throws {RangeError} for an unknown time zone. */
export function dayOf(ms: number, timeZone: string): string {
  return shown(ms, timeZone).slice(0, "2026-11-21".length);
}

function midnightBy(offset: number, day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - offset;
}

/** Returns how far a zone's clocks are ahead of UTC at that moment. */
function offsetMs(ms: number, timeZone: string): number {
  return Date.parse(`${shown(ms, timeZone).replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
}

/** There are some 600 zones, and creating a formatter takes longer than a thousand uses. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

/** Returns the time in a zone as 2026-11-21 03:00:00. */
function shown(ms: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format.format(ms);
}
