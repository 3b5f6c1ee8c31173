/** What this browser stores for us. Storage that fails, as in a private window, is logged and counts as empty. */
import { log } from "./log.ts";

/** Returns a stored text; undefined if there is none, or if the browser refuses access. */
export function readStored(key: string, where: "localStorage" | "sessionStorage" = "localStorage"): string | undefined {
  try {
    return window[where].getItem(key) ?? undefined;
  } catch (error) {
    log.warn(`${key} can't be read from ${where === "localStorage" ? "local" : "session"} storage`, error);
    return undefined;
  }
}

/** Stores a text; undefined removes it. */
export function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    log.warn(`${key} can't be written to local storage`, error);
  }
}
