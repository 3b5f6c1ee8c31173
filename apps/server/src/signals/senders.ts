/** Who posts to the webhooks, as far as an address can tell. */
import type { Clock } from "../platform/clock.ts";

/** TradingView's webhooks come from these addresses only, and never over IPv6 (its help page 43000529348). */
const ADDRESSES: ReadonlySet<string> = new Set(["52.89.214.238", "34.212.75.30", "54.218.53.128", "52.32.178.7"]);

/** Whether a request comes from TradingView, as far as an address can tell. */
export function isTradingView(ip: string): boolean {
  return ADDRESSES.has(ip.replace(/^::ffff:/, ""));
}

const WINDOW_MS = 60_000;
const WORTH_TELLING = 100;
const MAX_ADDRESSES = 10_000;

/** Counts posts for accounts that don't exist: a misspelt id, or somebody who guesses. */
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
