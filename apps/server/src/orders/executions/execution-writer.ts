/** Stores what becomes known of one account's orders: of one order, one write at a time. */
import type { Fill } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import type { FollowedOrder } from "./followed-order.ts";
import type { AcceptedOrder, ExecutionStore } from "./store.ts";

const RETRY_MS = 1_000;

export interface ExecutionWriterOptions {
  readonly store: Pick<ExecutionStore, "store">;
  readonly clock: Pick<Clock, "nowUs" | "wait">;
  readonly log: RetryLog;
  /** Called when an order's change is committed, with the fills that are new. */
  readonly onStored: (order: AcceptedOrder, fills: readonly Fill[]) => void;
  /** Called when all of an order is stored that there will ever be, or its row is gone with its user. */
  readonly onOver: (followed: FollowedOrder) => void;
}

export class ExecutionWriter {
  readonly #options: ExecutionWriterOptions;
  /** The orders whose changes are being stored, and those that have changed again meanwhile. */
  readonly #writes = new Map<FollowedOrder, Promise<void>>();
  readonly #dirty = new Set<FollowedOrder>();

  constructor(options: ExecutionWriterOptions) {
    this.#options = options;
  }

  /** Stores what is new of an order; what becomes known meanwhile is stored next. Gives up when `ended` aborts. */
  write(followed: FollowedOrder, ended: AbortSignal | undefined): void {
    this.#dirty.add(followed);
    if (this.#writes.has(followed)) return;
    const writing = this.#writeAll(followed, ended).finally(() => this.#writes.delete(followed));
    this.#writes.set(followed, writing);
  }

  /** Settles when all writes have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes.values());
  }

  async #writeAll(followed: FollowedOrder, ended: AbortSignal | undefined): Promise<void> {
    const { store, clock, log, onStored, onOver } = this.#options;
    const { order } = followed;
    while (this.#dirty.delete(followed)) {
      const { known, isOver } = followed;
      const unstored = followed.takeUnstored();
      try {
        const update = { order, known, fills: unstored.fills, isFollowed: !isOver, atUs: clock.nowUs() };
        const isStored = await store.store(update);
        if (isStored) onStored(order, unstored.uncounted);
        if (!isStored || (isOver && !this.#dirty.has(followed))) onOver(followed);
      } catch (error) {
        log.willRetry(error);
        followed.putBack(unstored);
        if (ended?.aborted) return;
        this.#dirty.add(followed);
        await clock.wait(RETRY_MS, ended);
      }
    }
  }
}
