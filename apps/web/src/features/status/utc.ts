/** The server doesn't know the reader's zone, and days of uptime are UTC days: the status page says everything in UTC. */

/** Formats a moment to the minute. */
export const utcMinute = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(new Date(at));

/** Formats a day, given as 2026-11-23. */
export const utcDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
