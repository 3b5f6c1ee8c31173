/**
 * How many orders each user has, and when the newest was received, as of a minute or two ago, to sort a hundred
 * thousand users by. Orders are counted after their acceptance, which never waits for it; those that aren't counted yet
 * are few.
 */
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { firstIdOf, millisecondOf } from "../../platform/db/id-time.ts";
import { repeat } from "../../platform/jobs.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

const INTERVAL_MS = 60_000;
/** Ids begin with the millisecond of receipt, by the node's clock; no order is committed this much later. */
const COUNTED_AFTER_MS = 60_000;
/** The longest span counted at once when catching up. */
const STEP_MS = 86_400_000;

const NOTHING = "00000000-0000-0000-0000-000000000000";
const MARK = "select counted_to as mark from order_count_mark";
const FIRST_MARK = `insert into order_count_mark (counted_to) values ('${NOTHING}') on conflict do nothing`;
const OLDEST = "select id from orders where id > $1 order by id limit 1";

// Only the node that moves the mark counts: of two nodes that try, one.
const COUNT_NEW = `
with moved as (
  update order_count_mark set counted_to = $2::uuid where counted_to = $1::uuid returning 1
), new as (
  select user_id, count(*)::int as orders, max(received_at) as last_order_at from orders
  where id > $1::uuid and id <= $2::uuid and exists (select from moved) group by user_id
)
insert into order_counts (user_id, orders, last_order_at) select user_id, orders, last_order_at from new order by user_id
on conflict (user_id) do update set orders = order_counts.orders + excluded.orders,
  last_order_at = greatest(order_counts.last_order_at, excluded.last_order_at)`;

/** Returns the id up to which orders are in the counts. */
export async function countedTo(db: Queryable): Promise<string> {
  const [row] = await db.query<{ mark: string }>(MARK);
  return row?.mark ?? NOTHING;
}

export interface OrderCountsParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

export interface OrderCounts {
  /** Counts the orders since the last count. */
  count(): Promise<void>;
  /** Does so every minute until `ended` aborts. Never rejects. Run it on one node at a time. */
  run(ended: AbortSignal): Promise<void>;
}

export function createOrderCounts({ db, clock, log }: OrderCountsParts): OrderCounts {
  async function count(): Promise<void> {
    await db.query(FIRST_MARK);
    const until = firstIdOf(clock.nowMs() - COUNTED_AFTER_MS);
    for (;;) {
      const mark = await countedTo(db);
      const [oldest] = await db.query<{ id: string }>(OLDEST, [mark]);
      // Compared as ids, so that each step passes at least this order, or there is none.
      if (!oldest || oldest.id >= until) return;
      const step = firstIdOf(millisecondOf(oldest.id) + STEP_MS);
      await db.query(COUNT_NEW, [mark, step < until ? step : until]);
    }
  }
  return {
    count,
    run: (ended) => repeat(count, INTERVAL_MS, { clock, log }, ended),
  };
}
