/** The interface's languages: specification, section 9. */
import { LANGUAGES } from "@chartrelay/contract";
import i18next, { type i18n } from "i18next";
import LanguageDetector from "i18next-browser-languagedetector";
import { initReactI18next } from "react-i18next";
import { createLocaleBackend, type FetchTexts } from "./locale-backend.ts";

/** What every page needs; a page asks for its own texts as it is loaded. */
const NAMESPACES_OF_EVERY_PAGE = ["shell", "ui"] as const;

/** Where the choice is kept. The server reads the cookie, so that its first answer is in the language chosen here. */
const STORED_AS = "i18next";

/** An i18next of its own that has loaded the texts of every page, by `fetchTexts`. */
export async function createI18n(fetchTexts: FetchTexts): Promise<i18n> {
  const instance = i18next.createInstance();
  instance.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await instance
    .use(createLocaleBackend(fetchTexts))
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: LANGUAGES,
      fallbackLng: "en",
      ns: NAMESPACES_OF_EVERY_PAGE,
      defaultNS: "shell",
      interpolation: { escapeValue: false },
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      detection: {
        order: ["querystring", "cookie", "localStorage", "sessionStorage", "navigator", "htmlTag"],
        lookupQuerystring: "lng",
        lookupCookie: STORED_AS,
        lookupLocalStorage: STORED_AS,
        lookupSessionStorage: STORED_AS,
        caches: ["localStorage", "cookie"],
        cookieOptions: { path: "/", sameSite: "lax" },
        // `ru-RU` is Russian. Without it i18next prefers an exact match further down, such as <html lang="en">.
        convertDetectedLanguage: (language) => language.split("-", 1)[0] ?? language,
      },
    });
  return instance;
}
