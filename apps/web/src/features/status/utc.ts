/** The server doesn't know the reader's zone, and days of uptime are UTC days: the status page says everything in UTC. */
import type { Language } from "@chartrelay/contract";

const UTC = { timeZone: "UTC", dateStyle: "medium" } as const;
const formatsIn = (language: Language) => ({
  minute: new Intl.DateTimeFormat(language, { ...UTC, timeStyle: "short", hourCycle: "h23" }),
  day: new Intl.DateTimeFormat(language, UTC),
});
/** Kept, because a format takes far longer to make than to use, and a page has hundreds of days. */
const FORMATS: Readonly<Record<Language, ReturnType<typeof formatsIn>>> = { en: formatsIn("en"), ru: formatsIn("ru") };

/** Formats a moment to the minute. */
export const utcMinute = (at: string, language: Language): string => FORMATS[language].minute.format(new Date(at));

/** Formats a day, given as 2026-11-23. */
export const utcDay = (day: string, language: Language): string => FORMATS[language].day.format(new Date(day));
