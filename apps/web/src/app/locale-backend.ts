/** Loads the interface's texts from the API. How often and how long it is tried again is i18next's own business. */
import type { BackendModule, ReadCallback } from "i18next";

export type FetchTexts = (address: string) => Promise<Response>;

/** By `fetchTexts`, which is the browser's own fetch outside of tests. */
export function createLocaleBackend(fetchTexts: FetchTexts): BackendModule {
  async function read(language: string, namespace: string, done: ReadCallback): Promise<void> {
    try {
      const response = await fetchTexts(`/api/v1/locales/${language}/${namespace}.json`);
      if (response.ok) return done(null, await response.json());
      // `true` has it tried again: a server that restarts answers 5xx for a while, a 404 stays one.
      return done(new Error(`${language}/${namespace}: ${response.status}`), response.status >= 500);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)), true);
    }
  }
  return { type: "backend", init: () => undefined, read: (...request) => void read(...request) };
}
