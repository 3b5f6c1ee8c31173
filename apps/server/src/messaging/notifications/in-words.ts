/** Formats numbers and times for the reader's language. */
import type { Language } from "@chartrelay/contract";

/** Readers of Russian here trade by Moscow time; others get UTC. */
const CLOCKS = {
  en: { locale: "en-GB", timeZone: "UTC", name: "UTC" },
  ru: { locale: "ru-RU", timeZone: "Europe/Moscow", name: "МСК" },
} as const;

/**
 * Formats a decimal string with the language's separators, without losing a digit. Returns any other text unchanged.
 */
export function decimalInWords(decimal: string, language: Language): string {
  const [, sign = "", whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined) return decimal;
  const grouped = new Intl.NumberFormat(CLOCKS[language].locale).format(BigInt(whole));
  const mark = language === "ru" ? "," : ".";
  return `${sign}${grouped}${fraction === undefined ? "" : `${mark}${fraction}`}`;
}

/** Formats a duration in seconds, with hundredths below ten. */
export function secondsInWords(us: number, language: Language): string {
  const seconds = us / 1_000_000;
  const digits = seconds < 10 ? 2 : 0;
  return new Intl.NumberFormat(CLOCKS[language].locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(seconds);
}

/** Formats a time to the minute, with its time zone. */
export function momentInWords(ms: number, language: Language): string {
  const { locale, timeZone, name } = CLOCKS[language];
  const words = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${words.format(ms)} ${name}`;
}
