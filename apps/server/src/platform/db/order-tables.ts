/** Orders, their fills, and their counts. */
import type { CancellationOutcome, OrderCancellation, OrderMessage, Reason, SizingRecord } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { micros } from "./columns.ts";

export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey(),
    /** The order in which the orders of one account were accepted. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** The signal that made it. The only order of a signal to one account has the signal's id. */
    signalId: uuid("signal_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** Its queue. No foreign key: orders outlive their account. */
    accountId: text("account_id").notNull(),
    venue: text("venue").notNull(),
    /** Whether the account was a demo account when the alert arrived. */
    isDemo: boolean("is_demo").notNull(),
    partition: smallint("partition").notNull(),

    status: text("status").notNull(),
    stage: text("stage").notNull(),
    reason: text("reason"),
    /** The number of stored attempts, which the compare-and-set between nodes compares. */
    attempt: integer("attempt").notNull().default(0),
    /** The version of the account's key that the latest attempt used; see `retiredKeys`. */
    keyVersion: integer("key_version"),
    responseServerJson: text("response_server_json"),

    /** What its message asks for instead of an order: to cancel orders. Null for an order. */
    action: text("action"),
    ticker: text("ticker"),
    direction: text("direction"),
    type: text("type"),
    open: text("open"),
    quantity: text("quantity"),
    /** The message's remaining fields. */
    extras: jsonb("extras").$type<Partial<OrderMessage>>(),
    /** The strategy whose member it is for; null for an order of an account alone. */
    strategyId: text("strategy_id"),
    /**
     * What its account is to do, from which the queue works out direction and quantity when it is the order's turn; see
     * strategies/instruction. Null for an order whose message says it.
     */
    instruction: jsonb("instruction").$type<unknown>(),
    /** How direction and quantity were worked out: equity, price, rounding, with the time of each reading. */
    sizing: jsonb("sizing").$type<StoredSizing>(),
    /** The contract that was taken for a continuous symbol. */
    contract: text("contract"),
    /** The pull of the kill switch that made it, to close a position: no stop holds it back. Null otherwise. */
    stopId: uuid("stop_id"),
    receivedAt: micros("received_at").notNull(),
    committedAt: micros("committed_at").notNull(),
    sentAt: micros("sent_at"),
    answeredAt: micros("answered_at"),
    notifiedAt: micros("notified_at"),
    /** The notification of how it stands is in the outbox, or its user doesn't want one; see messaging/notifications. */
    isNotified: boolean("is_notified").notNull().default(false),

    /** What became of it after the venue accepted it; null while nothing is known. See orders/executions. */
    executionState: text("execution_state"),
    filledQuantity: text("filled_quantity"),
    averagePrice: text("average_price"),
    /** The sums of its fills' fees, one for each currency. */
    fees: jsonb("fees").$type<readonly { readonly amount: string; readonly currency: string }[]>(),
    venueOrderId: text("venue_order_id"),
    cancelledBy: text("cancelled_by"),
    /** Why it ended early or, while it works, why we can't read it. */
    executionReason: text("execution_reason"),
    /**
     * When its execution changed last, for a cancelling message that of the orders that it cancels; later with each
     * change. Null if nobody has followed it yet.
     */
    executionAt: micros("execution_at"),
    /** Something may still be learned of it at the venue: it works, or its end has not been read in full. */
    isFollowed: boolean("is_followed").notNull().default(false),
    /** The last attempt to cancel it, with the venue's whole answer. */
    cancellation: jsonb("cancellation").$type<StoredCancellation>(),
    /** The orders that a cancelling message has found, stored before the venue is asked. */
    cancels: jsonb("cancels").$type<readonly StoredTarget[]>(),
  },
  (table) => [
    index("orders_to_notify")
      .on(table.partition, table.seq)
      .where(sql`status <> 'NEW' and not is_notified`),
    index("orders_of_user").on(table.userId, table.seq),
    index("orders_of_strategy")
      .on(table.strategyId, table.accountId, table.seq)
      .where(sql`strategy_id is not null`),
    index("orders_of_signal")
      .on(table.signalId)
      .where(sql`strategy_id is not null`),
    index("orders_of_stop")
      .on(table.accountId, table.ticker, table.seq)
      .where(sql`stop_id is not null`),
    index("orders_new")
      .on(table.partition, table.accountId, table.seq)
      .where(sql`status = 'NEW'`),
    index("orders_followed")
      .on(table.partition, table.accountId)
      .where(sql`is_followed`),
  ],
);

/** What was planned for an order of a strategy. */
export interface StoredSizing {
  /** Missing where a stop has decided what closes a position. */
  readonly record?: SizingRecord;
  /** The venue's symbol: by it, the order is found in the strategy's ledger. */
  readonly symbol: string;
  /** Whether it opens or enlarges the position. */
  readonly isEntry: boolean;
}

/** A cancellation with the venue's answer. */
export interface StoredCancellation extends Omit<OrderCancellation, "venueWords"> {
  readonly response: string | null;
  /** The id of the cancelling message's row; undefined if its user asked for it on a page, by the API or in a chat. */
  readonly by?: string;
}

/** An order that a message cancels. The outcome is null until the venue has been asked. */
export interface StoredTarget {
  readonly id: string;
  readonly outcome: CancellationOutcome | null;
  readonly reason: Reason | null;
}

/**
 * Executions of our orders, each once. An order belongs to one account and one instrument, so its id stands for venue,
 * account and symbol in the key; a trade with oneself is a fill of two orders. Ids of orders begin with their time:
 * partitions of orders by time can have their fills follow them.
 */
export const fills = pgTable(
  "fills",
  {
    orderId: uuid("order_id").notNull(),
    /** The venue's. */
    tradeId: text("trade_id").notNull(),
    /** The order in which we learned of them. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    accountId: text("account_id").notNull(),
    venue: text("venue").notNull(),
    symbol: text("symbol").notNull(),
    side: text("side").notNull(),
    quantity: text("quantity").notNull(),
    price: text("price").notNull(),
    /** Null as long as the venue names none. */
    feeAmount: text("fee_amount"),
    feeCurrency: text("fee_currency"),
    /** By the venue's clock. */
    executedAt: micros("executed_at").notNull(),
    /** When we stored it. */
    storedAt: micros("stored_at").notNull(),
    /** Rises with each change of what reports count of it: its fee, that of its order, or what was held before it. */
    revision: integer("revision").notNull().default(1),
    /** The revision that the sums count; 0: they don't count it yet. See reports/summing. */
    summedRevision: integer("summed_revision").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.tradeId] }),
    index("fills_of_user").on(table.userId, table.seq),
    index("fills_of_user_by_time").on(table.userId, table.executedAt),
    index("fills_of_instrument").on(table.accountId, table.symbol, table.executedAt),
    index("fills_to_sum")
      .on(table.userId, table.accountId, table.symbol, table.executedAt)
      .where(sql`summed_revision < revision`),
  ],
);

/**
 * Every thousandth row of a user's list, counted from the oldest. Milestones find a far page and count a long list
 * without reading it all. Listing the rows writes them; see platform/lists.
 */
export const milestones = pgTable(
  "milestones",
  {
    userId: uuid("user_id").notNull(),
    /** The listed table. */
    list: text("list").notNull(),
    /** The number of the user's rows up to and including this one, with those that retention has deleted. */
    position: integer("position").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    receivedAt: micros("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list, table.position] })],
);

/**
 * How many rows retention has deleted from the start of a user's list. Milestones go on counting them, so that a deletion
 * changes none of their positions.
 */
export const listOffsets = pgTable(
  "list_offsets",
  {
    userId: uuid("user_id").notNull(),
    /** The listed table. */
    list: text("list").notNull(),
    deleted: integer("deleted").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
);

/**
 * What became of the orders that a user received in a quarter of an hour; see overview/sums. Those that weren't final
 * when it was written are named, not counted.
 */
export const orderSums = pgTable(
  "order_sums",
  {
    userId: uuid("user_id").notNull(),
    /** In quarters of an hour since the Unix epoch. */
    quarter: integer("quarter").notNull(),
    /** The largest `seq` among these orders. */
    lastSeq: bigint("last_seq", { mode: "number" }).notNull(),
    created: integer("created").notNull(),
    rejected: integer("rejected").notNull(),
    /** The `seq` of each order that wasn't final. */
    openSeqs: bigint("open_seqs", { mode: "number" }).array().notNull(),
    /** By reason: how many orders were rejected for it, and the latest of them with its time of receipt. */
    refusals: jsonb("refusals")
      .$type<Record<string, readonly [orders: number, lastAt: number, lastId: string]>>()
      .notNull(),
    /** How many orders took how long until they were sent, by the number of the latency bucket. */
    relay: jsonb("relay").$type<Record<string, number>>().notNull(),
    /** The same from the send to the answer. */
    venue: jsonb("venue").$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.quarter] })],
);

/** One row: the quarters before this one are summed. */
export const orderSumMark = pgTable("order_sum_mark", {
  isOnly: boolean("is_only").primaryKey().default(true),
  quarter: integer("quarter").notNull(),
});

/** The newest order of each account, updated with a delay, together with the sums. */
export const lastOrders = pgTable(
  "last_orders",
  {
    /** No foreign key: orders outlive their account. */
    accountId: text("account_id").primaryKey(),
    userId: uuid("user_id").notNull(),
    orderId: uuid("order_id").notNull(),
    receivedAt: micros("received_at").notNull(),
  },
  (table) => [index("last_orders_of_user").on(table.userId)],
);

/** Order counts for sorting users without reading their orders, updated with a delay; see admin/stats/order-counts. */
export const orderCounts = pgTable("order_counts", {
  userId: uuid("user_id").primaryKey(),
  orders: integer("orders").notNull(),
  /** When the newest order was received. */
  lastOrderAt: micros("last_order_at").notNull(),
});

/** One row: the counts include the orders up to this id. */
export const orderCountMark = pgTable("order_count_mark", {
  isOnly: boolean("is_only").primaryKey().default(true),
  countedTo: uuid("counted_to").notNull(),
});
