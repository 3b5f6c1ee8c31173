/**
 * Notifies users of finished orders that have not been notified yet: right after the order has ended or, if the process
 * dies in between, on the node that owns its partition next. A notification has a key, so it is stored once, whatever
 * happens between storing it and marking the order. What becomes of the order at its venue replaces what it says.
 */
import type { Reason } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { rowsToUpdate } from "../../platform/db/group-commit.ts";
import type { PartitionConsumer } from "../../cluster/node.ts";
import type { IntakePriority } from "../../cluster/intake-priority.ts";
import { tickersIn, venueWordsIn } from "../../orders/index.ts";
import type { NewMessage, Outbox } from "../index.ts";
import { ORDER_ACCEPTED, ORDER_REFUSED, ORDER_UNRESOLVED, type OrderNotice } from "./order-text.ts";
import { ENDED, endKey, MARK_NOTIFIED, type OrderToNotify, UNRESOLVED, unresolvedKey } from "./orders-to-notify.ts";
import { isSummarised, summariesOf } from "./signal-summary.ts";
import { signalPriceIn, slippageOf } from "./slippage.ts";
import { isWanted, type Weight } from "./recipients.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

const BATCH = 200;
/** Orders often end together: they share a batch, so that notifying costs the orders' path next to nothing. */
const GATHER_MS = 50;
/** Most unknown outcomes are resolved within seconds; an earlier notification would be a false alarm. */
const UNRESOLVED_AFTER_MS = 8_000;

/** Refusals that are explained by a position in the message. */
const IN_THE_MESSAGE: ReadonlySet<Reason> = new Set(["BAD_MESSAGE", "IDEMPOTENCY_KEY_REUSED", "DUPLICATE_KEY"]);

export interface OrderNotifierOptions {
  /** Must use connections that orders don't use. */
  readonly db: Queryable;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  /** Called when a cancelling message has ended, or one of the orders that it cancels has changed. */
  readonly onCancelChanged: (order: { readonly id: string; readonly userId: string }) => void;
  readonly log: RetryLog;
}

export class OrderNotifier implements PartitionConsumer {
  readonly #options: OrderNotifierOptions;
  readonly #partitions = new Set<number>();
  readonly #stopping = new AbortController();
  #hasNews = false;
  #notifying: Promise<void> | undefined;
  #batch: Promise<number> | undefined;

  constructor(options: OrderNotifierOptions) {
    this.#options = options;
  }

  async take(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.add(partition);
    this.wake();
  }

  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.delete(partition);
    // The loop handles its failure.
    await this.#batch?.catch(() => undefined);
  }

  async catchUp(): Promise<void> {
    this.wake();
  }

  async sweep(): Promise<void> {
    this.wake();
    await this.#notifyUnresolved();
  }

  /** Call when an order has ended. Returns at once. */
  wake(): void {
    this.#hasNews = true;
    if (this.#partitions.size > 0) this.#notifying ??= this.#notifyAll().finally(() => (this.#notifying = undefined));
  }

  /** Stops notifying; the rest follows after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#notifying;
  }

  async #notifyAll(): Promise<void> {
    const { clock, intakePriority, log } = this.#options;
    const { signal } = this.#stopping;
    while (this.#hasNews && !signal.aborted && this.#partitions.size > 0) {
      this.#hasNews = false;
      await clock.wait(GATHER_MS, signal);
      await intakePriority.yieldToIntake(signal);
      try {
        if (signal.aborted) return;
        this.#batch = this.#notifyEnded();
        if ((await this.#batch) === BATCH) this.#hasNews = true;
      } catch (error) {
        // The next sweep retries.
        log.willRetry(error);
      }
    }
  }

  /** @returns how many orders it handled. */
  async #notifyEnded(): Promise<number> {
    const { db, outbox, onCancelChanged } = this.#options;
    const ended = await db.query<OrderToNotify>(ENDED, [[...this.#partitions], BATCH]);
    if (ended.length === 0) return 0;
    await outbox.revise(
      db,
      ended
        .filter((order) => !isSummarised(order))
        .flatMap((order) => messageOf(order, kindOfEnd(order), endKey(order.id))),
    );
    await outbox.revise(db, await summariesOf(db, ended.filter(isSummarised)));
    await db.query(MARK_NOTIFIED, [
      rowsToUpdate(ended.map(({ id, executionAt, currency }) => ({ id, executionAt, currency }))),
    ]);
    for (const { id, userId, action } of ended) if (action !== null) onCancelChanged({ id, userId });
    return ended.length;
  }

  async #notifyUnresolved(): Promise<void> {
    const { db, outbox } = this.#options;
    const orders = await db.query<OrderToNotify>(UNRESOLVED, [[...this.#partitions], UNRESOLVED_AFTER_MS * 1_000]);
    const news = orders.filter(({ wasUnresolved }) => !wasUnresolved);
    if (news.length === 0) return;
    await outbox.put(
      db,
      news.flatMap((order) => messageOf(order, ORDER_UNRESOLVED, unresolvedKey(order.id))),
    );
  }
}

function kindOfEnd({ status }: OrderToNotify): string {
  return status === "CREATED" ? ORDER_ACCEPTED : ORDER_REFUSED;
}

/** Returns the notification of an order, or nothing if its user doesn't want one or can't get it. */
function messageOf(order: OrderToNotify, kind: string, key: string): NewMessage[] {
  const { id, userId, chat, language, notifications } = order;
  if (chat === null || language === null || notifications === null) return [];
  if (!isWanted(notifications, weightOf(order))) return [];
  const isEnd = kind !== ORDER_UNRESOLVED;
  return [
    {
      userId,
      channel: "TELEGRAM",
      address: chat,
      language,
      kind,
      data: { ...noticeOf(order) },
      key,
      ...(isEnd && { orderId: id }),
    },
  ];
}

/**
 * A user who was notified of an unknown outcome also learns how it resolved. Refusals of a paused account are what its
 * user wanted.
 */
function weightOf({ status, reason, wasUnresolved }: OrderToNotify): Weight {
  if (status === "CREATED") return wasUnresolved ? "failure" : "routine";
  return reason === "ACCOUNT_PAUSED" || reason === "STOPPED" ? "routine" : "failure";
}

function noticeOf(order: OrderToNotify): OrderNotice {
  const { id, name, venue, keyEnding, isDemo, direction, quantity, ticker, type, open } = order;
  const { reason, problems, receivedAt, answeredAt } = order;
  const venueWords = order.status === "REJECTED" ? venueWordsIn(order.response) : undefined;
  const problem = problems?.[0];
  // An order without an answer was refused by us, before it was sent.
  const [meantTicker, ...others] = answeredAt === null ? tickersIn(order.response) : [];
  return {
    id,
    name,
    venue,
    keyEnding,
    isDemo,
    ...(direction !== null && { direction }),
    ...(quantity !== null && { quantity }),
    ...(ticker !== null && { ticker }),
    ...(type !== null && { type }),
    ...(open !== null && { price: open }),
    ...(answeredAt !== null && { tookUs: answeredAt - receivedAt }),
    ...(reason !== null && { reason }),
    ...(venueWords !== undefined && { venueWords }),
    ...(meantTicker !== undefined && others.length === 0 && { meantTicker }),
    ...(reason !== null && IN_THE_MESSAGE.has(reason) && problem && { problem }),
    ...(order.wasUnresolved && { wasUnresolved: true }),
    ...executionOf(order),
    ...(order.action !== null && { action: order.action, ...(order.cancels && { cancels: order.cancels }) }),
  };
}

function executionOf(order: OrderToNotify): Pick<OrderNotice, "execution" | "mayCancel"> {
  const {
    state,
    filledQuantity,
    averagePrice,
    executionReason: reason,
    direction,
    otherFields,
    chat,
    hasPerson,
  } = order;
  if (state === null || order.action !== null) return {};
  const filled = filledQuantity ?? "0";
  const signalPrice = signalPriceIn(otherFields ?? []);
  const slippage =
    signalPrice === undefined || averagePrice === null || direction === null
      ? undefined
      : slippageOf({ side: direction, quantity: filled, averagePrice }, signalPrice, order);
  return {
    execution: {
      state,
      filled,
      ...(averagePrice !== null && { averagePrice }),
      ...(reason !== null && { reason }),
      ...(slippage && { slippage }),
    },
    // In a group, the bot has to know its user.
    mayCancel: hasPerson || /^\d/.test(chat ?? ""),
  };
}
