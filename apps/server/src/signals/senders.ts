/** Who posts to the webhooks, judged by IP address. */
import type { Clock } from "../platform/clock.ts";

/** TradingView posts webhooks only from these addresses, never over IPv6 (its help page 43000529348). */
const ADDRESSES: ReadonlySet<string> = new Set(["52.89.214.238", "34.212.75.30", "54.218.53.128", "52.32.178.7"]);

/** Whether a request comes from TradingView, judged by IP address. */
export function isTradingView(ip: string): boolean {
  return ADDRESSES.has(ip.replace(/^::ffff:/, ""));
}

/** In the sandbox, which TradingView can't reach, this machine's own two stand in for them. */
const SANDBOX_ADDRESSES: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/** Whether an address is one of TradingView's, to learn its certificate from. */
export function isTradingViewsAddress(ip: string, isSandbox: boolean): boolean {
  return isTradingView(ip) || (isSandbox && SANDBOX_ADDRESSES.has(ip.replace(/^::ffff:/, "")));
}

const WINDOW_MS = 60_000;
const MANY_POSTS = 100;
const MAX_ADDRESSES = 10_000;

/** Counts posts for accounts that don't exist: the id is misspelt, or somebody is guessing. */
export class UnknownSenders {
  readonly #clock: Clock;
  readonly #onMany: (address: string, count: number) => void;
  #since = 0;
  #counts = new Map<string, number>();

  /** `onMany` is called at most once a minute per address, when its count reaches a hundred. */
  constructor(clock: Clock, onMany: (address: string, count: number) => void) {
    this.#clock = clock;
    this.#onMany = onMany;
  }

  /**
   * Counts a post. Nobody is blocked for it: TradingView posts everybody's alerts from four addresses, and an id can't
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
    if (count === MANY_POSTS) this.#onMany(address, count);
  }
}
