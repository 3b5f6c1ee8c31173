/** Orders, and what is counted of them. */
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
    /** What made it. The one order of a signal to one account bears the signal's id. */
    signalId: uuid("signal_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** Its queue. No foreign key: orders outlive their account. */
    accountId: text("account_id").notNull(),
    venue: text("venue").notNull(),
    /** Whether the account was a demo one when the alert came. */
    isDemo: boolean("is_demo").notNull(),
    partition: smallint("partition").notNull(),

    status: text("status").notNull(),
    stage: text("stage").notNull(),
    reason: text("reason"),
    /** How many attempts were stored; the compare-and-set that fences two nodes compares this. */
    attempt: integer("attempt").notNull().default(0),
    /** Of the account's key that the latest attempt was made with; see `retiredKeys`. */
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
    /** The message about its end is in the outbox, or its user doesn't want one; see messaging/notifications. */
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
 * Every so-many-th row of a user's list, counted from the oldest: what finds a far page and counts a long list without
 * reading it. Written behind the rows, by whoever lists them; see platform/lists.
 */
export const milestones = pgTable(
  "milestones",
  {
    userId: uuid("user_id").notNull(),
    /** The table that the list is of. */
    list: text("list").notNull(),
    /** How many rows of the user there are up to this one. */
    position: integer("position").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    receivedAt: micros("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list, table.position] })],
);

/** What sorts users by their orders without reading those: counted behind them, see admin/stats/order-counts. */
export const orderCounts = pgTable("order_counts", {
  userId: uuid("user_id").primaryKey(),
  orders: integer("orders").notNull(),
  /** When the newest of them was received. */
  lastOrderAt: micros("last_order_at").notNull(),
});

/** One row: the orders up to this id are in the counts. */
export const orderCountMark = pgTable("order_count_mark", {
  isOnly: boolean("is_only").primaryKey().default(true),
  countedTo: uuid("counted_to").notNull(),
});
