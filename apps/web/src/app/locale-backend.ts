/** Loads the interface's texts from the API. i18next itself decides how often and for how long to retry. */
import type { BackendModule, ReadCallback } from "i18next";

export type FetchTexts = (address: string) => Promise<Response>;

/** Loads with `fetchTexts`, which is the browser's fetch except in tests. */
export function createLocaleBackend(fetchTexts: FetchTexts): BackendModule {
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
