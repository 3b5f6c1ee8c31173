/** Detects the visitor's language in the specification's order (section 9), and stores the choice. */
import type { LanguageDetectorModule } from "i18next";
import { readStored, store } from "../lib/local-storage.ts";

/** The key of the stored choice. The server reads the cookie, so that its first answer is in the chosen language. */
const STORED_AS = "i18next";
const ONE_YEAR_S = 31_536_000;

/** i18next caches languages that it only detected, too; but nothing may be stored before the visitor chooses. */
let isDetected = false;

export const languageDetector: LanguageDetectorModule = {
  type: "languageDetector",
  /** The query, cookie, local and session storage, browser, then <html lang>. i18next takes the first supported one. */
  detect: () => {
    isDetected = true;
    return [
      new URLSearchParams(location.search).get("lng"),
      new RegExp(`(?:^|; )${STORED_AS}=([^;]+)`).exec(document.cookie)?.[1],
      readStored(STORED_AS),
      readStored(STORED_AS, "sessionStorage"),
      ...navigator.languages,
      navigator.language,
      document.documentElement.lang,
    ].flatMap((tag) => (tag ? [tag.split("-", 1)[0] ?? tag] : []));
  },
  cacheUserLanguage(language) {
    if (isDetected) {
      isDetected = false;
      return;
    }
    store(STORED_AS, language);
    document.cookie = `${STORED_AS}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
  },
};
