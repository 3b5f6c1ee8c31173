/**
 * Notices that this process stood still: somebody stopped it (SIGSTOP), or its machine was paused. What waited in its
 * sockets meanwhile was given up by its senders, and may have been sent again to another node.
 */
import { systemClock, type Clock } from "./clock.ts";

const TICK_MS = 100;
/** TradingView waits this long for an answer (its help page 43000529348). */
const SENDER_WAITS_MS = 3_000;
/** More than it takes to read what waited. */
const READING_MS = 1_000;

export class StandstillWatch {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #ticks: NodeJS.Timeout;
  #tickedAtMs: number;
  #noticedAtMs = -Infinity;

  constructor(clock: Pick<Clock, "monotonicMs"> = systemClock) {
    this.#clock = clock;
    this.#tickedAtMs = clock.monotonicMs();
    this.#ticks = setInterval(() => this.#look(), TICK_MS).unref();
  }

  /** Whether a request that arrives now may have waited since before a standstill. */
  isStale(): boolean {
    // Sockets are read before timers run: the first requests after a standstill come before a tick.
    this.#look(false);
    return this.#clock.monotonicMs() - this.#noticedAtMs < READING_MS;
  }

  stop(): void {
    clearInterval(this.#ticks);
  }

  #look(isTick = true): void {
    const now = this.#clock.monotonicMs();
    if (now - this.#tickedAtMs > SENDER_WAITS_MS) this.#noticedAtMs = now;
    if (isTick) this.#tickedAtMs = now;
  }
}
