/**
 * How far the venue's clock is from ours: the venue refuses a signed request that is a second early or recvWindow late.
 */
import { SharedCache } from "../shared-cache.ts";

export interface VenueClock {
  /**
   * Returns what to add to our time to get the venue's, in milliseconds.
   * @throws {NotSent} when the venue doesn't say, or `signal` ends the wait.
   */
  offsetMs(signal: AbortSignal): Promise<number>;
  /** Makes the next caller ask again, unless one has already: the venue refused a time that used this offset. */
  doubt(offsetMs: number): void;
  /** Returns the venue's time by the last known offset, or our time if there is none. */
  now(): number;
}

/** An unadjusted clock may lose a second in hours; the venue tolerates one. */
const FRESH_MS = 10 * 60_000;
const KEY = "clock";

/** Creates the clock. `ask` returns the venue's time, in milliseconds since the Unix epoch, and may throw {NotSent}. */
export function createVenueClock(ask: () => Promise<number>, now: () => number): VenueClock {
  const cache = new SharedCache<number>(1, now);
  let lastMs = 0;

  async function measure() {
    const askedMs = now();
    const venueMs = await ask();
    const answeredMs = now();
    // The venue read its clock at some point of the round trip: assuming the middle keeps the worst error smallest.
    lastMs = venueMs - (askedMs + answeredMs) / 2;
    return { value: lastMs, freshUntil: answeredMs + FRESH_MS };
  }

  return {
    offsetMs: (signal) => cache.get(KEY, signal, measure),
    doubt: (offsetMs) => cache.forget(KEY, offsetMs),
    now: () => now() + lastMs,
  };
}
