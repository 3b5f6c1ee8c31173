import type { Plan } from "@chartrelay/contract";
import { and, desc, eq, gt, inArray, isNull, lte, min, or, sql, sum } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import {
  paymentNotifications,
  paymentOrders,
  paymentRefunds,
  payments,
  paymentsListed,
  users,
} from "../../platform/db/schema.ts";
import type { PaymentOrder } from "./judge.ts";
import type { Refund } from "./payment.ts";

export interface NewPaymentOrder {
  readonly id: string;
  readonly userId: string;
  readonly plan: Plan;
  readonly amountKopecks: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface StoredPaymentOrder extends PaymentOrder {
  readonly id: string;
  readonly plan: Plan;
}

export async function insertPaymentOrder(orm: Orm, order: NewPaymentOrder): Promise<void> {
  await orm.insert(paymentOrders).values(order);
}

export async function findPaymentOrder(orm: Orm, id: string): Promise<StoredPaymentOrder | undefined> {
  const [row] = await orm
    .select({ order: paymentOrders, foundUserId: users.id })
    .from(paymentOrders)
    .leftJoin(users, eq(users.id, paymentOrders.userId))
    .where(eq(paymentOrders.id, id));
  return row && { ...row.order, hasUser: row.foundUserId !== null };
}

/** Records when an order was checked; keeps the first time. */
export async function markChecked(orm: Orm, id: string, checkedAt: Date): Promise<void> {
  await orm
    .update(paymentOrders)
    .set({ checkedAt })
    .where(and(eq(paymentOrders.id, id), isNull(paymentOrders.checkedAt)));
}

/** Records when an order was paid; keeps the first time. */
export async function markPaid(orm: Orm, id: string, paidAt: Date): Promise<void> {
  await orm
    .update(paymentOrders)
    .set({ paidAt })
    .where(and(eq(paymentOrders.id, id), isNull(paymentOrders.paidAt)));
}

/** Records that an attempt to pay an order was declined; keeps the latest attempt. */
export async function markDeclined(orm: Orm, id: string, declinedAt: Date, declineCode: number): Promise<void> {
  await orm
    .update(paymentOrders)
    .set({ declinedAt, declineCode })
    .where(
      and(eq(paymentOrders.id, id), or(isNull(paymentOrders.declinedAt), lte(paymentOrders.declinedAt, declinedAt))),
    );
}

/** Returns what a user last wanted to buy. */
export async function findLastPaymentOrder(orm: Orm, userId: string) {
  const [row] = await orm
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.userId, userId))
    .orderBy(desc(paymentOrders.createdAt))
    .limit(1);
  return row;
}

/** Returns when the oldest unpaid order was created, of those created after `since`. */
export async function oldestUnpaid(orm: Orm, since: Date): Promise<Date | undefined> {
  const [row] = await orm
    .select({ oldest: min(paymentOrders.createdAt) })
    .from(paymentOrders)
    .where(and(isNull(paymentOrders.paidAt), gt(paymentOrders.createdAt, since)));
  return row?.oldest ?? undefined;
}

/**
 * Makes others that handle this payment wait until the transaction ends: a payment and its refund may come at once.
 * The number is negated to stay apart from other locks.
 */
export async function lockPayment(orm: Orm, transactionId: number): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(${-transactionId}::bigint)`);
}

export type PaymentRow = typeof payments.$inferInsert;

export async function findPayment(orm: Orm, transactionId: number): Promise<PaymentRow | undefined> {
  const [row] = await orm.select().from(payments).where(eq(payments.transactionId, transactionId));
  return row;
}

export async function insertPayment(orm: Orm, payment: PaymentRow): Promise<void> {
  await orm.insert(payments).values(payment);
}

/** @returns whether the refund is new. */
export async function insertRefund(orm: Orm, refund: Refund, recordedAt: Date): Promise<boolean> {
  const { orderId: _, ...row } = refund;
  const rows = await orm
    .insert(paymentRefunds)
    .values({ ...row, recordedAt })
    .onConflictDoNothing()
    .returning({ id: paymentRefunds.transactionId });
  return rows.length > 0;
}

/** Returns which of these payments are recorded. */
export async function recordedAmong(orm: Orm, transactionIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await orm
    .select({ id: payments.transactionId })
    .from(payments)
    .where(inArray(payments.transactionId, [...transactionIds]));
  return new Set(rows.map(({ id }) => id));
}

/** Returns up to when CloudPayments' list was read; if it never was, when the oldest payment was recorded. */
export async function listedUntil(orm: Orm): Promise<Date | undefined> {
  const [mark] = await orm.select({ until: paymentsListed.until }).from(paymentsListed);
  if (mark) return mark.until;
  const [row] = await orm.select({ oldest: min(payments.recordedAt) }).from(payments);
  return row?.oldest ?? undefined;
}

export async function markListed(orm: Orm, until: Date): Promise<void> {
  await orm
    .insert(paymentsListed)
    .values({ until })
    .onConflictDoUpdate({ target: paymentsListed.isOnly, set: { until } });
}

/** Returns how much of a payment was refunded, in kopecks. */
export async function refundedOf(orm: Orm, paymentTransactionId: number): Promise<number> {
  const [row] = await orm
    .select({ refunded: sum(paymentRefunds.amountKopecks).mapWith(Number) })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentTransactionId, paymentTransactionId));
  return row?.refunded ?? 0;
}

export type NotificationRow = typeof paymentNotifications.$inferInsert;

export async function insertNotification(orm: Orm, notification: NotificationRow): Promise<void> {
  await orm.insert(paymentNotifications).values(notification);
}
