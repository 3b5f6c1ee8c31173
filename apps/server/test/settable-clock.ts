import { systemClock, type Clock } from "../src/platform/clock.ts";

/** The real clock, for tests that set it, or let more time pass than they take. Its waits are real. */
export class SettableClock implements Clock {
  readonly wait = systemClock.wait;
  readonly timeout = systemClock.timeout;
  #passedMs = 0;
  #setByMs = 0;

  nowMs(): number {
    return systemClock.nowMs() + this.#passedMs + this.#setByMs;
  }

  nowUs(): number {
    return systemClock.nowUs() + (this.#passedMs + this.#setByMs) * 1_000;
  }

  monotonicMs(): number {
    return systemClock.monotonicMs() + this.#passedMs;
  }

  /** Lets additional time pass. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }

  /** Sets the wall clock forward, or back with a negative number. */
  set(byMs: number): void {
    this.#setByMs += byMs;
  }
}
