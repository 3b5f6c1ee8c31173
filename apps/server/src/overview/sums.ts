/**
 * Sums up what became of orders, a quarter of an hour at a time, so that a user's day is a few dozen rows however many
 * orders it had. Orders are summed after their end, which never waits for it. Every time zone's midnight is the end of
 * a quarter.
 */
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { idBefore } from "../platform/db/id-time.ts";
import { repeat, type Job } from "../platform/jobs.ts";
import { bucketOf } from "../platform/latency.ts";
import type { RetryLog } from "../platform/retry-log.ts";

export const QUARTER_MS = 900_000;
const QUARTER_US = QUARTER_MS * 1_000;
const INTERVAL_MS = 60_000;
/** No order is committed this long after it was received. */
const COMMITTED_AFTER_MS = 60_000;

// Not 0: an id can't be before 1970.
const FIRST_MARK = "insert into order_sum_mark (quarter) values (1) on conflict do nothing";
// An id and the time of receipt may differ a little, so the next order by id needn't be the next one by time.
const NEXT = `
select mark.quarter as mark, (
  select greatest(mark.quarter, (received_at - 1000000) / ${QUARTER_US}) from orders
  where id >= ${idBefore(`mark.quarter::bigint * ${QUARTER_MS}`)} and received_at >= mark.quarter::bigint * ${QUARTER_US}
  order by id limit 1
) as next
from order_sum_mark mark`;

const histogram = (name: string) => `
  select user_id, jsonb_object_agg(bucket, orders) as ${name} from (
    select user_id, ${name} as bucket, count(*)::int as orders from received where ${name} is not null group by user_id, ${name}
  ) buckets group by user_id`;

// $1 the mark, $2 the quarter. Only the node that moves the mark sums: of two nodes that try, one.
const SUM = `
with moved as (
  update order_sum_mark set quarter = $2::int + 1 where quarter = $1::int returning 1
), received as materialized (
  select user_id, account_id, id, seq, status, reason, received_at,
    case when status <> 'NEW' then ${bucketOf("sent_at - received_at")} end as relay,
    case when status <> 'NEW' then ${bucketOf("answered_at - sent_at")} end as venue
  from orders
  where id >= ${idBefore(`$2::bigint * ${QUARTER_MS}`)} and id < ${idBefore(`($2::bigint + 1) * ${QUARTER_MS} + 2000`)}
    and received_at >= $2::bigint * ${QUARTER_US} and received_at < ($2::bigint + 1) * ${QUARTER_US}
    and exists (select from moved)
), counted as (
  select user_id, max(seq) as last_seq, count(*) filter (where status = 'CREATED')::int as created,
    count(*) filter (where status = 'REJECTED')::int as rejected,
    coalesce(array_agg(seq) filter (where status = 'NEW'), '{}') as open_seqs
  from received group by user_id
), refused as (
  select user_id, jsonb_object_agg(reason, jsonb_build_array(orders, last_at, last_id)) as refusals from (
    select user_id, reason, count(*) as orders, max(received_at) as last_at,
      (array_agg(id order by received_at desc))[1] as last_id
    from received
    where status = 'REJECTED' and reason is not null group by user_id, reason
  ) reasons group by user_id
), relayed as (${histogram("relay")}
), answered as (${histogram("venue")}
), traded as (
  insert into last_orders (account_id, user_id, order_id, received_at)
  select distinct on (account_id) account_id, user_id, id, received_at from received order by account_id, seq desc
  on conflict (account_id) do update
  set user_id = excluded.user_id, order_id = excluded.order_id, received_at = excluded.received_at
  where last_orders.received_at <= excluded.received_at
)
insert into order_sums (user_id, quarter, last_seq, created, rejected, open_seqs, refusals, relay, venue)
select user_id, $2::int, last_seq, created, rejected, open_seqs, coalesce(refusals, '{}'), coalesce(relay, '{}'),
  coalesce(venue, '{}')
from counted left join refused using (user_id) left join relayed using (user_id) left join answered using (user_id)
on conflict do nothing`;

export interface OrderSumsParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

export interface OrderSums extends Job {
  /** Sums up the quarters that have ended since the last call. */
  sum(): Promise<void>;
}

/** Creates the job, which sums every minute. Run it on one node at a time. */
export function createOrderSums({ db, clock, log }: OrderSumsParts): OrderSums {
  async function sum(): Promise<void> {
    await db.query(FIRST_MARK);
    for (;;) {
      const [found] = await db.query<{ mark: number; next: number | null }>(NEXT);
      const { mark = 0, next = null } = found ?? {};
      if (next === null || (next + 1) * QUARTER_MS + COMMITTED_AFTER_MS > clock.nowMs()) return;
      await db.query(SUM, [mark, next]);
    }
  }
  return {
    sum,
    run: (ended) => repeat(sum, INTERVAL_MS, { clock, log }, ended),
  };
}
