/** Records the steps that happen away from the pages. */
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { TEST_ORDER_ACCEPTED } from "../message-check/index.ts";
import { TRADINGVIEW_ALERT } from "../signals/index.ts";
import { FIRST_STEPS_CHANGED } from "./index.ts";
import { keepSteps, keepTestOrder } from "./steps.ts";

/** How many users' alerts are remembered as recorded; beyond that they are recorded once more, which changes nothing. */
const MAX_REMEMBERED = 100_000;

export interface RecorderParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly bus: Bus;
  readonly log: RetryLog;
}

/** Records test orders and TradingView's alerts as they are accepted. Returns a function that waits for the last record. */
export function recordSteps({ database: { orm }, clock, bus, log }: RecorderParts): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const record = async (userId: string, write: () => Promise<void>, onFailed = () => {}) => {
    try {
      await write();
      bus.publish(FIRST_STEPS_CHANGED, userId);
    } catch (error) {
      onFailed();
      log.willRetry(error);
    }
  };
  const inBackground = (...parts: Parameters<typeof record>) => {
    const recording = record(...parts).finally(() => underWay.delete(recording));
    underWay.add(recording);
  };

  bus.subscribe(TEST_ORDER_ACCEPTED, ({ userId, orderId, isOwnMessage }) =>
    inBackground(userId, async () => {
      await keepTestOrder(orm, userId, orderId);
      if (isOwnMessage) await keepSteps(orm, userId, { messageBuiltAt: new Date(clock.nowMs()) });
    }),
  );

  // An alert is accepted in microseconds of a batch: only a user's first one may cost a statement.
  const recorded = new Set<string>();
  bus.subscribe(TRADINGVIEW_ALERT, ({ userId, isForOrder }) => {
    const subject = `${userId} ${isForOrder}`;
    if (recorded.has(subject)) return;
    if (recorded.size >= MAX_REMEMBERED) recorded.clear();
    recorded.add(subject);
    const now = new Date(clock.nowMs());
    inBackground(
      userId,
      () => keepSteps(orm, userId, { alertedAt: now, ...(isForOrder && { messageBuiltAt: now }) }),
      () => recorded.delete(subject),
    );
  });

  return async () => void (await Promise.all(underWay));
}
