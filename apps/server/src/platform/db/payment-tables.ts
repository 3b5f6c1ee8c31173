/**
 * Money, what it bought, and what was agreed to. None of these rows goes with its user: the law has them kept, so that no
 * foreign key ties them (docs/security.md).
 */
import type { Plan } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

/** Every period of PRO that was given or taken back, in that order. Rows are only added. */
export const subscriptionGrants = pgTable(
  "subscription_grants",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** Whether this row gives a period, or takes back what was left of one. */
    kind: text("kind").$type<"grant" | "revert">().notNull(),
    at: instant("at").notNull(),
    /** What it gave or took. */
    from: instant("from_at").notNull(),
    until: instant("until_at").notNull(),
    /** The payment that it was for; null when it was given by hand. */
    transactionId: bigint("transaction_id", { mode: "number" }),
    plan: text("plan").$type<Plan>(),
    /** Who gave it by hand, or took it back by hand. */
    givenBy: text("given_by"),
    /** Of a row that takes back: the row that gave. */
    revertsSeq: bigint("reverts_seq", { mode: "number" }),
  },
  (table) => [
    index("subscription_grants_user").on(table.userId, table.seq),
    // Promise 7, in the database itself: a payment gives once, and is taken back once.
    uniqueIndex("subscription_grants_payment").on(table.transactionId, table.kind),
  ],
);

/** What a user meant to buy: the payment must match it. */
export const paymentOrders = pgTable(
  "payment_orders",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    plan: text("plan").$type<Plan>().notNull(),
    amountKopecks: integer("amount_kopecks").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Check lets no payment through from then on. */
    expiresAt: instant("expires_at").notNull(),
    /** When Check first let a payment of it through. */
    checkedAt: instant("checked_at"),
    /** When it was first paid. */
    paidAt: instant("paid_at"),
  },
  (table) => [
    index("payment_orders_user").on(table.userId),
    index("payment_orders_open")
      .on(table.createdAt)
      .where(sql`paid_at is null`),
  ],
);

/** Payments that were granted, and those whose refund came first. */
export const payments = pgTable(
  "payments",
  {
    /** CloudPayments' number: one grant for each. */
    transactionId: bigint("transaction_id", { mode: "number" }).primaryKey(),
    orderId: uuid("order_id").notNull(),
    userId: uuid("user_id").notNull(),
    plan: text("plan").$type<Plan>().notNull(),
    amountKopecks: integer("amount_kopecks").notNull(),
    /** Nobody paid real money. */
    isTest: boolean("is_test").notNull(),
    /** How we learned of it. */
    source: text("source").$type<"notification" | "reconciler">().notNull(),
    paidAt: instant("paid_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [
    index("payments_user").on(table.userId, table.recordedAt),
    index("payments_recorded").on(table.recordedAt),
  ],
);

/** Money that went back, by the seller's word or the bank's; it may be told of before its payment. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    transactionId: bigint("transaction_id", { mode: "number" }).primaryKey(),
    paymentTransactionId: bigint("payment_transaction_id", { mode: "number" }).notNull(),
    kind: text("kind").$type<"refund" | "cancel" | "chargeback">().notNull().default("refund"),
    amountKopecks: integer("amount_kopecks").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [index("payment_refunds_payment").on(table.paymentTransactionId)],
);

/** One row: up to when CloudPayments' list was read, and whatever it had told of was recorded. */
export const paymentsListed = pgTable(
  "payments_listed",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    until: instant("until_at").notNull(),
  },
  (table) => [check("payments_listed_has_one_row", sql`${table.isOnly}`)],
);

/** Every signed notification as it came, without what pays. Rows are only added. */
export const paymentNotifications = pgTable(
  "payment_notifications",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    transactionId: bigint("transaction_id", { mode: "number" }),
    /** The order that it names, if it is one of ours: whose it is. */
    orderId: uuid("order_id"),
    receivedAt: instant("received_at").notNull(),
    address: text("address").notNull(),
    contentType: text("content_type").notNull(),
    /** The body's fields; secrets are replaced. */
    body: text("body").notNull(),
    bodyHash: bytea("body_hash").notNull(),
    /** The code that we answered. */
    code: integer("code").notNull(),
  },
  (table) => [
    index("payment_notifications_transaction").on(table.transactionId),
    index("payment_notifications_order").on(table.orderId),
  ],
);

/** Who agreed to which document, when and where. Rows are only added. */
export const consents = pgTable(
  "consents",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    document: text("document").notNull(),
    version: text("version").notNull(),
    /** SHA-256 of the text that was shown, in that language. */
    textHash: bytea("text_hash").notNull(),
    language: text("language").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    place: text("place").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.document)],
);
