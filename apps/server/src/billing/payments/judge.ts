/** Decides whether a payment may be made or granted: plain data in, CloudPayments' documented code out. */
import { PAYMENT_CURRENCY } from "@chartrelay/contract";
import type { Payment } from "./payment.ts";

/** Our answers to a notification: docs/venues/cloudpayments.md, Notifications. */
export const CODES = {
  ok: 0,
  /** No order has that number. */
  unknownOrder: 10,
  /** The order is another user's. */
  wrongAccount: 11,
  /** Not the order's amount, or not its currency. */
  wrongAmount: 12,
  /** Not acceptable for another reason. */
  notAcceptable: 13,
  /** The order has expired. */
  expired: 20,
} as const;
export type Code = (typeof CODES)[keyof typeof CODES];

/** The order that a payment must match. */
export interface PaymentOrder {
  readonly userId: string;
  /** Whether that user still exists. */
  readonly hasUser: boolean;
  readonly amountKopecks: number;
  readonly expiresAt: Date;
  readonly checkedAt: Date | null;
  readonly paidAt: Date | null;
}

export interface Terms {
  /** Whether payments without real money count. */
  readonly takesTests: boolean;
  readonly nowMs: number;
}

/** Judges a Check: whether the payment may be made at all. */
export function judgeCheck(payment: Payment, order: PaymentOrder | undefined, terms: Terms): Code {
  const code = judge(payment, order, terms);
  if (code !== CODES.ok) return code;
  if (order?.paidAt) return CODES.notAcceptable;
  return order && terms.nowMs < order.expiresAt.getTime() ? CODES.ok : CODES.expired;
}

/**
 * Judges a Pay: whether the money that was taken is granted. An order that passed Check is granted however late Pay
 * comes, since we accepted it then; without a Check, the time when the payment began counts.
 */
export function judgePay(payment: Payment, order: PaymentOrder | undefined, terms: Terms): Code {
  const code = judge(payment, order, terms);
  if (code !== CODES.ok || !order) return code;
  const isInTime = order.checkedAt !== null || (payment.begunAtMs ?? terms.nowMs) < order.expiresAt.getTime();
  return isInTime ? CODES.ok : CODES.expired;
}

function judge(payment: Payment, order: PaymentOrder | undefined, { takesTests }: Terms): Code {
  if (payment.operation !== "Payment" || (payment.isTest && !takesTests)) return CODES.notAcceptable;
  if (!order) return CODES.unknownOrder;
  if (!order.hasUser || payment.accountId !== order.userId) return CODES.wrongAccount;
  const isItsAmount = payment.amountKopecks === order.amountKopecks && payment.currency === PAYMENT_CURRENCY;
  return isItsAmount ? CODES.ok : CODES.wrongAmount;
}
