/** Tells the listeners of accounts what happens, in the order in which it happens. */
import type { MarketEvent } from "./terms.ts";

export type MarketListener = (event: MarketEvent) => void;

export class EventBus {
  readonly #listeners = new Map<string, Set<MarketListener>>();
  readonly #queue: { readonly account: string; readonly event: MarketEvent }[] = [];
  #isTelling = false;

  /** Returns how to end the subscription. */
  subscribe(account: string, listener: MarketListener): () => void {
    const listeners = this.#listeners.get(account) ?? new Set();
    this.#listeners.set(account, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(account) === listeners) this.#listeners.delete(account);
    };
  }

  /**
   * Tells an account's listeners before it returns. What a listener causes is told after what it was told of. Without
   * listeners, nothing is described.
   */
  tell(account: string, describe: () => MarketEvent): void {
    if (!this.#listeners.has(account)) return;
    this.#queue.push({ account, event: describe() });
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift())
        for (const listener of this.#listeners.get(next.account) ?? []) listener(next.event);
    } finally {
      this.#isTelling = false;
      this.#queue.length = 0;
    }
  }
}
