/** Times as Alor writes them, and sessions. */
import { RUSSIAN_SESSION } from "../russian-market.ts";

/** Writes a time with seven digits after the second. */
export function alorTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "0000Z");
}

/** Returns which session is open at that moment, or opens next: by its end. */
export function sessionOf(ms: number): number {
  return RUSSIAN_SESSION.sessionEndsAt(ms);
}
