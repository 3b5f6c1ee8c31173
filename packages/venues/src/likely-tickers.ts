/** Guesses which ticker a misspelt one was meant to be. A guess is only ever offered to the trader, never traded. */
import { SharedCache } from "./shared-cache.ts";

/** How long a refusal waits for the search behind a guess; a slower answer serves the next refusal. */
const PATIENCE_MS = 1_000;
const FRESH_MS = 60 * 60_000;
const MAX_GUESSES = 1_000;
/** In a shorter name, one slip leads everywhere. */
const MIN_LETTERS = 3;
/** With more that are as near, none of them is likely. */
const MAX_LIKELY = 3;

/**
 * Returns whether the names differ by one slip of the pen: a letter lost, added, or swapped with its neighbour. A wrong
 * letter is none: it usually names another company or coin.
 */
function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length + right.length === 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Returns the listed names that `written` was probably meant to be, ignoring case; none if that isn't clear. */
export function likelyTickers(written: string, listed: Iterable<string>): readonly string[] {
  if (written.length < MIN_LETTERS) return [];
  const capitals = written.toUpperCase();
  const near = new Set<string>();
  for (const name of listed) {
    if (Math.abs(name.length - capitals.length) <= 1 && isOneSlip(capitals, name.toUpperCase())) near.add(name);
  }
  return near.size > MAX_LIKELY ? [] : [...near];
}

/** Returns parts of a name such that any one slip leaves at least one of them as it was meant. */
function partsOf(name: string): readonly string[] {
  const middle = Math.ceil(name.length / 2);
  const [left, right] = [name.slice(0, middle), name.slice(middle)];
  const swappedInTheMiddle = left.slice(0, -1) + right.slice(0, 1) + left.slice(-1) + right.slice(1);
  return [...new Set([left, right, swappedInTheMiddle])].filter((part) => part.length > 1);
}

/** Guesses at a venue that has no list of all instruments, only a search. Guesses are cached for an hour. */
export class TickerGuesses {
  readonly #cache: SharedCache<readonly string[]>;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.#cache = new SharedCache(MAX_GUESSES, now);
  }

  /**
   * Returns the names that `written` was probably meant to be. `search` returns all names that contain a text; `scope`
   * distinguishes searches with different results. Never throws: without an answer in time there is no guess.
   */
  async of(
    written: string,
    scope: string,
    search: (part: string) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    if (written.length < MIN_LETTERS) return [];
    const load = async () => {
      const found = await Promise.all(partsOf(written).map(search));
      return { value: likelyTickers(written, found.flat()), freshUntil: this.#now() + FRESH_MS };
    };
    return this.#cache.get(`${scope}:${written}`, AbortSignal.timeout(PATIENCE_MS), load).catch(() => []);
  }
}
