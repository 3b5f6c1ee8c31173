/** How far the venue's clock is from ours: a signed request is refused a second early and recvWindow late. */
import { SharedCache } from "../shared-cache.ts";

export interface VenueClock {
  /**
   * What to add to our time to get the venue's, in milliseconds.
   * @throws {NotSent} when the venue doesn't tell, or `signal` ends the wait.
   */
  offsetMs(signal: AbortSignal): Promise<number>;
  /** The venue refused a time that was told with `offsetMs`: makes the next asker ask anew, unless that has happened. */
  doubt(offsetMs: number): void;
  /** The venue's time by the last offset known, ours if none is. */
  now(): number;
}

/** A clock that nobody sets may lose a second in hours; the venue forgives one. */
const FRESH_MS = 10 * 60_000;
const KEY = "clock";

/** `ask` gives the venue's time, in milliseconds since the Unix epoch, and may throw {NotSent}. */
export function createVenueClock(ask: () => Promise<number>, now: () => number): VenueClock {
  const cache = new SharedCache<number>(1, now);
  let lastMs = 0;

  async function measure() {
    const askedMs = now();
    const venueMs = await ask();
    const answeredMs = now();
    // The venue read its clock somewhere on the way: half of it is the least that one can be wrong by.
    lastMs = venueMs - (askedMs + answeredMs) / 2;
    return { value: lastMs, freshUntil: answeredMs + FRESH_MS };
  }

  return {
    offsetMs: (signal) => cache.get(KEY, signal, measure),
    doubt: (offsetMs) => cache.forget(KEY, offsetMs),
    now: () => now() + lastMs,
  };
}
