import { readStored, store } from "../../lib/local-storage.ts";

const NAME = "utm_source";
/** The API takes no longer value, and a signup must not fail because of it. */
const MAX_LENGTH = 255;

/** Stores where the visitor came from, if the address says so: specification, section 3. */
export function keepUtmSource(search: string): void {
  const source = new URLSearchParams(search).get(NAME);
  if (source) store(NAME, source.slice(0, MAX_LENGTH));
}

/** Returns where the visitor came from, for the signup. */
export const readUtmSource = () => readStored(NAME);
