import { uptime } from "node:os";

/**
 * Everything else takes the time as an argument, so that tests control it. docs/decisions/clocks.md says which clock to
 * compare.
 */
export interface Clock {
  /**
   * Whole milliseconds since the Unix epoch, by the wall clock: for times that people see. The clock may be set at any
   * moment.
   */
  nowMs(): number;
  /** Microseconds since the Unix epoch, by the same clock, for an order's timeline. */
  nowUs(): number;
  /**
   * Milliseconds since an arbitrary moment, with fractions, by a clock that nobody sets: for ages, deadlines and
   * anything else compared within one process. Its zero means nothing in another process.
   */
  monotonicMs(): number;
  /** Settles after `ms` milliseconds, or at once when `signal` aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  timeout(ms: number): AbortSignal;
}

/** A machine's clocks, each in milliseconds. */
export interface TimeSources {
  /** Never set, and stopped while the machine sleeps. */
  readonly tickMs: () => number;
  readonly wallMs: () => number;
  /** Time since the machine booted, including sleep. Slow to read, and coarse. */
  readonly uptimeMs: () => number;
}

/** If the wall clock and ours drift apart by more, the wall clock was set or the machine slept. */
const MAX_DRIFT_MS = 1_000;

/**
 * Creates a monotonic clock that counts the machine's sleep: an order accepted before a laptop's lid is closed is old
 * when the lid is opened again. It reads the slow uptime only after the wall clock has jumped, to tell sleep from a
 * changed clock.
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

/** The wall time at performance.now()'s zero. The wall clock may be set while we run. */
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
  // Not by node:timers/promises: it makes an error with a stack for each wait that is cut short, and thousands are.
  wait: (ms, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted) resolve();
    else {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end);
    }
    return promise;
  },
  timeout: (ms) => AbortSignal.timeout(ms),
};
