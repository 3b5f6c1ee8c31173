/** One lane: its deliveries are sent one at a time, first in, first out. What became of one is looked up beside them. */
import type { Clock } from "../platform/clock.ts";
import type { CarryResult, Courier } from "./courier.ts";
import type { Delivery, Journal } from "./delivery.ts";

/** Before a lane that another node disturbed is loaded again. */
const RELOAD_DELAY_MS = 50;

export interface LaneOptions<D extends Delivery> {
  readonly name: string;
  readonly courier: Courier<D>;
  readonly journal: Pick<Journal<D>, "loadLane">;
  readonly clock: Clock;
  /** Aborts when the lane isn't ours any more: nothing more is started for it. */
  readonly owned: AbortSignal;
  readonly onSettled: (delivery: D) => void;
  readonly onTrouble: (error: unknown) => void;
}

export class Lane<D extends Delivery> {
  readonly #options: LaneOptions<D>;
  readonly #stopping = new AbortController();
  readonly #owned: AbortSignal;
  readonly #known = new Set<string>();
  /** What is being looked up, each until that ends. */
  readonly #lookUps = new Map<D, Promise<void>>();
  #queue: D[] = [];
  #sending: D | undefined;
  #isStale = false;
  #failure: { readonly error: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(options: LaneOptions<D>) {
    this.#options = options;
    this.#owned = AbortSignal.any([options.owned, this.#stopping.signal]);
  }

  /** What is unsettled, in order. */
  get queue(): readonly D[] {
    return this.#queue;
  }

  /** Puts a delivery at its place: nearly always the end, as only another node's rows, or a sweep's, belong further ahead. */
  add(delivery: D): void {
    if (this.#known.has(delivery.id)) return;
    this.#known.add(delivery.id);
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.seq ?? 0) > delivery.seq) index -= 1;
    this.#queue.splice(index, 0, delivery);
    this.#changed.resolve();
  }

  /**
   * Does what is next in it, or waits for something to do.
   * @throws what went wrong in a look-up, so that the lane is started anew.
   */
  async step(): Promise<void> {
    const { courier } = this.#options;
    if (this.#failure) throw this.#failure.error;
    this.#changed = Promise.withResolvers();
    const next = this.#queue.find((delivery) => !this.#lookUps.has(delivery));
    if (this.#isStale) await this.#reload();
    else if (!next) await this.#change();
    else if (courier.needsLookUp(next)) await this.#lookUp(next);
    else if (this.#lookUps.size === 0 || courier.isExpired(next)) await this.#send(next);
    else if (await courier.mayOvertake(next)) await this.#overtake(next);
    else await this.#waitBehind(next);
  }

  /** Ends at once what waits and may not be sent any more, whatever is under way. */
  async reconsider(): Promise<void> {
    await this.#endWaiting();
    this.#changed.resolve();
  }

  /** Starts nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#lookUps.values());
  }

  async #send(delivery: D): Promise<void> {
    this.#sending = delivery;
    const result = await this.#options.courier.send(delivery, this.#owned);
    this.#sending = undefined;
    this.#after(delivery, result);
  }

  /** Sends ahead of what is being looked up: that isn't sent again, as it would come out of order. */
  async #overtake(delivery: D): Promise<void> {
    for (const earlier of this.#lookUps.keys()) earlier.isOvertaken = true;
    await this.#send(delivery);
  }

  /** Has the outcome of an earlier send looked up, while the lane goes on. */
  async #lookUp(delivery: D): Promise<void> {
    const { courier } = this.#options;
    if ((await courier.unresolve(delivery, this.#owned)) === "stopped") return;
    const ended = courier.resolve(delivery, this.#owned).then(
      (result) => this.#after(delivery, result),
      (error: unknown) => {
        this.#failure = { error };
      },
    );
    this.#lookUps.set(
      delivery,
      ended.finally(() => {
        this.#lookUps.delete(delivery);
        this.#changed.resolve();
      }),
    );
  }

  #after(delivery: D, result: CarryResult): void {
    if (result === "settled") this.#remove(delivery);
    if (result === "stale") this.#isStale = true;
  }

  async #waitBehind(next: D): Promise<void> {
    for (const waiting of this.#queue) waiting.waitedForUnknown ||= waiting.attempt === 0;
    await this.#endWaiting();
    const { clock } = this.#options;
    if (this.#queue.includes(next)) await this.#change(Math.max(0, next.expiresAtMonotonicMs - clock.monotonicMs()));
  }

  async #endWaiting(): Promise<void> {
    const waiting = this.#queue.filter((each) => each.attempt === 0 && each !== this.#sending);
    await Promise.all(
      waiting.map(async (delivery) => {
        if (await this.#options.courier.endWaiting(delivery, this.#owned)) this.#remove(delivery);
      }),
    );
  }

  /** Waits until something in the lane changes, or that long. */
  async #change(timeoutMs?: number): Promise<void> {
    const waiting = new AbortController();
    const until = AbortSignal.any([this.#owned, waiting.signal]);
    const { clock } = this.#options;
    const time = timeoutMs === undefined ? aborted(until) : clock.wait(timeoutMs, until);
    await Promise.race([this.#changed.promise, time]);
    waiting.abort();
  }

  #remove(delivery: D): void {
    this.#options.onSettled(delivery);
    this.#known.delete(delivery.id);
    this.#queue = this.#queue.filter(({ id }) => id !== delivery.id);
  }

  /** Starts the lane afresh from what the storage knows of it. What is being looked up goes on. */
  async #reload(): Promise<void> {
    const { name, journal, clock, onTrouble } = this.#options;
    await clock.wait(RELOAD_DELAY_MS, this.#owned);
    if (this.#owned.aborted) return;
    const before = new Set(this.#queue.map(({ id }) => id));
    try {
      const loaded = await journal.loadLane(name);
      const arrivedMeanwhile = this.#queue.filter(({ id }) => !before.has(id) && !loaded.some((row) => row.id === id));
      const lookedUp = new Map(Array.from(this.#lookUps.keys(), (delivery) => [delivery.id, delivery]));
      const kept = loaded.map((row) => lookedUp.get(row.id) ?? row);
      this.#queue = [...kept, ...arrivedMeanwhile].toSorted((a, b) => a.seq - b.seq);
      this.#known.clear();
      for (const { id } of this.#queue) this.#known.add(id);
      this.#isStale = false;
    } catch (error) {
      onTrouble(error);
    }
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
