/**
 * TradingView stops an alert for good at its fifteenth trigger within three minutes (its help page 43000597494), and tells
 * nobody here. Whoever gets near that is warned. Each node counts what it takes itself.
 */
import type { Clock } from "../../platform/clock.ts";

const WINDOW_MS = 180_000;
/** Of the fifteen: late enough to be no false alarm, early enough to do something. */
const WORTH_A_WARNING = 12;
const MANY_ALERTS = 10_000;

interface Seen {
  /** When it was triggered lately. */
  atMs: number[];
  warnedAtMs: number;
}

export class TriggerWatch {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #seen = new Map<string, Seen>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Notes that an alert was triggered; true when its user should be warned now: at most once within three minutes. */
  note(alert: string): boolean {
    const now = this.#clock.monotonicMs();
    const seen = this.#seen.get(alert) ?? { atMs: [], warnedAtMs: -Infinity };
    if (this.#seen.size >= MANY_ALERTS && !this.#seen.has(alert)) this.#forget(now);
    this.#seen.set(alert, seen);
    seen.atMs = [...seen.atMs.filter((atMs) => now - atMs < WINDOW_MS), now];
    if (seen.atMs.length < WORTH_A_WARNING || now - seen.warnedAtMs < WINDOW_MS) return false;
    seen.warnedAtMs = now;
    return true;
  }

  #forget(now: number): void {
    for (const [alert, { atMs }] of this.#seen)
      if (now - (atMs.at(-1) ?? -Infinity) >= WINDOW_MS) this.#seen.delete(alert);
  }
}
