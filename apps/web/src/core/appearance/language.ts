/** The visitor's language: how it is detected, in the specification's order (section 9), and how a choice is stored. */
import type { Language } from "@chartrelay/contract";
import { readStored, store } from "../../lib/local-storage.ts";

/** The key of the stored choice. The server reads the cookie, so that its first answer is in the chosen language. */
const STORED_AS = "i18next";
const ONE_YEAR_S = 31_536_000;

/** The query, cookie, local and session storage, browser, then <html lang>: the first supported language counts. */
export function wantedLanguages(): readonly string[] {
  return [
    new URLSearchParams(location.search).get("lng"),
    new RegExp(`(?:^|; )${STORED_AS}=([^;]+)`).exec(document.cookie)?.[1],
    readStored(STORED_AS),
    readStored(STORED_AS, "sessionStorage"),
    ...navigator.languages,
    navigator.language,
    document.documentElement.lang,
  ].flatMap((tag) => (tag ? [tag.split("-", 1)[0] ?? tag] : []));
}

export function storeLanguage(language: Language): void {
  store(STORED_AS, language);
  document.cookie = `${STORED_AS}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
}
