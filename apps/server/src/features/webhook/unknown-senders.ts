/** Who posts alerts for accounts that don't exist: a misspelt id, or somebody who guesses. */
import type { Clock } from "../../platform/clock.ts";

const WINDOW_MS = 60_000;
const WORTH_TELLING = 100;
const MAX_ADDRESSES = 10_000;

export class UnknownSenders {
  readonly #clock: Clock;
  readonly #onMany: (address: string, count: number) => void;
  #since = 0;
  #counts = new Map<string, number>();

  /** `onMany` is told once a minute of each address that got there a hundred times. */
  constructor(clock: Clock, onMany: (address: string, count: number) => void) {
    this.#clock = clock;
    this.#onMany = onMany;
  }

  /**
   * Counts one. Nobody is turned away for it: TradingView posts everybody's alerts from four addresses, and an id can't
   * be guessed.
   */
  count(address: string): void {
    const now = this.#clock.monotonicMs();
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    if (count === 1 && this.#counts.size >= MAX_ADDRESSES) return;
    this.#counts.set(address, count);
    if (count === WORTH_TELLING) this.#onMany(address, count);
  }
}
