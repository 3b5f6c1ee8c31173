/** The tables of alerts, messages and the chats that they are sent to. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { micros } from "./columns.ts";

export const messages = pgTable(
  "messages",
  {
    id: uuid("id").primaryKey(),
    /** The order in which messages of one queue were stored. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** Null if the recipient isn't a user, as for a mail to an address. No foreign key: see the removal of users. */
    userId: uuid("user_id"),
    channel: text("channel").notNull(),
    /** Chat id or e-mail address. */
    address: text("address").notNull(),
    /** Derived from channel and address; see messaging/message. */
    queue: text("queue").notNull(),
    partition: smallint("partition").notNull(),

    language: text("language").notNull(),
    /** Which text to send; it is rendered when it is sent. */
    kind: text("kind").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    /** Only one message has a given key. Storing it again replaces its data, if that is what its sender wants. */
    key: text("key"),
    /** Counts the changes of its data. */
    revision: integer("revision").notNull().default(0),
    /** The revision that was sent, or that the message was edited to last. */
    shownRevision: integer("shown_revision").notNull().default(0),
    /** What the channel calls the message that was sent; null until then, and for what can't be edited. */
    sentId: text("sent_id"),
    /** The order or alert that it reports; the message's end updates that row, too. */
    orderId: uuid("order_id"),
    alertId: uuid("alert_id"),

    status: text("status").notNull().default("NEW"),
    stage: text("stage").notNull().default("queued"),
    reason: text("reason"),
    /** As in orders: the number of attempts, compared before each attempt. */
    attempt: integer("attempt").notNull().default(0),
    /** How many parts of a long text were sent for certain. */
    partsSent: smallint("parts_sent").notNull().default(0),
    /** The message that included this one's content as a digest. */
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
    index("messages_to_edit")
      .on(table.partition, table.queue)
      .where(sql`status = 'CREATED' and shown_revision < revision`),
    index("messages_of_user").on(table.userId, table.seq),
  ],
);

/** Chats with known problems or migrations, which Telegram reported when we sent to them. */
export const chats = pgTable("chats", {
  id: text("id").primaryKey(),
  /** Why nothing can be sent there; null if sending works. */
  problem: text("problem"),
  problemAt: micros("problem_at"),
  /** The supergroup that the group has become. */
  migratedTo: text("migrated_to"),
});

/** Alerts to chats, as their users see them. */
export const alerts = pgTable(
  "alerts",
  {
    /** The id of its signal. */
    id: uuid("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** No foreign key: alerts outlive their account. */
    accountId: text("account_id").notNull(),
    /** The chat to send it to; null if it was refused because there was no chat. */
    chatId: text("chat_id"),
    status: text("status").notNull(),
    reason: text("reason"),
    message: text("message"),
    json: text("json"),

    receivedAt: micros("received_at").notNull(),
    /** By PostgreSQL's clock, for the chat's rate limit; null in rows of earlier releases. */
    receivedAtDatabase: micros("received_at_database"),
    notifiedAt: micros("notified_at"),
  },
  (table) => [index("alerts_of_user").on(table.userId, table.seq), index("alerts_of_chat").on(table.chatId, table.seq)],
);
