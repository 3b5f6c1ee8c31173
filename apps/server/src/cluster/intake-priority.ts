/**
 * In a rush, accepting goes before sending: TradingView forgets an alert that isn't answered within three seconds, while an
 * order may wait as long.
 */
import type { Clock } from "../platform/clock.ts";

const WINDOW_MS = 50;
/** A thousand alerts a second, which is more than one process accepts and sends at once. */
const RUSH_PER_WINDOW = 50;
const LOOK_AGAIN_MS = 10;
/** A rush that lasts longer than an answer may take is no rush but the load: then both go on as they can. */
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

  /** An alert has arrived. */
  arrived(): void {
    this.#turnWindow();
    this.#arrived += 1;
  }

  /** Settles when a send may go, or `owned` aborts. */
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
