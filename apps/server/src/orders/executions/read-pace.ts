/**
 * Shares what an environment of a venue may be asked about working orders: a few accounts are read as often as they like,
 * many wait for their turns. Whatever may have missed something goes first; what a live stream tells is only verified.
 */
import type { Clock } from "../../platform/clock.ts";

/** A fifth of the turns is left to those whose streams are live: none of them is never read. */
const TURNS_FOR_OTHERS = 5;
/** An account may have become urgent, or may have given up, while nobody's turn came. */
const LOOK_AGAIN_MS = 250;
const MINUTE_MS = 60_000;

interface Waiting {
  readonly cost: number;
  readonly isUrgent: () => boolean;
  readonly ended: AbortSignal;
  readonly start: () => void;
}

export class ReadPace {
  readonly #costPerMinute: number;
  readonly #clock: Pick<Clock, "monotonicMs" | "wait">;
  readonly #waiting = new Set<Waiting>();
  /** What may be spent at once: a minute's worth at most, which is what a start or a takeover needs. */
  #saved: number;
  #savedAtMs: number;
  #turns = 0;
  #isServing = false;

  /** `costPerMinute`: what all reads together may cost in a minute, in the venue's own units. */
  constructor(costPerMinute: number, clock: Pick<Clock, "monotonicMs" | "wait">) {
    this.#costPerMinute = costPerMinute;
    this.#clock = clock;
    this.#saved = costPerMinute;
    this.#savedAtMs = clock.monotonicMs();
  }

  /** Settles when a read of that cost may start, or when `ended` aborts. `isUrgent` is asked again and again. */
  async turn(cost: number, isUrgent: () => boolean, ended: AbortSignal): Promise<void> {
    if (ended.aborted) return;
    const { promise, resolve: start } = Promise.withResolvers<void>();
    this.#waiting.add({ cost, isUrgent, ended, start });
    if (!this.#isServing) void this.#serve();
    await promise;
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const lackingMs = this.#lackingMs(next.cost);
      if (lackingMs > 0) {
        await this.#clock.wait(Math.min(lackingMs, LOOK_AGAIN_MS), next.ended);
        continue;
      }
      this.#saved -= next.cost;
      this.#turns += 1;
      this.#waiting.delete(next);
      next.start();
    }
    this.#isServing = false;
  }

  /** Returns whose turn it is: the first one that is urgent or, at every fifth turn, that isn't. */
  #next(): Waiting | undefined {
    for (const waiting of this.#waiting) {
      if (!waiting.ended.aborted) continue;
      this.#waiting.delete(waiting);
      waiting.start();
    }
    const isForOthers = this.#turns % TURNS_FOR_OTHERS === TURNS_FOR_OTHERS - 1;
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (waiting.isUrgent() !== isForOthers) return waiting;
      first ??= waiting;
    }
    return first;
  }

  /** Returns how long it takes until that much may be spent. */
  #lackingMs(cost: number): number {
    const nowMs = this.#clock.monotonicMs();
    const perMs = this.#costPerMinute / MINUTE_MS;
    this.#saved = Math.min(this.#costPerMinute, this.#saved + (nowMs - this.#savedAtMs) * perMs);
    this.#savedAtMs = nowMs;
    return Math.max(0, Math.ceil((Math.min(cost, this.#costPerMinute) - this.#saved) / perMs));
  }
}
