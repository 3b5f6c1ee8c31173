/** Numbers and moments as the reader writes them. */
import type { Language } from "@chartrelay/contract";

/** Whoever reads Russian here trades by Moscow's clock; others are told UTC. */
const CLOCKS = {
  en: { locale: "en-GB", timeZone: "UTC", name: "UTC" },
  ru: { locale: "ru-RU", timeZone: "Europe/Moscow", name: "МСК" },
} as const;

/** A decimal string in full, with the language's marks: no digit is lost. A text that is none stays as it is. */
export function decimalInWords(decimal: string, language: Language): string {
  const [, sign = "", whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined) return decimal;
  const grouped = new Intl.NumberFormat(CLOCKS[language].locale).format(BigInt(whole));
  const mark = language === "ru" ? "," : ".";
  return `${sign}${grouped}${fraction === undefined ? "" : `${mark}${fraction}`}`;
}

/** A span of time in seconds; to the hundredth below ten. */
export function secondsInWords(us: number, language: Language): string {
  const seconds = us / 1_000_000;
  const digits = seconds < 10 ? 2 : 0;
  return new Intl.NumberFormat(CLOCKS[language].locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(seconds);
}

/** A moment to the minute, with the name of the clock that shows it. */
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

/** Where the venues put what they say to a person: docs/venues, errors of each venue. */
const FIELDS = ["message", "msg", "description"];
const MAX_LENGTH = 200;

/** What a venue said in its answer; undefined where it said nothing that can be shown. */
export function venueWordsIn(response: string | null): string | undefined {
  if (response === null) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(response);
  } catch {
    return undefined;
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  const said = FIELDS.map((field) => (answer as Record<string, unknown>)[field]).filter(
    (words) => typeof words === "string",
  );
  return said.find((words) => words.trim() !== "")?.slice(0, MAX_LENGTH);
}
