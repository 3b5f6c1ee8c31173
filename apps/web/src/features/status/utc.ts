/** The server doesn't know the reader's zone, and days of uptime are UTC days: the status page says everything in UTC. */
import { type Language, LANGUAGES } from "@chartrelay/contract";

const UTC = { timeZone: "UTC", dateStyle: "medium" } as const;
/** Kept, because a format takes far longer to make than to use, and a page has hundreds of days. */
const FORMATS = new Map(
  LANGUAGES.map((language) => [
    language,
    {
      minute: new Intl.DateTimeFormat(language, { ...UTC, timeStyle: "short", hourCycle: "h23" }),
      day: new Intl.DateTimeFormat(language, UTC),
    },
  ]),
);

/** Formats a moment to the minute. */
export const utcMinute = (at: string, language: Language): string =>
  FORMATS.get(language)?.minute.format(new Date(at)) ?? "";

/** Formats a day, given as 2026-11-23. */
export const utcDay = (day: string, language: Language): string =>
  FORMATS.get(language)?.day.format(new Date(day)) ?? "";
