import { readStored, store } from "../../lib/local-storage.ts";

const NAME = "utm_source";
/** The API takes no longer one, and a signup must not fail over it. */
const MAX_LENGTH = 255;

/** Keeps where the visitor came from, when the address says so: specification, section 3. */
export function keepUtmSource(search: string): void {
  const source = new URLSearchParams(search).get(NAME);
  if (source) store(NAME, source.slice(0, MAX_LENGTH));
}

/** Where the visitor came from, for the signup. */
export const readUtmSource = () => readStored(NAME);
