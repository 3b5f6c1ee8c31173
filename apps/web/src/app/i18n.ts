/** The interface's languages: specification, section 9. */
import { LANGUAGES, type Language } from "@chartrelay/contract";
import i18next, { type i18n, type InitOptions } from "i18next";
import { initReactI18next } from "react-i18next";
import { languageDetector } from "./language-detector.ts";
import { createLocaleBackend, type FetchTexts } from "./locale-backend.ts";
import type { PageTexts } from "./page-texts.ts";

/** What every page needs; each page loads its own texts with its code. */
const NAMESPACES_OF_EVERY_PAGE = ["shell", "ui", "titles"] as const;

/** A new object for each instance: i18next adds the namespaces that a page loads to the list. */
const options = (): InitOptions => ({
  supportedLngs: LANGUAGES,
  // For an unsupported language. Ours have every text, so no second language is ever loaded as a fallback.
  fallbackLng: (language: string | undefined) => (LANGUAGES.includes(language as Language) ? [] : ["en"]),
  ns: [...NAMESPACES_OF_EVERY_PAGE],
  defaultNS: "shell",
  interpolation: { escapeValue: false },
  maxParallelReads: 10,
  maxRetries: 5,
  retryTimeout: 350,
});

/** Creates a separate i18next in the visitor's language. Uses `fetchTexts` to load what didn't come with the page. */
export async function createI18n(fetchTexts: FetchTexts, given?: PageTexts): Promise<i18n> {
  const instance = i18next.createInstance();
  instance.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await instance
    .use(createLocaleBackend(fetchTexts))
    .use(languageDetector)
    .use(initReactI18next)
    .init({
      ...options(),
      ...(given && { resources: { [given.language]: given.texts }, partialBundledLanguages: true }),
    });
  return instance;
}

/** Creates a separate i18next in one language, for a prerender. */
export async function createI18nIn(language: Language, fetchTexts: FetchTexts): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use(createLocaleBackend(fetchTexts))
    .use(initReactI18next)
    .init({ ...options(), lng: language });
  return instance;
}
