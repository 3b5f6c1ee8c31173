/**
 * Follows the accepted orders of one account that were sent with one key: by the venue's stream, and by reading. Reading
 * decides: it begins whenever the stream may have missed something, and never stops while an order works. A call to the
 * venue that hangs holds up nothing but itself.
 */
import { isDeepStrictEqual } from "node:util";
import type { Reason } from "@chartrelay/contract";
import type { Credentials, Execution, Executions, StreamEvent, StreamState } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { EarlyEvents } from "./early-events.ts";
import { ExecutionWriter, type ExecutionWriterOptions } from "./execution-writer.ts";
import { FollowedOrder } from "./followed-order.ts";
import type { ReadPace } from "./read-pace.ts";
import type { AcceptedOrder } from "./store.ts";

/** How long an account is followed after its last order has ended: its next order needs no new stream then. */
const LINGER_MS = 60_000;
/** While a stream is live, an event gets this much time before we read what it would have said. */
const EVENT_GRACE_MS = 1_000;
/** A key that may not read is tried again now and then: its owner may change its rights without changing the key. */
const REFUSED_RETRY_MS = 300_000;
const STORAGE_RETRY_MS = 1_000;
/** Delays between reads that weren't answered, unless the venue names one; the last one repeats. */
const UNCLEAR_DELAYS_MS = [500, 1_000, 2_000, 5_000];

export interface FollowerOptions extends Pick<ExecutionWriterOptions, "store" | "onStored"> {
  readonly executions: Executions;
  /** Returns the key, or why there is none. Rejects if the storage doesn't answer. */
  readonly findKey: () => Promise<Credentials | Reason>;
  /** Runs a call to the venue within the venue's limits and a timeout. */
  readonly call: <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Shared by the accounts of the venue's environment. */
  readonly pace: Pick<ReadPace, "turn">;
  readonly clock: Pick<Clock, "monotonicMs" | "nowUs" | "wait">;
  readonly log: RetryLog;
  /** Called when the stream tells of an order of ours that isn't followed: its outcome may be unknown. */
  readonly onUnfollowed: (clientOrderId: string) => void;
  /** Called once nothing is left to follow; what comes later needs another follower. */
  readonly onIdle: () => void;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #orders = new Map<string, FollowedOrder>();
  readonly #early = new EarlyEvents();
  readonly #writer: ExecutionWriter;
  #woken = Promise.withResolvers<void>();
  #credentials: Credentials | undefined;
  /** When to look for the key; infinity while there is one. */
  #keyAtMs = -Infinity;
  /** Whether the venue refused the key a reading or the stream. */
  #isRefused = false;
  #stream: AbortController | undefined;
  #isLive = false;
  /** Something may have happened that nobody has told: the next round mustn't wait for others. */
  #isBehind = true;
  #heardAtMs = -Infinity;
  /** When to read all working orders, and whether that is under way. */
  #roundAtMs = Infinity;
  #isReading = false;
  #isExpecting = false;
  #unclearRounds = 0;
  #idleSinceMs: number;
  #ended: AbortSignal | undefined;

  constructor(options: FollowerOptions) {
    const { clock } = options;
    this.#options = options;
    this.#idleSinceMs = clock.monotonicMs();
    this.#writer = new ExecutionWriter({
      ...options,
      onOver: ({ order }) => {
        this.#orders.delete(order.id);
        if (this.#orders.size === 0) this.#idleSinceMs = clock.monotonicMs();
        this.#wake();
      },
    });
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
    this.#add(order, dueMs, nowMs + this.#readEveryMs);
  }

  /** Follows an order that another process had followed, with the first read after `delayMs`. */
  followAgain(order: AcceptedOrder, delayMs: number): void {
    const dueMs = this.#options.clock.monotonicMs() + delayMs;
    const isEnded = !new FollowedOrder(order, dueMs).isOpen;
    this.#isBehind = true;
    this.#add(order, isEnded ? dueMs : Infinity, dueMs);
  }

  /** Reads the working orders soon: something is about to change. */
  readSoon(): void {
    const delayMs = this.#isLive ? EVENT_GRACE_MS : 0;
    this.#isBehind = true;
    const atMs = this.#options.clock.monotonicMs() + delayMs;
    for (const followed of this.#orders.values()) followed.readSoon(atMs);
    this.#planRound(delayMs);
  }

  /** The account may have another key now, or its key other rights. The stream goes on if neither is so. */
  keyChanged(): void {
    this.#keyAtMs = -Infinity;
    this.#wake();
  }

  /** Follows until `ended` aborts or nothing has been left to follow for a while. Never rejects. */
  async run(ended: AbortSignal): Promise<void> {
    this.#ended = ended;
    while (!ended.aborted && !this.#isIdle()) {
      const woken = this.#woken.promise;
      if (await this.#hasKey(ended)) this.#readWhatIsDue(ended);
      await this.#sleep(woken, ended);
    }
    this.#options.onIdle();
    this.#closeStream();
    await this.#writer.settled();
  }

  #add(order: AcceptedOrder, readAtMs: number, roundAtMs: number): void {
    if (this.#orders.has(order.id)) return;
    const followed = new FollowedOrder(order, readAtMs);
    this.#orders.set(order.id, followed);
    this.#roundAtMs = Math.min(this.#roundAtMs, roundAtMs);
    for (const execution of this.#early.take(order.id)) this.#apply(followed, execution);
    this.#wake();
  }

  get #readEveryMs(): number {
    return this.#options.executions.following.readEveryMs;
  }

  #isIdle(): boolean {
    const { clock } = this.#options;
    return this.#orders.size === 0 && clock.monotonicMs() >= this.#idleSinceMs + LINGER_MS;
  }

  /** Finds the key if it is due, and follows the stream with it. Returns whether there is one. */
  async #hasKey(ended: AbortSignal): Promise<boolean> {
    const { findKey, clock, log } = this.#options;
    if (clock.monotonicMs() >= this.#keyAtMs) {
      this.#keyAtMs = Infinity;
      try {
        this.#useKey(await findKey());
      } catch (error) {
        log.willRetry(error);
        this.#keyAtMs = clock.monotonicMs() + STORAGE_RETRY_MS;
      }
    }
    if (this.#credentials && !this.#stream && !ended.aborted) this.#openStream(this.#credentials, ended);
    return this.#credentials !== undefined;
  }

  #useKey(found: Credentials | Reason): void {
    if (!this.#isRefused && isDeepStrictEqual(found, this.#credentials)) return;
    const isFirst = !this.#isRefused && this.#credentials === undefined;
    this.#closeStream();
    this.#isRefused = false;
    if (typeof found === "string") {
      this.#credentials = undefined;
      this.#keyAtMs = Math.min(this.#keyAtMs, this.#options.clock.monotonicMs() + REFUSED_RETRY_MS);
      return this.#cannotRead(found);
    }
    this.#credentials = found;
    this.#isBehind = true;
    if (!isFirst) this.#planRound(0);
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
          if (this.#stream === stream) this.#hear(event);
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
    this.#isRefused ||= kind === "over";
    if (this.#isLive) this.#isBehind = true;
    this.#planRound(this.#isLive ? 0 : this.#readEveryMs);
  }

  #planRound(delayMs: number): void {
    this.#roundAtMs = Math.min(this.#roundAtMs, this.#options.clock.monotonicMs() + delayMs);
    this.#wake();
  }

  #hear(event: StreamEvent): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (event.kind !== "execution") return void this.#expectExecution(nowMs);
    this.#heardAtMs = nowMs;
    const { execution } = event;
    const followed = this.#orders.get(execution.clientOrderId);
    if (followed) return this.#apply(followed, execution);
    this.#early.keep(execution, nowMs);
    this.#options.onUnfollowed(execution.clientOrderId);
  }

  /**
   * Money or a position has changed, or another order of the account. Usually an event of ours says why, a little before
   * or after. If none does, it may have been lost.
   */
  async #expectExecution(nowMs: number): Promise<void> {
    if (this.#isExpecting || nowMs - this.#heardAtMs <= EVENT_GRACE_MS) return;
    this.#isExpecting = true;
    await this.#options.clock.wait(EVENT_GRACE_MS, this.#ended);
    this.#isExpecting = false;
    if (this.#heardAtMs >= nowMs) return;
    this.#isBehind = true;
    this.#planRound(0);
  }

  /** Starts the reads that are due. None waits for another. */
  #readWhatIsDue(ended: AbortSignal): void {
    const { clock, log } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs >= this.#roundAtMs && !this.#isReading) {
      this.#isReading = true;
      const failed = (error: unknown) => {
        log.willRetry(error);
        this.#planRound(this.#readEveryMs);
      };
      void this.#readWorking(ended)
        .catch(failed)
        .finally(() => {
          this.#isReading = false;
          this.#wake();
        });
    }
    for (const followed of this.#orders.values()) {
      if (followed.dueAtMs > nowMs) continue;
      followed.isReading = true;
      const failed = (error: unknown) => {
        log.willRetry(error);
        followed.readLater(nowMs);
      };
      void this.#readOrder(followed, ended)
        .catch(failed)
        .finally(() => {
          followed.isReading = false;
          this.#wake();
        });
    }
  }

  /** Reads all working orders. Those of ours that are missing are read by their ids: absence proves nothing. */
  async #readWorking(ended: AbortSignal): Promise<void> {
    const { executions, call, clock, pace } = this.#options;
    const credentials = this.#credentials;
    const asked = [...this.#orders.values()].filter(({ isOpen, isDenied }) => isOpen && !isDenied);
    this.#roundAtMs = Infinity;
    if (!credentials) return;
    if (asked.length === 0) {
      // Nobody else would plan a round once the venue knows a denied order again.
      if ([...this.#orders.values()].some(({ isOpen }) => isOpen)) this.#planRound(this.#readEveryMs);
      return;
    }
    const sought = asked.map(({ order }) => order.message);
    await pace.turn(executions.following.cost(sought), () => this.#isBehind || !this.#isLive, ended);
    if (ended.aborted) return;
    const nextAtMs = clock.monotonicMs() + this.#readEveryMs;
    const wasBehind = this.#isBehind;
    this.#isBehind = false;
    const reading = await call((signal) => executions.working(credentials, signal, sought));
    if (ended.aborted || this.#credentials !== credentials) return;
    const nowMs = clock.monotonicMs();
    if (reading.kind === "refused") return this.#cannotRead(reading.reason);
    if (reading.kind === "unknown") {
      this.#isBehind ||= wasBehind;
      const delayMs = UNCLEAR_DELAYS_MS[Math.min(this.#unclearRounds, UNCLEAR_DELAYS_MS.length - 1)] ?? 0;
      this.#unclearRounds += 1;
      return this.#planRound(Math.max(delayMs, reading.retryAfterMs ?? 0));
    }
    this.#unclearRounds = 0;
    const found = new Map(reading.value.map((execution) => [execution.clientOrderId, execution]));
    for (const followed of asked) {
      const execution = found.get(followed.order.id);
      if (execution) this.#apply(followed, execution);
      else followed.missing(nowMs);
    }
    this.#planRound(Math.max(0, nextAtMs - nowMs));
  }

  async #readOrder(followed: FollowedOrder, ended: AbortSignal): Promise<void> {
    const { executions, call, clock } = this.#options;
    const credentials = this.#credentials;
    if (!credentials) return;
    const { reading, fromMs } = await call(async (signal) => {
      const fromMs = clock.monotonicMs();
      return { fromMs, reading: await executions.fills(followed.placed, credentials, signal) };
    });
    if (ended.aborted || this.#credentials !== credentials) return;
    const nowMs = clock.monotonicMs();
    if (reading.kind === "refused") this.#cannotRead(reading.reason);
    else if (reading.kind === "unknown") followed.readLater(nowMs, reading.retryAfterMs);
    else if (reading.value) this.#apply(followed, reading.value, fromMs);
    else if (followed.deny(nowMs)) this.#writer.write(followed, ended);
  }

  /** Reads nothing for a while, and stores why. The orders go on at the venue. */
  #cannotRead(reason: Reason): void {
    this.#isRefused = true;
    const untilMs = this.#options.clock.monotonicMs() + REFUSED_RETRY_MS;
    this.#roundAtMs = untilMs;
    for (const followed of this.#orders.values()) {
      if (!followed.isOpen) followed.readAtMs = untilMs;
      else {
        followed.readAtMs = Infinity;
        if (followed.known.reason === reason) continue;
        followed.known = { ...followed.known, reason };
        this.#writer.write(followed, this.#ended);
      }
    }
  }

  #apply(followed: FollowedOrder, execution: Execution, readFromMs?: number): void {
    const { clock } = this.#options;
    if (followed.apply(execution, clock.monotonicMs(), readFromMs)) this.#writer.write(followed, this.#ended);
    this.#wake();
  }

  #wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
  }

  /** Sleeps until something is due, or until it is woken. */
  async #sleep(woken: Promise<void>, ended: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const reads = Array.from(this.#orders.values(), ({ dueAtMs }) => dueAtMs);
    const dueMs = Math.min(
      this.#keyAtMs,
      ...(this.#credentials ? [this.#isReading ? Infinity : this.#roundAtMs, ...reads] : []),
      this.#orders.size === 0 ? this.#idleSinceMs + LINGER_MS : Infinity,
    );
    const sleep = new AbortController();
    const until = AbortSignal.any([ended, sleep.signal]);
    await Promise.race([
      woken,
      clock.wait(Math.min(Math.max(0, dueMs - clock.monotonicMs()), REFUSED_RETRY_MS), until),
    ]);
    // With a reason, no error with a stack is made.
    sleep.abort(null);
  }
}
