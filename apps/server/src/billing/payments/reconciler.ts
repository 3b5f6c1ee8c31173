/** Finds payments and refunds whose notification was lost, and acts on them: docs/decisions/payments.md. */
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { CODES, judgePay } from "./judge.ts";
import { listPayments, type Listed, type PaymentsApi } from "./listed-payments.ts";
import type { UngrantedPayment } from "./notifications.ts";
import { recordPayment, recordRefund, type GrantedPayment } from "./record.ts";
import { findPayment, findPaymentOrder, listedUntil, markListed, oldestUnpaid, recordedAmong } from "./store.ts";
import type { Job } from "../../platform/jobs.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

/** A lost payment is granted within five minutes; this leaves room for slow responses and a change of leader. */
export const RECONCILE_INTERVAL_MS = 60_000;
/** CloudPayments repeats notifications for two days. */
const HORIZON_MS = 3 * 86_400_000;
/** CloudPayments' clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
/** A payment may take this long to complete, and only then appears in the list. */
const OVERLAP_MS = 60 * 60_000;
const STRETCH_MS = 86_400_000;
/** A payment can be cancelled until the bank settles it, within days. */
const CANCELLABLE_MS = 7 * 86_400_000;

export interface ReconcilerParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly api: PaymentsApi;
  readonly takesTests: boolean;
  readonly onGranted: (tx: Orm, payment: GrantedPayment) => Promise<void>;
  readonly onUngranted: (payment: UngrantedPayment) => void;
  readonly log: RetryLog;
}

/** Creates the job that finds lost payments and refunds. */
export function createReconciler(parts: ReconcilerParts): Job {
  const { clock, log } = parts;
  return {
    async run(ended) {
      while (!ended.aborted) {
        await clock.wait(RECONCILE_INTERVAL_MS, ended);
        if (ended.aborted) return;
        await reconcile(parts, ended).catch((error: unknown) => !ended.aborted && log.willRetry(error));
      }
    },
  };
}

/**
 * Checks payments and refunds once, from the oldest unpaid order or the last check, whichever is earlier. Goes a day at
 * a time, so that a failure doesn't lose a whole long check.
 */
async function reconcile(parts: ReconcilerParts, signal: AbortSignal): Promise<void> {
  const { database, clock, api } = parts;
  const nowMs = clock.nowMs();
  const unpaid = await oldestUnpaid(database.orm, new Date(nowMs - HORIZON_MS));
  const listed = await listedUntil(database.orm);
  const since = [unpaid && unpaid.getTime() - SKEW_MS, listed && listed.getTime() - OVERLAP_MS];
  const known = since.filter((each) => each !== undefined);
  // Nothing was ever sold.
  if (known.length === 0) return;
  const endMs = nowMs + SKEW_MS;
  for (let fromMs = Math.min(...known); fromMs < endMs; fromMs += STRETCH_MS) {
    const span = { from: new Date(fromMs), to: new Date(Math.min(fromMs + STRETCH_MS, endMs)) };
    await record(await listPayments(api, span, "Completed", signal), parts);
    await markListed(database.orm, new Date(Math.min(span.to.getTime(), nowMs)));
  }
  // Cancelled payments are few, and keep the date when they began.
  const recently = { from: new Date(nowMs - CANCELLABLE_MS), to: new Date(endMs) };
  await record(await listPayments(api, recently, "Cancelled", signal), parts);
}

/** Records what isn't recorded yet. Refunds come first, so that a refunded payment gives no access in between. */
async function record({ payments, refunds }: Listed, parts: ReconcilerParts): Promise<void> {
  const { database, clock, takesTests, onGranted, onUngranted } = parts;
  const nowMs = clock.nowMs();
  for (const refund of refunds) {
    await database.orm.transaction(async (tx) => {
      const { orderId, paymentTransactionId } = refund;
      const isOurs =
        (await findPayment(tx, paymentTransactionId)) ?? (orderId && (await findPaymentOrder(tx, orderId)));
      if (isOurs) await recordRefund(tx, refund, nowMs);
    });
  }
  const recorded = await recordedAmong(
    database.orm,
    payments.map(({ transactionId }) => transactionId),
  );
  for (const payment of payments) {
    if (recorded.has(payment.transactionId)) continue;
    await database.orm.transaction(async (tx) => {
      const order = payment.orderId === undefined ? undefined : await findPaymentOrder(tx, payment.orderId);
      // Somebody else's sales may share the terminal.
      if (!order) return;
      const code = judgePay(payment, order, { takesTests, nowMs });
      if (code !== CODES.ok) {
        if (!order.paidAt) onUngranted({ transactionId: payment.transactionId, code });
        return;
      }
      const granted = await recordPayment(tx, { payment, order, source: "reconciler", nowMs });
      if (granted) await onGranted(tx, granted);
    });
  }
}
