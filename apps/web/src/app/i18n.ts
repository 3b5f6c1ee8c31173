/** The interface's languages: how one is detected and stored, and how its texts are loaded: specification, section 9. */
import { LANGUAGES, type Language } from "@chartrelay/contract";
import i18next, {
  type BackendModule,
  type i18n,
  type InitOptions,
  type LanguageDetectorModule,
  type ReadCallback,
} from "i18next";
import { initReactI18next } from "react-i18next";
import { storeLanguage, wantedLanguages } from "../core/appearance/language.ts";
import type { PageTexts } from "./page-texts.ts";

/** The browser's fetch except in tests and in the build. */
export type FetchTexts = (address: string) => Promise<Response>;

/** i18next caches languages that it only detected, too; but nothing may be stored before the visitor chooses. */
let isDetected = false;

/** Detects the visitor's language in the specification's order, and stores the choice. */
const languageDetector: LanguageDetectorModule = {
  type: "languageDetector",
  detect: () => {
    isDetected = true;
    return [...wantedLanguages()];
  },
  cacheUserLanguage(language) {
    if (isDetected) {
      isDetected = false;
      return;
    }
    storeLanguage(language as Language);
  },
};

/** Loads texts from the API. i18next itself decides how often and for how long to retry. */
function createLocaleBackend(fetchTexts: FetchTexts): BackendModule {
  async function read(language: string, namespace: string, done: ReadCallback): Promise<void> {
    try {
      const response = await fetchTexts(`/api/v1/locales/${language}/${namespace}.json`);
      if (response.ok) return done(null, await response.json());
      // `true` makes i18next retry: a restarting server answers 5xx for a while, but a 404 stays a 404.
      return done(new Error(`${language}/${namespace}: ${response.status}`), response.status >= 500);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)), true);
    }
  }
  return { type: "backend", init: () => undefined, read: (...request) => void read(...request) };
}

/** What every page needs; each page loads its own texts with its code. */
const NAMESPACES_OF_EVERY_PAGE = ["shell", "ui", "titles", "consent"] as const;

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
