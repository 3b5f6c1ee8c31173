import { uptime } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** Time comes in as an argument everywhere else, so that tests own it. Which clock compares what: docs/decisions/clocks.md. */
export interface Clock {
  /** Milliseconds since the Unix epoch, by the wall clock: for times that people see. Somebody may set it at any moment. */
  nowMs(): number;
  /** Microseconds since the Unix epoch, by the same clock, for an order's timeline. */
  nowUs(): number;
  /**
   * Milliseconds since some moment, with fractions, by a clock that nobody sets: for ages, deadlines and whatever else one
   * process compares. Its zero means nothing in another process.
   */
  monotonicMs(): number;
  /** Settles after so many milliseconds, or at once when `signal` aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Aborts after so many milliseconds. */
  timeout(ms: number): AbortSignal;
}

/** What a machine tells of time, each in milliseconds. */
export interface TimeSources {
  /** Never stepped, and stands still while the machine sleeps. */
  readonly tickMs: () => number;
  readonly wallMs: () => number;
  /** Since the machine's start, its sleep included. Slow to read, and coarse. */
  readonly uptimeMs: () => number;
}

/** Between the wall clock and ours: more means that the one was set, or that the machine slept. */
const MAX_DRIFT_MS = 1_000;

/**
 * Makes a monotonic clock that counts the machine's sleep: an order that was accepted before a laptop's lid was closed is old
 * when it is opened again. Only when the wall clock has jumped is the slow source asked which of the two has happened.
 */
export function createMonotonic({ tickMs, wallMs, uptimeMs }: TimeSources): () => number {
  let wallAheadMs = wallMs() - tickMs();
  let uptimeAheadMs = uptimeMs() - tickMs();
  let sleptMs = 0;
  return () => {
    const now = tickMs();
    const aheadMs = wallMs() - now;
    if (Math.abs(aheadMs - wallAheadMs) > MAX_DRIFT_MS) {
      wallAheadMs = aheadMs;
      const uptimeGainedMs = uptimeMs() - now - uptimeAheadMs;
      if (uptimeGainedMs > MAX_DRIFT_MS) {
        uptimeAheadMs += uptimeGainedMs;
        sleptMs += uptimeGainedMs;
      }
    }
    return now + sleptMs;
  };
}

/** Where performance.now()'s zero lies on the wall clock, which may be stepped while we run. */
let originMs = performance.timeOrigin;
const MAX_TIMELINE_DRIFT_MS = 5;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  nowUs: () => {
    const monotonicMs = performance.now();
    const wallMs = Date.now();
    if (Math.abs(originMs + monotonicMs - wallMs) > MAX_TIMELINE_DRIFT_MS) originMs = wallMs - monotonicMs;
    return Math.round((originMs + monotonicMs) * 1_000);
  },
  monotonicMs: createMonotonic({
    tickMs: () => performance.now(),
    wallMs: () => Date.now(),
    uptimeMs: () => uptime() * 1_000,
  }),
  wait: async (ms, signal) => {
    await delay(ms, undefined, signal && { signal }).catch(() => undefined);
  },
  timeout: (ms) => AbortSignal.timeout(ms),
};
