/** The tables of what is told to people: alert rows, messages and the chats that they go to. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { micros } from "./columns.ts";

export const messages = pgTable(
  "messages",
  {
    id: uuid("id").primaryKey(),
    /** The order in which messages of one queue were stored. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** Null for somebody without a user: a mail to an address, say. No foreign key: see the removal of users. */
    userId: uuid("user_id"),
    channel: text("channel").notNull(),
    /** Chat id or e-mail address. */
    address: text("address").notNull(),
    /** Derived from channel and address; see messaging/message. */
    queue: text("queue").notNull(),
    partition: smallint("partition").notNull(),

    language: text("language").notNull(),
    /** Which text it is, worded when it is sent. */
    kind: text("kind").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    /** At most one message of a key is ever stored. */
    key: text("key"),
    /** What it reports; ends with it. */
    orderId: uuid("order_id"),
    alertId: uuid("alert_id"),

    status: text("status").notNull().default("NEW"),
    stage: text("stage").notNull().default("queued"),
    reason: text("reason"),
    /** As in orders: attempts, compared before each. */
    attempt: integer("attempt").notNull().default(0),
    /** Parts of a long text that are out for good. */
    partsSent: smallint("parts_sent").notNull().default(0),
    /** The message that told this one's news together with its own. */
    digestId: uuid("digest_id"),

    createdAt: micros("created_at").notNull(),
    sentAt: micros("sent_at"),
    answeredAt: micros("answered_at"),
    expiresAt: micros("expires_at").notNull(),
  },
  (table) => [
    index("messages_new")
      .on(table.partition, table.queue, table.seq)
      .where(sql`status = 'NEW'`),
    uniqueIndex("messages_key")
      .on(table.key)
      .where(sql`key is not null`),
    index("messages_sent").on(table.sentAt),
    index("messages_of_user").on(table.userId, table.seq),
  ],
);

/** Chats that something is known of: Telegram told us when we wrote to them. */
export const chats = pgTable("chats", {
  id: text("id").primaryKey(),
  /** Why nothing can be sent there; null when it can. */
  problem: text("problem"),
  problemAt: micros("problem_at"),
  /** The supergroup that the group has become. */
  migratedTo: text("migrated_to"),
});

/** Signals to chats, as their users see them. */
export const alerts = pgTable(
  "alerts",
  {
    /** Its signal's. */
    id: uuid("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** No foreign key: alert rows outlive their account. */
    accountId: text("account_id").notNull(),
    /** Where it goes; null when it was refused for want of a chat. */
    chatId: text("chat_id"),
    status: text("status").notNull(),
    reason: text("reason"),
    message: text("message"),
    json: text("json"),

    receivedAt: micros("received_at").notNull(),
    notifiedAt: micros("notified_at"),
  },
  (table) => [index("alerts_of_user").on(table.userId, table.seq)],
);
