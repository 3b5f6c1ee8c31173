import { setImmediate } from "node:timers/promises";
import type { Clock } from "../src/platform/clock.ts";

interface Sleeper {
  readonly wakesAtMs: number;
  readonly wake: () => void;
}

/** A clock whose time passes only when everybody waits for it. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #sleepers: Sleeper[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  nowUs(): number {
    return this.#nowMs * 1_000;
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((wake) => {
      this.#sleepers.push({ wakesAtMs: this.#nowMs + ms, wake });
      signal?.addEventListener("abort", () => wake(), { once: true });
    });
  }

  /** Lets time pass, from one waiter to the next, until `done` or nobody waits any more. */
  async runUntil(done: () => boolean): Promise<void> {
    for (;;) {
      await setImmediate();
      if (done() || this.#sleepers.length === 0) return;
      this.#sleepers.sort((a, b) => a.wakesAtMs - b.wakesAtMs);
      const next = this.#sleepers.shift();
      if (!next) return;
      this.#nowMs = Math.max(this.#nowMs, next.wakesAtMs);
      next.wake();
    }
  }
}
