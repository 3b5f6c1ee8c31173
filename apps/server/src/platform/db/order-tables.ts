/** Orders, and their counts. */
import type { OrderMessage } from "@chartrelay/contract";
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

    ticker: text("ticker"),
    direction: text("direction"),
    type: text("type"),
    open: text("open"),
    quantity: text("quantity"),
    /** The message's remaining fields. */
    extras: jsonb("extras").$type<Partial<OrderMessage>>(),
    receivedAt: micros("received_at").notNull(),
    committedAt: micros("committed_at").notNull(),
    sentAt: micros("sent_at"),
    answeredAt: micros("answered_at"),
    notifiedAt: micros("notified_at"),
    /** The notification of its end is in the outbox, or its user doesn't want one; see messaging/notifications. */
    isNotified: boolean("is_notified").notNull().default(false),
  },
  (table) => [
    index("orders_to_notify")
      .on(table.partition, table.seq)
      .where(sql`status <> 'NEW' and not is_notified`),
    index("orders_of_user").on(table.userId, table.seq),
    index("orders_new")
      .on(table.partition, table.accountId, table.seq)
      .where(sql`status = 'NEW'`),
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
    /** The number of the user's rows up to and including this one. */
    position: integer("position").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    receivedAt: micros("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list, table.position] })],
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
