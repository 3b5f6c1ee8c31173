/**
 * Tells users what became of their orders. An order that has ended and isn't marked as told is told: right after it ended,
 * or, should the process die in between, by whoever owns its partition next. A message has a key, so that it is stored once
 * whatever happens between its storing and the mark.
 */
import type { Reason } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Carrier } from "../../relay/node.ts";
import type { IntakePriority } from "../../relay/intake-priority.ts";
import type { NewMessage, Outbox } from "../notify/index.ts";
import { ORDER_ACCEPTED, ORDER_REFUSED, ORDER_UNRESOLVED, type ToldOrder } from "./order-text.ts";
import { endKey, ENDED, TOLD, UNRESOLVED, unresolvedKey, type OrderToTell } from "./told-orders-sql.ts";
import { venueWordsIn } from "./venue-words.ts";
import { isWanted, type Weight } from "./weight.ts";

/** The channel on which nodes tell each other of orders that ended as they were accepted. */
export const TELLING_CHANNEL = "orders_to_tell";

const BATCH = 200;
/** Orders end in crowds: those of a moment share a batch, and telling them takes next to nothing from the orders' path. */
const GATHER_MS = 50;
/** Most unknown outcomes are known within seconds; sooner than this would be a false alarm. */
const UNRESOLVED_AFTER_MS = 8_000;

/** Refusals that are explained by a place in the message. */
const IN_THE_MESSAGE: ReadonlySet<Reason> = new Set(["BAD_MESSAGE", "IDEMPOTENCY_KEY_REUSED", "DUPLICATE_KEY"]);

export interface OrderTellerOptions {
  /** Connections that orders don't use. */
  readonly db: Queryable;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "give">;
  readonly onTrouble: (error: unknown) => void;
}

export class OrderTeller implements Carrier {
  readonly #options: OrderTellerOptions;
  readonly #partitions = new Set<number>();
  readonly #stopping = new AbortController();
  #hasNews = false;
  #telling: Promise<void> | undefined;
  #batch: Promise<number> | undefined;

  constructor(options: OrderTellerOptions) {
    this.#options = options;
  }

  async take(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.add(partition);
    this.wake();
  }

  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#partitions.delete(partition);
    // Its failure is the loop's to handle.
    await this.#batch?.catch(() => undefined);
  }

  async catchUp(): Promise<void> {
    this.wake();
  }

  async sweep(): Promise<void> {
    this.wake();
    await this.#tellUnresolved();
  }

  /** An order has ended. Returns at once. */
  wake(): void {
    this.#hasNews = true;
    if (this.#partitions.size > 0) this.#telling ??= this.#tellAll().finally(() => (this.#telling = undefined));
  }

  /** Tells nothing more; what is left is told after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    const { clock, intakePriority, onTrouble } = this.#options;
    const { signal } = this.#stopping;
    while (this.#hasNews && !signal.aborted && this.#partitions.size > 0) {
      this.#hasNews = false;
      await clock.wait(GATHER_MS, signal);
      await intakePriority.give(signal);
      try {
        if (signal.aborted) return;
        this.#batch = this.#tellEnded();
        if ((await this.#batch) === BATCH) this.#hasNews = true;
      } catch (error) {
        // The next sweep tries again.
        onTrouble(error);
      }
    }
  }

  /** @returns how many orders it dealt with. */
  async #tellEnded(): Promise<number> {
    const { db, outbox } = this.#options;
    const ended = await db.query<OrderToTell>(ENDED, [[...this.#partitions], BATCH]);
    if (ended.length === 0) return 0;
    await outbox.put(
      db,
      ended.flatMap((order) => messageOf(order, kindOfEnd(order), endKey(order.id))),
    );
    await db.query(TOLD, [ended.map(({ id }) => id)]);
    return ended.length;
  }

  async #tellUnresolved(): Promise<void> {
    const { db, outbox } = this.#options;
    const orders = await db.query<OrderToTell>(UNRESOLVED, [[...this.#partitions], UNRESOLVED_AFTER_MS * 1_000]);
    const untold = orders.filter(({ wasUnresolved }) => !wasUnresolved);
    if (untold.length === 0) return;
    await outbox.put(
      db,
      untold.flatMap((order) => messageOf(order, ORDER_UNRESOLVED, unresolvedKey(order.id))),
    );
  }
}

function kindOfEnd({ status }: OrderToTell): string {
  return status === "CREATED" ? ORDER_ACCEPTED : ORDER_REFUSED;
}

/** What the user is told of an order; nothing where they don't want to be, or can't. */
function messageOf(order: OrderToTell, kind: string, key: string): NewMessage[] {
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
      data: { ...toldOrder(order) },
      key,
      ...(isEnd && { orderId: id }),
    },
  ];
}

/** Whoever was told that something is unclear is told what came of it. What a paused account refuses is as its user wants it. */
function weightOf({ status, reason, wasUnresolved }: OrderToTell): Weight {
  if (status === "CREATED") return wasUnresolved ? "failure" : "routine";
  return reason === "ACCOUNT_PAUSED" ? "routine" : "failure";
}

function toldOrder(order: OrderToTell): ToldOrder {
  const { venue, isDemo, direction, quantity, ticker, type, open, reason, problems, receivedAt, answeredAt } = order;
  const venueWords = order.status === "REJECTED" ? venueWordsIn(order.response) : undefined;
  const problem = problems?.[0];
  return {
    venue,
    isDemo,
    ...(direction !== null && { direction }),
    ...(quantity !== null && { quantity }),
    ...(ticker !== null && { ticker }),
    ...(type !== null && { type }),
    ...(open !== null && { price: open }),
    ...(answeredAt !== null && { tookUs: answeredAt - receivedAt }),
    ...(reason !== null && { reason }),
    ...(venueWords !== undefined && { venueWords }),
    ...(reason !== null && IN_THE_MESSAGE.has(reason) && problem && { problem }),
    ...(order.wasUnresolved && { wasUnresolved: true }),
  };
}
