import type { Language } from "@chartrelay/contract";

const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
  ru: new Intl.DateTimeFormat("ru-RU", { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" }),
};

/** Formats a day given as yyyy-MM-dd: dd.MM.yyyy in Russian, else as in "March 5, 2025": specification, section 2. */
export function formatDocumentDate(date: string, language: string): string {
  return FORMATS[language === "ru" ? "ru" : "en"].format(new Date(date));
}
