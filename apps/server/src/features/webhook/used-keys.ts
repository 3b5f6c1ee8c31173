/** Which alerts under a used key are stored as refused: the first of a minute for each key, as a constant one has no end of them. */
import type { Clock } from "../../platform/clock.ts";

const INTERVAL_MS = 60_000;
const MANY_KEYS = 10_000;

export class UsedKeys {
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** When a refusal was stored last, by account and key. The oldest stands first. */
  readonly #storedAtMs = new Map<string, number>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Whether this refusal is to be stored; if so, counts it as stored. */
  isToStore(accountId: string, key: string): boolean {
    const now = this.#clock.monotonicMs();
    const name = `${accountId} ${key}`;
    const storedAtMs = this.#storedAtMs.get(name);
    if (storedAtMs !== undefined && now - storedAtMs < INTERVAL_MS) return false;
    this.#storedAtMs.delete(name);
    const [oldest] = this.#storedAtMs.keys();
    if (oldest !== undefined && this.#storedAtMs.size >= MANY_KEYS) this.#storedAtMs.delete(oldest);
    this.#storedAtMs.set(name, now);
    return true;
  }
}
