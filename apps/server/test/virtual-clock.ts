import { setImmediate } from "node:timers/promises";
import type { Clock } from "../src/platform/clock.ts";

interface Sleeper {
  readonly wakesAtMs: number;
  readonly wake: () => void;
}

/** The time that all clocks of a simulated world share. */
interface Time {
  ms: number;
  sleepers: Sleeper[];
}

/** A clock whose time passes only when everybody waits for it. Only its wall part can be stepped. */
export class VirtualClock implements Clock {
  readonly #time: Time;
  /** A process's monotonic clock can start anywhere. */
  readonly #monotonicOriginMs: number;
  #wallAheadMs = 0;

  constructor(time: Time = { ms: 0, sleepers: [] }, monotonicOriginMs = 0) {
    this.#time = time;
    this.#monotonicOriginMs = monotonicOriginMs;
  }

  nowMs(): number {
    return this.#time.ms + this.#wallAheadMs;
  }

  nowUs(): number {
    return this.nowMs() * 1_000;
  }

  monotonicMs(): number {
    return this.#time.ms - this.#monotonicOriginMs;
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((wake) => {
      this.#time.sleepers.push({ wakesAtMs: this.#time.ms + ms, wake });
      signal?.addEventListener("abort", () => wake(), { once: true });
    });
  }

  /** Never aborts: in virtual time the callee itself reports that it took too long. */
  timeout(): AbortSignal {
    return new AbortController().signal;
  }

  /** Returns the clock of another process in the same time: its monotonic part starts now. */
  ofAnotherProcess(): VirtualClock {
    return new VirtualClock(this.#time, this.#time.ms);
  }

  /** Sets the wall clock forward, or back with a negative number. */
  step(byMs: number): void {
    this.#wallAheadMs += byMs;
  }

  /** Lets time pass, from one waiter to the next, until `done` or nobody is waiting any more. */
  async runUntil(done: () => boolean): Promise<void> {
    const time = this.#time;
    for (;;) {
      await setImmediate();
      if (done() || time.sleepers.length === 0) return;
      time.sleepers.sort((a, b) => a.wakesAtMs - b.wakesAtMs);
      const next = time.sleepers.shift();
      if (!next) return;
      time.ms = Math.max(time.ms, next.wakesAtMs);
      next.wake();
    }
  }
}
