/** Days as a user's clock shows them. */

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

/** Returns how many hours the day that began at `startMs` has: 24, or one more or less when the clocks change. */
export function hoursOfDay(startMs: number, timeZone: string): number {
  // Whatever the clocks do, that is in the next day.
  const endMs = startOfDay(startMs + 30 * HOUR_MS, timeZone);
  return Math.ceil((endMs - startMs) / HOUR_MS);
}

/** Returns the date as 2026-11-21. */
function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(ms);
}

function midnightBy(offset: number, day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - offset;
}

/** Returns how far a zone's clocks are ahead of UTC at that moment. */
function offsetMs(ms: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(ms);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
}
