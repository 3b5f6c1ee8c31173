import { setTimeout as delay } from "node:timers/promises";

/** Time comes in as an argument everywhere else, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Microseconds since the Unix epoch, for an order's timeline. */
  nowUs(): number;
  /** Settles after so many milliseconds, or at once when `signal` aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Where performance.now()'s zero lies on the wall clock, which may be stepped while we run. */
let originMs = performance.timeOrigin;
const MAX_DRIFT_MS = 5;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  nowUs: () => {
    const monotonicMs = performance.now();
    const wallMs = Date.now();
    if (Math.abs(originMs + monotonicMs - wallMs) > MAX_DRIFT_MS) originMs = wallMs - monotonicMs;
    return Math.round((originMs + monotonicMs) * 1_000);
  },
  wait: async (ms, signal) => {
    await delay(ms, undefined, signal && { signal }).catch(() => undefined);
  },
};
