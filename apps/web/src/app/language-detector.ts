/** Which language the visitor wants, by the specification's order (section 9), and where the choice is kept. */
import type { LanguageDetectorModule } from "i18next";
import { readStored, store } from "../lib/local-storage.ts";

/** Where the choice is kept. The server reads the cookie, so that its first answer is in the language chosen here. */
const STORED_AS = "i18next";
const ONE_YEAR_S = 31_536_000;

/** i18next keeps what it has just detected, too, which nobody chose: nothing is stored before a choice. */
let isDetected = false;

export const languageDetector: LanguageDetectorModule = {
  type: "languageDetector",
  /** The query, the cookie, local and session storage, the browser, then <html lang>. i18next takes the first that is ours. */
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
