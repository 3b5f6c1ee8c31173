/** Orders, what is counted of them, and who took them in. */
import type { MessageProblem, MessageRepair, OrderMessage, OtherField } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, micros, receiptClocks } from "./columns.ts";

export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey(),
    /** The order in which rows of one lane were accepted. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** The lane. No foreign key: orders outlive their account. */
    accountId: text("account_id").notNull(),
    venue: text("venue").notNull(),
    /** Whether the account was a demo one when the alert came. */
    isDemo: boolean("is_demo").notNull(),
    partition: smallint("partition").notNull(),

    status: text("status").notNull(),
    stage: text("stage").notNull(),
    reason: text("reason"),
    /** How many intents to send were recorded; the compare-and-set that fences two nodes compares this. */
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
    /** Its fields that decide nothing, and are only shown. */
    otherFields: jsonb("other_fields").$type<readonly OtherField[]>(),
    /** Why a bad message was refused. */
    problems: jsonb("problems").$type<readonly MessageProblem[]>(),
    /** What was put right in a message that was taken. */
    repairs: jsonb("repairs").$type<readonly MessageRepair[]>(),

    /** The message as it was posted, but for the account's id: see features/webhook/id-mask. */
    body: bytea("body").notNull(),
    /** It named an id of its account that had been changed. */
    usedOldId: boolean("used_old_id").notNull().default(false),
    /** Of the message as it was posted, for telling a resend. */
    bodyHash: bytea("body_hash").notNull(),
    idempotencyKey: text("idempotency_key"),
    /** The node that accepted it; see relay/ownership. */
    acceptedBy: integer("accepted_by").notNull(),
    /** Its 2xx never left us, so that an equal alert may be its resend; see features/webhook/answers. */
    answerLost: boolean("answer_lost").notNull().default(false),

    receivedAt: micros("received_at").notNull(),
    ...receiptClocks,
    committedAt: micros("committed_at").notNull(),
    sentAt: micros("sent_at"),
    answeredAt: micros("answered_at"),
    notifiedAt: micros("notified_at"),
    /** Its end was put into the outbox, or its user doesn't want to be told; see features/notifications. */
    isTold: boolean("is_told").notNull().default(false),
  },
  (table) => [
    index("orders_untold")
      .on(table.partition, table.seq)
      .where(sql`status <> 'NEW' and not is_told`),
    index("orders_of_user").on(table.userId, table.seq),
    index("orders_used_old_id")
      .on(table.accountId, table.receivedAt)
      .where(sql`used_old_id`),
    index("orders_new")
      .on(table.partition, table.accountId, table.seq)
      .where(sql`status = 'NEW'`),
    index("orders_answer_lost")
      .on(table.accountId, table.bodyHash)
      .where(sql`answer_lost`),
    uniqueIndex("orders_idempotency")
      .on(table.accountId, table.idempotencyKey)
      .where(sql`idempotency_key is not null`),
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

/** What sorts users by their orders without reading those: counted behind them, see features/stats/counts. */
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

/** The nodes that take alerts, each until another one finds it dead. */
export const nodes = pgTable("nodes", {
  node: integer("node").primaryKey(),
  /** Every alert of a smaller id that it received was answered, or its row is marked as `answer_lost`. */
  decidedBefore: uuid("decided_before").notNull(),
});

/** Resends that are being answered: each claims the row that it stands for, so that no other one does. */
export const resends = pgTable("resends", {
  /** Of an order or an alert row. */
  rowId: uuid("row_id").primaryKey(),
  /** What the resend's own row would have been called. */
  alert: uuid("alert").notNull(),
  /** The node that answers it: its claims end with it. */
  node: integer("node").notNull(),
});
