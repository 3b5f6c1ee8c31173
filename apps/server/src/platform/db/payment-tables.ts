/**
 * Payments, what they bought, and consents. These rows are kept when their user is deleted, as the law requires, so
 * they have no foreign keys (docs/security.md).
 */
import type { Plan } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

/** Every period of PRO that was granted or taken back, in order. Append-only. */
export const subscriptionGrants = pgTable(
  "subscription_grants",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** Whether this row grants a period, or takes back the rest of one. */
    kind: text("kind").$type<"grant" | "revert">().notNull(),
    at: instant("at").notNull(),
    /** The period that it granted or took back. */
    from: instant("from_at").notNull(),
    until: instant("until_at").notNull(),
    /** The payment that it was for; null if it was granted manually. */
    transactionId: bigint("transaction_id", { mode: "number" }),
    plan: text("plan").$type<Plan>(),
    /** Who granted it or took it back manually. */
    givenBy: text("given_by"),
    /** For a row that takes back: the row that granted the period. */
    revertsSeq: bigint("reverts_seq", { mode: "number" }),
  },
  (table) => [
    index("subscription_grants_user").on(table.userId, table.seq),
    // Promise 7, enforced by the database: a payment grants once, and is taken back once.
    uniqueIndex("subscription_grants_payment").on(table.transactionId, table.kind),
  ],
);

/** What a user wants to buy: the payment must match it. */
export const paymentOrders = pgTable(
  "payment_orders",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    plan: text("plan").$type<Plan>().notNull(),
    amountKopecks: integer("amount_kopecks").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Check lets no payment through after this. */
    expiresAt: instant("expires_at").notNull(),
    /** When Check first let a payment for it through. */
    checkedAt: instant("checked_at"),
    /** When it was first paid. */
    paidAt: instant("paid_at"),
    /** When the latest attempt to pay it began that was declined, and CloudPayments' code for the reason. */
    declinedAt: instant("declined_at"),
    declineCode: integer("decline_code"),
  },
  (table) => [
    index("payment_orders_user").on(table.userId),
    index("payment_orders_open")
      .on(table.createdAt)
      .where(sql`paid_at is null`),
  ],
);

/** Payments with a grant, and those whose refund came first. */
export const payments = pgTable(
  "payments",
  {
    /** CloudPayments' transaction number: one grant for each. */
    transactionId: bigint("transaction_id", { mode: "number" }).primaryKey(),
    orderId: uuid("order_id").notNull(),
    userId: uuid("user_id").notNull(),
    plan: text("plan").$type<Plan>().notNull(),
    amountKopecks: integer("amount_kopecks").notNull(),
    /** Whether it was a test payment, without real money. */
    isTest: boolean("is_test").notNull(),
    /** How we learned about it. */
    source: text("source").$type<"notification" | "reconciler">().notNull(),
    paidAt: instant("paid_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [
    index("payments_user").on(table.userId, table.recordedAt),
    index("payments_recorded").on(table.recordedAt),
  ],
);

/** Refunds by the seller or the bank. A refund may be reported before its payment. */
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

/** One row: up to when CloudPayments' list was read and recorded. */
export const paymentsListed = pgTable(
  "payments_listed",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    until: instant("until_at").notNull(),
  },
  (table) => [check("payments_listed_has_one_row", sql`${table.isOnly}`)],
);

/** Every signed notification as received, without payment secrets. Append-only. */
export const paymentNotifications = pgTable(
  "payment_notifications",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    transactionId: bigint("transaction_id", { mode: "number" }),
    /** The order that it names, if it is one of ours; it identifies the user. */
    orderId: uuid("order_id"),
    receivedAt: instant("received_at").notNull(),
    address: text("address").notNull(),
    contentType: text("content_type").notNull(),
    /** The body's fields, with secrets replaced. */
    body: text("body").notNull(),
    bodyHash: bytea("body_hash").notNull(),
    /** The code in our answer. */
    code: integer("code").notNull(),
  },
  (table) => [
    index("payment_notifications_transaction").on(table.transactionId),
    index("payment_notifications_order").on(table.orderId),
  ],
);

/** Who agreed to which document, when and where. Append-only. */
export const consents = pgTable(
  "consents",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    document: text("document").notNull(),
    version: text("version").notNull(),
    /** SHA-256 of the text as shown, in that language. */
    textHash: bytea("text_hash").notNull(),
    language: text("language").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    place: text("place").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.document)],
);
