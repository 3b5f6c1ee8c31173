/**
 * Notifies of a payment in the transaction that books it, so that nobody is notified of a payment that isn't booked.
 */
import type { Plan } from "@chartrelay/contract";
import type { Orm } from "../../platform/db/database.ts";
import { paymentReceivedMail } from "../mail/index.ts";
import type { Outbox } from "../index.ts";
import { isWanted, recipientsOf } from "./recipients.ts";
import { PAYMENT_RECEIVED, type PaymentNotice } from "./reminder-text.ts";

export interface ReceivedPayment {
  readonly userId: string;
  /** CloudPayments' transaction number: each payment is notified once. */
  readonly transactionId: number;
  readonly plan: Plan;
  readonly amountKopecks: number;
  readonly proUntil: Date;
}

/**
 * Puts the notification of a payment into the outbox, through the caller's transaction. The mail is a receipt:
 * everybody gets it.
 */
export async function notifyOfPayment(outbox: Outbox, tx: Orm, payment: ReceivedPayment): Promise<void> {
  const { userId, transactionId, plan, amountKopecks, proUntil } = payment;
  const recipient = (await recipientsOf(tx, [userId])).get(userId);
  if (!recipient) return;
  const notice: PaymentNotice = { plan, amountKopecks, proUntil: proUntil.toISOString() };
  const chats = isWanted(recipient.notifications, "routine") ? recipient.chats : [];
  await outbox.put(tx, [
    ...chats.map((address) => ({
      userId,
      channel: "TELEGRAM" as const,
      address,
      language: recipient.language,
      kind: PAYMENT_RECEIVED,
      data: { ...notice },
      key: `payment:${transactionId}:${address}`,
    })),
    ...paymentReceivedMail(recipient, { id: String(transactionId), amountKopecks, plan, until: proUntil }),
  ]);
}
