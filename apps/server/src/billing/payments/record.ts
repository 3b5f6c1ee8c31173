/** Records payments and refunds: each takes effect once, in one transaction, however often it is reported. */
import { PLAN_TERMS } from "@chartrelay/contract";
import type { Orm } from "../../platform/db/database.ts";
import { grantPeriod, takePeriodBack } from "../subscriptions/index.ts";
import type { Payment, Refund } from "./payment.ts";
import {
  findPayment,
  insertPayment,
  insertRefund,
  lockPayment,
  markPaid,
  refundedOf,
  type PaymentRow,
  type StoredPaymentOrder,
} from "./store.ts";

export interface TakenPayment {
  readonly payment: Payment;
  /** The order that it matches. */
  readonly order: StoredPaymentOrder;
  readonly source: PaymentRow["source"];
  readonly nowMs: number;
}

/** A payment that has just been granted. */
export interface GrantedPayment {
  readonly userId: string;
  readonly transactionId: number;
  readonly plan: StoredPaymentOrder["plan"];
  readonly amountKopecks: number;
  readonly proUntil: Date;
}

/**
 * Records a payment and grants what it bought. One that was already refunded is recorded, but grants nothing.
 * @returns undefined if it was recorded before, or granted nothing.
 */
export async function recordPayment(
  tx: Orm,
  { payment, order, source, nowMs }: TakenPayment,
): Promise<GrantedPayment | undefined> {
  const { transactionId, isTest } = payment;
  const { userId, plan, amountKopecks } = order;
  await lockPayment(tx, transactionId);
  if (await findPayment(tx, transactionId)) return undefined;
  const now = new Date(nowMs);
  const paidAt = new Date(payment.begunAtMs ?? nowMs);
  await insertPayment(tx, {
    transactionId,
    orderId: order.id,
    userId,
    plan,
    amountKopecks,
    isTest,
    source,
    paidAt,
    recordedAt: now,
  });
  await markPaid(tx, order.id, now);
  if ((await refundedOf(tx, transactionId)) >= amountKopecks) return undefined;
  const term = { months: PLAN_TERMS[plan].months };
  const period = await grantPeriod(tx, { userId, term, atMs: nowMs, transactionId, plan });
  return period && { userId, transactionId, plan, amountKopecks, proUntil: new Date(period.untilMs) };
}

/**
 * Records a refund. Once all of a payment is refunded, takes back what is left of its period. A partial refund doesn't
 * change access: its reason is between seller and user.
 */
export async function recordRefund(tx: Orm, refund: Refund, nowMs: number): Promise<void> {
  const { paymentTransactionId: transactionId } = refund;
  await lockPayment(tx, transactionId);
  if (!(await insertRefund(tx, refund, new Date(nowMs)))) return;
  const payment = await findPayment(tx, transactionId);
  if (!payment || (await refundedOf(tx, transactionId)) < payment.amountKopecks) return;
  await takePeriodBack(tx, { userId: payment.userId, transactionId, atMs: nowMs });
}
