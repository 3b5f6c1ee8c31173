/** The interface's languages: specification, section 9. */
import { LANGUAGES, type Language } from "@chartrelay/contract";
import i18next, { type i18n, type InitOptions } from "i18next";
import { initReactI18next } from "react-i18next";
import { languageDetector } from "./language-detector.ts";
import { createLocaleBackend, type FetchTexts } from "./locale-backend.ts";
import type { PageTexts } from "./page-texts.ts";

/** What every page needs; a page asks for its own texts as it is loaded. */
const NAMESPACES_OF_EVERY_PAGE = ["shell", "ui", "titles"] as const;

/** Anew for each instance: i18next adds to the list of namespaces what a page loads. */
const options = (): InitOptions => ({
  supportedLngs: LANGUAGES,
  // For a language that isn't ours. One of ours has every text, so that a second language is never loaded beside it.
  fallbackLng: (language: string | undefined) => (LANGUAGES.includes(language as Language) ? [] : ["en"]),
  ns: [...NAMESPACES_OF_EVERY_PAGE],
  defaultNS: "shell",
  interpolation: { escapeValue: false },
  maxParallelReads: 10,
  maxRetries: 5,
  retryTimeout: 350,
});

/** An i18next of its own, in the visitor's language. It loads by `fetchTexts` what didn't come with the page. */
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

/** An i18next of its own in one language, for a prerender. */
export async function createI18nIn(language: Language, fetchTexts: FetchTexts): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use(createLocaleBackend(fetchTexts))
    .use(initReactI18next)
    .init({ ...options(), lng: language });
  return instance;
}
