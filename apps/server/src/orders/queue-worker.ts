/**
 * Processes one account's queue: sends orders one at a time, first in, first out, and looks up unknown outcomes in
 * parallel.
 */
import { isCancel, type OrderMessage } from "@chartrelay/contract";
import type { Queue } from "../cluster/queue.ts";
import type { Worker } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { isSameTicker } from "./executions/index.ts";
import type { QueuedOrder } from "./order.ts";
import type { Overruled, Sender } from "./sender.ts";
import { isExpired, type Phase } from "./state.ts";
import type { OrderStore } from "./store.ts";

/** How long to wait before reloading a queue that another node has changed. */
const RELOAD_DELAY_MS = 50;
/**
 * The phases of an order that is refused, or may be, while it waits because its account has changed: `reconsider` has it
 * in hand. To step on it would change nothing and never give way to whatever that waits for.
 */
const BEING_RECONSIDERED: ReadonlySet<Phase> = new Set(["reconsidering", "ending"]);

export interface QueueWorkerOptions {
  readonly sender: Sender;
  readonly store: Pick<OrderStore, "loadQueue">;
  readonly clock: Clock;
  /** Called when an order has ended and left the queue. */
  readonly onEnded: (order: QueuedOrder) => void;
  readonly log: RetryLog;
}

export class QueueWorker implements Worker {
  readonly #queue: Queue<QueuedOrder>;
  readonly #options: QueueWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #owned: AbortSignal;
  /** The look-ups in progress, by order. */
  readonly #lookUps = new Map<QueuedOrder, Promise<void>>();
  /** Orders that wait behind an unknown outcome, and could be sent as far as anybody knew when they came. */
  readonly #checked = new WeakSet<QueuedOrder>();
  #isStale = false;
  #failure: { readonly error: unknown } | undefined;

  /** `owned` aborts when this node loses the queue. */
  constructor(queue: Queue<QueuedOrder>, owned: AbortSignal, options: QueueWorkerOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#owned = AbortSignal.any([owned, this.#stopping.signal]);
  }

  async step(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const changed = this.#queue.nextChange();
    const order = this.#queue.items.find((each) => !this.#lookUps.has(each));
    if (this.#isStale) await this.#reload();
    else if (!order || BEING_RECONSIDERED.has(order.state.phase)) await this.#waitFor(changed);
    else if (order.state.phase === "sending") await this.#recover(order);
    else if (this.#lookUps.size === 0 || isExpired(order.state, this.#options.clock.monotonicMs()))
      await this.#send(order);
    else if (!this.#isHeldByItsStrategy(order) && (await this.#options.sender.mayOvertake(order)))
      await this.#overtake(order);
    else await this.#waitBehind(order, changed);
  }

  async reconsider(): Promise<void> {
    await this.#endWaiting(this.#queue.items);
    this.#queue.wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#lookUps.values());
  }

  async #send(order: QueuedOrder): Promise<void> {
    const { sender, clock } = this.#options;
    sender.apply(order, { kind: "turn", atMs: clock.monotonicMs() });
    await this.#carryOn(order);
  }

  /**
   * Returns whether an order of its strategy is being looked up. Until it is resolved nobody knows what the strategy
   * holds, so its next order waits even if its user lets others go on.
   */
  #isHeldByItsStrategy(order: QueuedOrder): boolean {
    return [...this.#lookUps.keys()].some((earlier) => isOfOneLedger(earlier, order));
  }

  /** Looks up an order first if a dead process may have sent it. */
  async #recover(order: QueuedOrder): Promise<void> {
    const { sender, clock } = this.#options;
    sender.apply(order, { kind: "interrupted", atMs: clock.monotonicMs() });
    await this.#carryOn(order);
  }

  /** Sends an order ahead of those being looked up. They won't be resent, as they would be out of order. */
  async #overtake(order: QueuedOrder): Promise<void> {
    for (const earlier of this.#lookUps.keys()) this.#options.sender.apply(earlier, { kind: "overtaken" });
    await this.#send(order);
  }

  async #carryOn(order: QueuedOrder): Promise<void> {
    await this.#options.sender.carryOn(order, this.#owned, () => overruledBy(order, this.#queue.items));
    if (order.state.phase === "unresolved") this.#lookUp(order);
    else this.#leaveIfEnded(order);
  }

  /** Looks up an unknown outcome while the queue goes on. */
  #lookUp(order: QueuedOrder): void {
    const ended = this.#options.sender.lookUp(order, this.#owned).then(
      () => this.#leaveIfEnded(order),
      (error: unknown) => {
        this.#failure = { error };
      },
    );
    this.#lookUps.set(
      order,
      ended.finally(() => {
        this.#lookUps.delete(order);
        this.#queue.wake();
      }),
    );
  }

  #leaveIfEnded(order: QueuedOrder): void {
    const { phase } = order.state;
    if (phase === "stale") this.#isStale = true;
    if (phase !== "rejected" && phase !== "working" && phase !== "unneeded") return;
    this.#queue.remove(order.id);
    this.#options.onEnded(order);
  }

  async #waitBehind(order: QueuedOrder, changed: Promise<void>): Promise<void> {
    const { sender, clock } = this.#options;
    // Not all of them each time that one comes: in an outage thousands wait. `reconsider` ends them when something changes.
    const arrived = this.#queue.items.filter((each) => !this.#checked.has(each));
    const overruling = arrived.filter(mayOverrule);
    const overruled = this.#queue.items.filter((each) => overruledBy(each, overruling) !== undefined);
    for (const waiting of arrived) {
      sender.apply(waiting, { kind: "blocked" });
      this.#checked.add(waiting);
    }
    await this.#endWaiting(new Set([...arrived, ...overruled]));
    if (!this.#queue.has(order.id)) return;
    await this.#waitFor(changed, Math.max(0, order.state.expiresAtMs - clock.monotonicMs()));
  }

  /** Ends those of these orders that wait and may no longer be sent. */
  async #endWaiting(orders: Iterable<QueuedOrder>): Promise<void> {
    const { sender } = this.#options;
    const waiting = [...orders].filter(({ state }) => state.phase === "queued" && state.attempt === 0);
    await Promise.all(
      waiting.map(async (order) => {
        sender.apply(order, { kind: "accountChanged" });
        await sender.carryOn(order, this.#owned, () => overruledBy(order, this.#queue.items));
        this.#leaveIfEnded(order);
      }),
    );
  }

  /** Waits until the queue changes, or until the timeout. */
  async #waitFor(changed: Promise<void>, timeoutMs?: number): Promise<void> {
    const waiting = new AbortController();
    const until = AbortSignal.any([this.#owned, waiting.signal]);
    const { clock } = this.#options;
    const time = timeoutMs === undefined ? aborted(until) : clock.wait(timeoutMs, until);
    await Promise.race([changed, time]);
    // With a reason, no error with a stack is made.
    waiting.abort(null);
  }

  /** Reloads the queue from the storage. Look-ups in progress go on. */
  async #reload(): Promise<void> {
    const { store, clock, log } = this.#options;
    await clock.wait(RELOAD_DELAY_MS, this.#owned);
    if (this.#owned.aborted) return;
    const before = new Set(this.#queue.items.map(({ id }) => id));
    try {
      const loaded = await store.loadQueue(this.#queue.name);
      const lookedUp = new Map(Array.from(this.#lookUps.keys(), (order) => [order.id, order]));
      this.#queue.replace(
        loaded.map((order) => lookedUp.get(order.id) ?? order),
        before,
      );
      this.#isStale = false;
    } catch (error) {
      log.willRetry(error);
    }
  }
}

/**
 * Returns what orders behind this one make of it, as long as it hasn't been sent: a message may cancel it, and a strategy's
 * newer target or close takes the place of an older target.
 */
function overruledBy({ seq, message, ...order }: QueuedOrder, others: readonly QueuedOrder[]): Overruled | undefined {
  if (isCancel(message)) return undefined;
  const later = others.filter((each) => each.seq > seq);
  const isCancelled = later.some(
    (each) =>
      isCancel(each.message) &&
      (each.message.ticker === undefined || isSameTicker(each.message.ticker, message.ticker)) &&
      concernsStrategy(each, order),
  );
  if (isCancelled) return "cancelled";
  return later.some((each) => supersedes(each, { ...order, message })) ? "superseded" : undefined;
}

/** Returns whether two orders of one account are of the same strategy, or both follow a position of the account alone. */
function isOfOneLedger(one: OfLedger, other: OfLedger): boolean {
  if (!one.instruction || !other.instruction) return false;
  return (one.strategyId ?? null) === (other.strategyId ?? null);
}

type OfLedger = Pick<QueuedOrder, "strategyId" | "instruction">;

/** Whether an order may overrule those ahead of it. */
const mayOverrule = ({ message, instruction }: QueuedOrder) => isCancel(message) || Boolean(instruction);

/** Returns whether a cancelling message concerns an order: one for a strategy cancels nothing of others. */
function concernsStrategy({ strategyId: canceller }: OfLedger, { strategyId }: OfLedger): boolean {
  return !canceller || canceller === strategyId;
}

/**
 * Returns whether a newer order takes the place of an older one. Two orders of one signal are two steps of one change. One that may rest
 * takes no market order's place: an exit would wait for a price.
 */
function supersedes(
  newer: QueuedOrder,
  older: OfLedger & Pick<QueuedOrder, "signalId"> & { readonly message: OrderMessage },
): boolean {
  if (older.instruction?.kind !== "target" || !newer.instruction || isCancel(newer.message)) return false;
  return (
    (newer.instruction.kind === "target" || newer.instruction.kind === "close") &&
    isOfOneLedger(newer, older) &&
    newer.signalId !== older.signalId &&
    (newer.message.type === "MARKET" || older.message.type !== "MARKET") &&
    isSameTicker(newer.message.ticker, older.message.ticker)
  );
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
