/**
 * Counts how long the orders of all users took, by venue and environment, so that the last hour, day and month are a few
 * hundred rows however many orders they had. Each order is read once, two minutes after it was received: by then it is
 * final, except while its outcome is unknown, and those few are left out.
 */
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { idBefore } from "../platform/db/id-time.ts";
import { repeat, type Job } from "../platform/jobs.ts";
import { bucketOf } from "../platform/latency.ts";
import type { RetryLog } from "../platform/retry-log.ts";

export const MINUTE_MS = 60_000;
/** The lengths in which latencies are counted, in minutes. */
export const SPANS = { quarter: 15, hour: 60, day: 1_440 } as const;
const MINUTE_US = MINUTE_MS * 1_000;
const INTERVAL_MS = 30_000;
/** An order waits a minute at most before it is sent or expires; then the venue answers, or doesn't. */
const FINAL_AFTER_MIN = 2;
/** The longest time that one statement counts when catching up. */
const MAX_STEP_MIN = 60;
/** What is older is never shown. */
const MAX_AGE_MIN = 31 * SPANS.day;
/** Short spans are kept a little longer than they are shown. */
const SHORT_SPANS_KEPT_MIN = 2 * SPANS.day;

const FIRST_MARK = "insert into latency_sum_mark (minute) values ($1) on conflict do nothing";
// An id and the time of receipt may differ a little, so the next order by id needn't be the next one by time.
const NEXT = `
select mark.minute as mark, (
  select greatest(mark.minute, (received_at - 1000000) / ${MINUTE_US}) from orders
  where id >= ${idBefore(`mark.minute::bigint * ${MINUTE_MS}`)} and received_at >= mark.minute::bigint * ${MINUTE_US}
  order by id limit 1
) as next
from latency_sum_mark mark`;

const merged = (name: string) => `coalesce((
    select jsonb_object_agg(bucket, orders) from (
      select bucket, sum(orders::int)::int as orders from (
        select * from jsonb_each_text(latency_sums.${name}) union all select * from jsonb_each_text(excluded.${name})
      ) as each (bucket, orders) group by bucket
    ) as buckets), '{}')`;

// $1 the mark, from $2 up to before $3. Only the node that moves the mark counts: of two nodes that try, one.
const SUM = `
with moved as (
  update latency_sum_mark set minute = $3::int where minute = $1::int returning 1
), sent as materialized (
  select (received_at / ${MINUTE_US})::int as minute, venue, is_demo, ${bucketOf("sent_at - received_at")} as relay,
    case when answered_at is not null then ${bucketOf("answered_at - sent_at")} end as answer
  from orders
  where id >= ${idBefore(`$2::bigint * ${MINUTE_MS}`)} and id < ${idBefore(`$3::bigint * ${MINUTE_MS} + 2000`)}
    and received_at >= $2::bigint * ${MINUTE_US} and received_at < $3::bigint * ${MINUTE_US}
    and status <> 'NEW' and sent_at is not null and exists (select from moved)
), counted as (
  select span as minutes, minute - minute % span as start, venue, is_demo, leg, bucket, count(*)::int as orders
  from sent cross join unnest(array[${Object.values(SPANS).join()}]) as span
    cross join lateral (values ('relay', relay), ('answer', answer)) as legs (leg, bucket)
  where bucket is not null
  group by minutes, start, venue, is_demo, leg, bucket
)
insert into latency_sums (minutes, start, venue, is_demo, relay, answer)
select minutes, start, venue, is_demo, coalesce(jsonb_object_agg(bucket, orders) filter (where leg = 'relay'), '{}'),
  coalesce(jsonb_object_agg(bucket, orders) filter (where leg = 'answer'), '{}')
from counted group by minutes, start, venue, is_demo
on conflict (minutes, start, venue, is_demo) do update set relay = ${merged("relay")}, answer = ${merged("answer")}`;

const FORGET = `delete from latency_sums where minutes < ${SPANS.day} and start < $1`;

export interface LatencySumsParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

export interface LatencySums extends Job {
  /** Counts the orders that have become final since the last call. */
  sum(): Promise<void>;
}

/** Creates the job. Run it on one node at a time. */
export function createLatencySums({ db, clock, log }: LatencySumsParts): LatencySums {
  async function sum(): Promise<void> {
    const nowMin = Math.floor(clock.nowMs() / MINUTE_MS);
    const endMin = nowMin - FINAL_AFTER_MIN;
    await db.query(FIRST_MARK, [nowMin - MAX_AGE_MIN]);
    for (;;) {
      const [found] = await db.query<{ mark: number; next: number | null }>(NEXT);
      const { mark = 0, next = null } = found ?? {};
      if (next === null || next >= endMin) break;
      await db.query(SUM, [mark, next, Math.min(next + MAX_STEP_MIN, endMin)]);
    }
    await db.query(FORGET, [nowMin - SHORT_SPANS_KEPT_MIN]);
  }
  return {
    sum,
    run: (ended) => repeat(sum, INTERVAL_MS, { clock, log }, ended),
  };
}
