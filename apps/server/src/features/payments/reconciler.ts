/** Finds payments whose notification was lost, and grants them: docs/decisions/payments.md. */
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { CODES, judgePay } from "./judge.ts";
import { listPayments, type PaymentsApi } from "./listed-payments.ts";
import type { UngrantedPayment } from "./notifications.ts";
import { recordPayment, recordRefund, type GrantedPayment } from "./record.ts";
import { findPaymentOrder, oldestUnpaid } from "./store.ts";

/** A lost payment is granted within five minutes; this leaves room for slow answers and a change of the leader. */
export const RECONCILE_INTERVAL_MS = 60_000;
/** Notifications are repeated for two days. */
const HORIZON_MS = 3 * 86_400_000;
/** CloudPayments' clock and ours may differ. */
const SKEW_MS = 5 * 60_000;

export interface ReconcilerParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly api: PaymentsApi;
  readonly takesTests: boolean;
  /** Whether this node does it: one among several. */
  readonly leads: () => boolean;
  readonly onGranted: (tx: Orm, payment: GrantedPayment) => Promise<void>;
  readonly onUngranted: (payment: UngrantedPayment) => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface Reconciler {
  start(): void;
  /** Settles once what is under way has ended. */
  stop(): Promise<void>;
}

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { clock, leads, onTrouble } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await clock.wait(RECONCILE_INTERVAL_MS, signal);
      if (signal.aborted || !leads()) continue;
      await reconcile(parts, signal).catch((error: unknown) => !signal.aborted && onTrouble(error));
    }
  }

  return {
    start: () => void (running ??= run()),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** One look at what was paid since the oldest order that waits for its payment. */
async function reconcile(parts: ReconcilerParts, signal: AbortSignal): Promise<void> {
  const { database, clock, api, takesTests, onGranted, onUngranted } = parts;
  const nowMs = clock.nowMs();
  const oldest = await oldestUnpaid(database.orm, new Date(nowMs - HORIZON_MS));
  if (!oldest) return;
  const span = { from: new Date(oldest.getTime() - SKEW_MS), to: new Date(nowMs + SKEW_MS) };
  const { payments, refunds } = await listPayments(api, span, signal);
  // Refunds first, so that what was paid and refunded gives no access in between.
  for (const refund of refunds) await database.orm.transaction((tx) => recordRefund(tx, refund, nowMs));
  for (const payment of payments) {
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
