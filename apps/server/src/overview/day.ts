/** When a day began somewhere: clocks there may go forward or back on that very day. */

/**
 * The beginning of the day that it is at `nowMs` in a time zone, in milliseconds since the Unix epoch.
 * @throws {RangeError} for a name that no time zone has.
 */
export function startOfDay(nowMs: number, timeZone: string): number {
  const today = dayOf(nowMs, timeZone);
  // The offset at midnight may differ from that of now; from a first guess the right one is at most two steps away.
  let startMs = midnightBy(offsetMs(nowMs, timeZone), today);
  startMs = midnightBy(offsetMs(startMs, timeZone), today);
  // Where midnight itself is skipped the day begins an hour later.
  return dayOf(startMs, timeZone) === today ? startMs : startMs + 3_600_000;
}

/** As 2026-11-21. */
function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(ms);
}

function midnightBy(offset: number, day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - offset;
}

/** How far a zone's clocks are ahead of UTC at that moment. */
function offsetMs(ms: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(ms);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
}
