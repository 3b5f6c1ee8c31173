/**
 * In a rush, accepting goes before sending: TradingView drops an alert that isn't answered within three seconds, while
 * an order can wait that long.
 */
import type { Clock } from "../platform/clock.ts";

const WINDOW_MS = 50;
/** A thousand alerts a second: more than one process can accept and send at the same time. */
const RUSH_PER_WINDOW = 50;
const LOOK_AGAIN_MS = 10;
/**
 * A rush that lasts longer than the answer timeout is the normal load: then accepting and sending share the process.
 */
const LONGEST_MS = 3_000;

export class IntakePriority {
  readonly #clock: Clock;
  #windowStartedAtMs = 0;
  #arrivedBefore = 0;
  #arrived = 0;
  #rushSinceMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call when an alert of a known account arrives: whoever posts for unknown ones must not hold up sends. */
  arrived(): void {
    this.#turnWindow();
    this.#arrived += 1;
  }

  /** Settles when a send may start, or `owned` aborts. */
  async yieldToIntake(owned: AbortSignal): Promise<void> {
    while (this.#isRush() && !owned.aborted) await this.#clock.wait(LOOK_AGAIN_MS, owned);
  }

  #isRush(): boolean {
    this.#turnWindow();
    if (Math.max(this.#arrived, this.#arrivedBefore) < RUSH_PER_WINDOW) {
      this.#rushSinceMs = undefined;
      return false;
    }
    const now = this.#clock.monotonicMs();
    this.#rushSinceMs ??= now;
    return now - this.#rushSinceMs < LONGEST_MS;
  }

  #turnWindow(): void {
    const elapsedMs = this.#clock.monotonicMs() - this.#windowStartedAtMs;
    if (elapsedMs < WINDOW_MS) return;
    this.#arrivedBefore = elapsedMs < 2 * WINDOW_MS ? this.#arrived : 0;
    this.#arrived = 0;
    this.#windowStartedAtMs = this.#clock.monotonicMs();
  }
}
