/**
 * Follows the accepted orders of one account that were sent with one key: by the venue's stream, and by reading. Reading
 * decides: it begins whenever the stream may have missed something, and never stops while an order works.
 */
import type { Reason } from "@chartrelay/contract";
import type { Credentials, Execution, Executions, Fill, StreamState } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { FollowedOrder } from "./followed-order.ts";
import type { AcceptedOrder, ExecutionStore } from "./store.ts";

/** How long an account is followed after its last order has ended: its next order needs no new stream then. */
const LINGER_MS = 60_000;
/** While a stream is live, an event gets this much time before we read what it would have said. */
const EVENT_GRACE_MS = 1_000;
/** How long an event is kept whose order we don't know yet: the venue may be faster than its own answer. */
const EARLY_EVENT_MS = 10_000;
const MAX_EARLY_EVENTS = 200;
/** A key that may not read is tried again now and then: its owner may change its rights without changing the key. */
const REFUSED_RETRY_MS = 300_000;
const STORAGE_RETRY_MS = 1_000;
/** Delays between reads that weren't answered, unless the venue names one; the last one repeats. */
const UNCLEAR_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

export interface FollowerOptions {
  readonly executions: Executions;
  readonly store: Pick<ExecutionStore, "store">;
  /** Returns the key, or why there is none. Rejects if the storage doesn't answer. */
  readonly findKey: () => Promise<Credentials | Reason>;
  /** Runs a call to the venue within the venue's limits and a timeout. */
  readonly call: <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  readonly clock: Pick<Clock, "monotonicMs" | "nowUs" | "wait">;
  readonly log: RetryLog;
  /** Called when an order's change is committed, with the fills that are new. */
  readonly onStored: (order: AcceptedOrder, fills: readonly Fill[]) => void;
  /** Called once nothing is left to follow; what comes later needs another follower. */
  readonly onIdle: () => void;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #orders = new Map<string, FollowedOrder>();
  readonly #early = new Map<string, { readonly atMs: number; readonly executions: Execution[] }>();
  /** The orders whose changes are being stored, and those that have changed again meanwhile. */
  readonly #writes = new Map<FollowedOrder, Promise<void>>();
  readonly #dirty = new Set<FollowedOrder>();
  #woken = Promise.withResolvers<void>();
  #credentials: Credentials | undefined;
  #keyAtMs = -Infinity;
  #stream: AbortController | undefined;
  #isLive = false;
  /** When to read all working orders. */
  #roundAtMs = Infinity;
  #unclearRounds = 0;
  #idleSinceMs: number;
  #ended: AbortSignal | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#idleSinceMs = options.clock.monotonicMs();
  }

  get size(): number {
    return this.#orders.size;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** Follows an order that the venue has just accepted. */
  followNew(order: AcceptedOrder): void {
    const nowMs = this.#options.clock.monotonicMs();
    const dueMs = nowMs + (this.#isLive ? EVENT_GRACE_MS : 0);
    this.#add(order, dueMs, nowMs + this.#intervalMs);
  }

  /** Follows an order that another process had followed, with the first read after `delayMs`. */
  followAgain(order: AcceptedOrder, delayMs: number): void {
    const dueMs = this.#options.clock.monotonicMs() + delayMs;
    const isEnded = !new FollowedOrder(order, dueMs).isOpen;
    this.#add(order, isEnded ? dueMs : Infinity, dueMs);
  }

  /** Reads the working orders soon: something is about to change. */
  readSoon(): void {
    this.#planRound(this.#isLive ? EVENT_GRACE_MS : 0);
  }

  /** The account has another key now, or its rights have changed. */
  keyChanged(): void {
    this.#keyAtMs = -Infinity;
    this.#credentials = undefined;
    this.#wake();
  }

  /** Follows until `ended` aborts or nothing has been left to follow for a while. Never rejects. */
  async run(ended: AbortSignal): Promise<void> {
    this.#ended = ended;
    while (!ended.aborted && !this.#isIdle()) {
      const woken = this.#woken.promise;
      if (await this.#hasKey(ended)) await this.#readWhatIsDue();
      await this.#sleep(woken, ended);
    }
    this.#options.onIdle();
    this.#closeStream();
    await Promise.all(this.#writes.values());
  }

  #add(order: AcceptedOrder, readAtMs: number, roundAtMs: number): void {
    if (this.#orders.has(order.id)) return;
    const followed = new FollowedOrder(order, readAtMs);
    this.#orders.set(order.id, followed);
    this.#roundAtMs = Math.min(this.#roundAtMs, roundAtMs);
    for (const execution of this.#early.get(order.id)?.executions ?? []) this.#apply(followed, execution);
    this.#early.delete(order.id);
    this.#wake();
  }

  get #intervalMs(): number {
    const { following } = this.#options.executions;
    return this.#isLive ? following.verifyEveryMs : following.readEveryMs;
  }

  get #open(): FollowedOrder[] {
    return [...this.#orders.values()].filter(({ isOpen }) => isOpen);
  }

  #isIdle(): boolean {
    const { clock } = this.#options;
    return this.#orders.size === 0 && clock.monotonicMs() >= this.#idleSinceMs + LINGER_MS;
  }

  /** Finds the key if it is due, and follows the stream with it. Returns whether there is one. */
  async #hasKey(ended: AbortSignal): Promise<boolean> {
    const { findKey, clock, log } = this.#options;
    if (this.#credentials === undefined && clock.monotonicMs() >= this.#keyAtMs) {
      this.#closeStream();
      try {
        const found = await findKey();
        this.#keyAtMs = clock.monotonicMs() + REFUSED_RETRY_MS;
        if (typeof found === "string") this.#cannotRead(found);
        else this.#credentials = found;
      } catch (error) {
        log.willRetry(error);
        this.#keyAtMs = clock.monotonicMs() + STORAGE_RETRY_MS;
      }
    }
    if (this.#credentials && !this.#stream && !ended.aborted) this.#openStream(this.#credentials, ended);
    return this.#credentials !== undefined;
  }

  #openStream(credentials: Credentials, ended: AbortSignal): void {
    const { executions } = this.#options;
    if (!executions.following.hasStream) return;
    const stream = new AbortController();
    this.#stream = stream;
    executions.events(
      credentials,
      {
        onEvent: (event) => {
          if (event.kind === "execution" && this.#stream === stream) this.#hear(event.execution);
        },
        onState: (state) => {
          if (this.#stream === stream) this.#streamChanged(state);
        },
      },
      AbortSignal.any([stream.signal, ended]),
    );
  }

  #closeStream(): void {
    this.#stream?.abort();
    this.#stream = undefined;
    this.#isLive = false;
  }

  /** A stream that comes to life has missed something, and one that dies is replaced by reading. */
  #streamChanged({ kind }: StreamState): void {
    this.#isLive = kind === "live";
    this.#planRound(this.#isLive ? 0 : this.#options.executions.following.readEveryMs);
  }

  #planRound(delayMs: number): void {
    this.#roundAtMs = Math.min(this.#roundAtMs, this.#options.clock.monotonicMs() + delayMs);
    this.#wake();
  }

  #hear(execution: Execution): void {
    const followed = this.#orders.get(execution.clientOrderId);
    if (followed) {
      this.#apply(followed, execution);
      return;
    }
    const nowMs = this.#options.clock.monotonicMs();
    for (const [id, { atMs }] of this.#early) {
      if (this.#early.size >= MAX_EARLY_EVENTS || nowMs - atMs > EARLY_EVENT_MS) this.#early.delete(id);
    }
    const early = this.#early.get(execution.clientOrderId) ?? { atMs: nowMs, executions: [] };
    early.executions.push(execution);
    this.#early.set(execution.clientOrderId, early);
  }

  async #readWhatIsDue(): Promise<void> {
    const { clock } = this.#options;
    if (clock.monotonicMs() >= this.#roundAtMs) await this.#readWorking();
    const nowMs = clock.monotonicMs();
    const due = [...this.#orders.values()].filter(({ readAtMs, isOver }) => readAtMs <= nowMs && !isOver);
    await Promise.all(due.map((followed) => this.#readOrder(followed)));
  }

  /** Reads all working orders. Those of ours that are missing are read by their ids: absence proves nothing. */
  async #readWorking(): Promise<void> {
    const { executions, call, clock } = this.#options;
    const credentials = this.#credentials;
    const asked = this.#open;
    this.#roundAtMs = asked.length === 0 ? Infinity : clock.monotonicMs() + this.#intervalMs;
    if (!credentials || asked.length === 0) return;
    const reading = await call((signal) => executions.working(credentials, signal));
    if (this.#credentials !== credentials) return;
    const nowMs = clock.monotonicMs();
    if (reading.kind === "refused") return this.#cannotRead(reading.reason);
    if (reading.kind === "unknown") {
      const delayMs = UNCLEAR_DELAYS_MS[Math.min(this.#unclearRounds, UNCLEAR_DELAYS_MS.length - 1)] ?? 0;
      this.#unclearRounds += 1;
      this.#roundAtMs = nowMs + Math.max(delayMs, reading.retryAfterMs ?? 0);
      return;
    }
    this.#unclearRounds = 0;
    const found = new Map(reading.value.map((execution) => [execution.clientOrderId, execution]));
    for (const followed of asked) {
      const execution = found.get(followed.order.id);
      if (execution) this.#apply(followed, execution);
      else if (followed.isOpen) followed.readAtMs = Math.min(followed.readAtMs, nowMs);
    }
  }

  async #readOrder(followed: FollowedOrder): Promise<void> {
    const { executions, call, clock } = this.#options;
    const credentials = this.#credentials;
    if (!credentials) return;
    const { reading, fromMs } = await call(async (signal) => {
      const fromMs = clock.monotonicMs();
      return { fromMs, reading: await executions.fills(followed.placed, credentials, signal) };
    });
    if (this.#credentials !== credentials) return;
    const nowMs = clock.monotonicMs();
    if (reading.kind === "refused") return this.#cannotRead(reading.reason);
    if (reading.kind === "unknown") return followed.readLater(nowMs, reading.retryAfterMs);
    if (reading.value) this.#apply(followed, reading.value, fromMs);
    else if (followed.deny(nowMs)) this.#write(followed);
  }

  /** Reads nothing for a while, and stores why. The orders go on at the venue. */
  #cannotRead(reason: Reason): void {
    const untilMs = this.#options.clock.monotonicMs() + REFUSED_RETRY_MS;
    this.#roundAtMs = untilMs;
    for (const followed of this.#orders.values()) {
      if (!followed.isOpen) followed.readAtMs = untilMs;
      else {
        followed.readAtMs = Infinity;
        if (followed.known.reason === reason) continue;
        followed.known = { ...followed.known, reason };
        this.#write(followed);
      }
    }
  }

  #apply(followed: FollowedOrder, execution: Execution, readFromMs?: number): void {
    if (followed.apply(execution, this.#options.clock.monotonicMs(), readFromMs)) this.#write(followed);
    this.#wake();
  }

  /** Stores what is new of an order; what becomes known meanwhile is stored next. */
  #write(followed: FollowedOrder): void {
    this.#dirty.add(followed);
    if (this.#writes.has(followed)) return;
    const writing = this.#writeAll(followed).finally(() => {
      this.#writes.delete(followed);
      if (this.#orders.size === 0) this.#idleSinceMs = this.#options.clock.monotonicMs();
      this.#wake();
    });
    this.#writes.set(followed, writing);
  }

  async #writeAll(followed: FollowedOrder): Promise<void> {
    const { store, clock, log, onStored } = this.#options;
    const { order } = followed;
    while (this.#dirty.delete(followed)) {
      const { known, isOver } = followed;
      const unstored = followed.takeUnstored();
      try {
        const update = { order, known, fills: unstored.fills, isFollowed: !isOver, atUs: clock.nowUs() };
        const isStored = await store.store(update);
        if (isStored) onStored(order, unstored.uncounted);
        // A row that is gone belonged to a user who was erased.
        if (!isStored || (isOver && !this.#dirty.has(followed))) this.#orders.delete(order.id);
      } catch (error) {
        log.willRetry(error);
        followed.putBack(unstored);
        if (this.#ended?.aborted) return;
        this.#dirty.add(followed);
        await clock.wait(STORAGE_RETRY_MS, this.#ended);
      }
    }
  }

  #wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
  }

  /** Sleeps until something is due, or until it is woken. */
  async #sleep(woken: Promise<void>, ended: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const reads = [...this.#orders.values()].map(({ readAtMs, isOver }) => (isOver ? Infinity : readAtMs));
    const dueMs = Math.min(
      this.#credentials ? Math.min(this.#roundAtMs, ...reads) : this.#keyAtMs,
      this.#orders.size === 0 ? this.#idleSinceMs + LINGER_MS : Infinity,
    );
    const sleep = new AbortController();
    const until = AbortSignal.any([ended, sleep.signal]);
    await Promise.race([
      woken,
      clock.wait(Math.min(Math.max(0, dueMs - clock.monotonicMs()), REFUSED_RETRY_MS), until),
    ]);
    sleep.abort();
  }
}
