/** The tables. Change them here, then `npm run db:generate` writes the migration. */
import type { MessageProblem, MessageRepair, OrderMessage } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** Microseconds since the Unix epoch. */
const micros = (name: string) => bigint(name, { mode: "number" });

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    fullName: text("full_name").notNull(),
    telegram: text("telegram"),
    roles: text("roles").array().notNull(),
    hasBonus: boolean("has_bonus").notNull().default(false),
    utmSource: text("utm_source"),
    /** An argon2id PHC string. */
    passwordHash: text("password_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Stored in lower case: see the `email` rule of the contract's payloads.
  (table) => [uniqueIndex("users_email_unique").on(table.email)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself is stored nowhere. */
    tokenHash: bytea("token_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const subscriptions = pgTable("subscriptions", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** PRO until then; TRIAL afterwards, and without a row. */
  proUntil: instant("pro_until").notNull(),
});

export const accounts = pgTable(
  "accounts",
  {
    /** What an alert names; unguessable, as it is all that an alert needs. */
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    venue: text("venue").notNull(),
    /** Sealed by the secret box; null until a key is given. */
    apiKey: text("api_key"),
    secretKey: text("secret_key"),
    telegramChatId: text("telegram_chat_id"),
    isDemo: boolean("is_demo").notNull(),
    allowMargin: boolean("allow_margin").notNull().default(false),
    /** What the venue said of the keys that are stored now; null until it has. */
    keyCheckedAt: instant("key_checked_at"),
    keyRefusal: text("key_refusal"),
    keyExpiresAt: instant("key_expires_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("accounts_user").on(table.userId, table.createdAt)],
);

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
    responseServerJson: text("response_server_json"),

    ticker: text("ticker"),
    direction: text("direction"),
    type: text("type"),
    open: text("open"),
    quantity: text("quantity"),
    /** The message's remaining fields. */
    extras: jsonb("extras").$type<Partial<OrderMessage>>(),
    /** Why a bad message was refused. */
    problems: jsonb("problems").$type<readonly MessageProblem[]>(),
    /** What was put right in a message that was taken. */
    repairs: jsonb("repairs").$type<readonly MessageRepair[]>(),

    /** The message as it was posted. */
    body: bytea("body").notNull(),
    bodyHash: bytea("body_hash").notNull(),
    idempotencyKey: text("idempotency_key"),
    /** The node that accepted it; see relay/ownership. */
    acceptedBy: integer("accepted_by").notNull(),
    /** Its 2xx never left us, so that an equal alert may be its resend; see features/orders/answers. */
    answerLost: boolean("answer_lost").notNull().default(false),

    receivedAt: micros("received_at").notNull(),
    committedAt: micros("committed_at").notNull(),
    sentAt: micros("sent_at"),
    answeredAt: micros("answered_at"),
    notifiedAt: micros("notified_at"),
  },
  (table) => [
    index("orders_of_user").on(table.userId, table.seq),
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

/** The nodes that take alerts, each until another one finds it dead. */
export const nodes = pgTable("nodes", {
  node: integer("node").primaryKey(),
  /** Every alert that it received before then was answered, or its order is marked as `answer_lost`. */
  decidedUntil: micros("decided_until").notNull(),
});
