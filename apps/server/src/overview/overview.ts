import type { Overview, Reason } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import { DISORDER_US } from "../platform/lists/dates.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import { attentionTo } from "./attention.ts";
import { startOfDay } from "./day.ts";

export interface OverviewParts {
  readonly database: Pick<Database, "query">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly clock: Pick<Clock, "nowMs">;
}

// The milestones spare reading what is older than today.
const TODAY = `
with today as (
  select status, reason, received_at, sent_at, answered_at from orders
  where user_id = $1 and received_at >= $2
    and seq > coalesce((select max(seq) from milestones
      where user_id = $1 and list = 'orders' and received_at < $2 - ${DISORDER_US}), 0)
)
select count(*) as total, count(*) filter (where status = 'CREATED') as created,
  count(*) filter (where status = 'REJECTED') as rejected, count(*) filter (where status = 'NEW') as waiting,
  percentile_cont(array[0.5, 0.95]) within group (order by sent_at - received_at) as relay,
  percentile_cont(array[0.5, 0.95]) within group (order by answered_at - sent_at) as venue,
  (select coalesce(json_agg(json_build_object('reason', reason, 'orders', orders) order by orders desc, reason), '[]')
   from (select reason, count(*) as orders from today where reason is not null group by reason) refused) as refusals
from today`;

interface TodayRow {
  readonly total: number;
  readonly created: number;
  readonly rejected: number;
  readonly waiting: number;
  readonly relay: readonly (number | null)[] | null;
  readonly venue: readonly (number | null)[] | null;
  readonly refusals: { reason: Reason; orders: number }[];
}

/**
 * A user's day so far, in their time zone.
 * @throws {Problem} validation_failed on `tz` for a name that no time zone has.
 */
export async function overviewOf(
  { database, accounts, clock }: OverviewParts,
  userId: string,
  timeZone: string,
): Promise<Overview> {
  const nowMs = clock.nowMs();
  const sinceMs = sinceOf(nowMs, timeZone);
  const [[today], attention] = await Promise.all([
    database.query<TodayRow>(TODAY, [userId, sinceMs * 1_000]),
    attentionTo(database, accounts, userId, nowMs),
  ]);
  const { total = 0, created = 0, rejected = 0, waiting = 0, relay = null, venue = null, refusals = [] } = today ?? {};
  return {
    since: new Date(sinceMs).toISOString(),
    orders: { total, created, rejected, waiting },
    refusals,
    relay: percentiles(relay),
    venue: percentiles(venue),
    attention,
  };
}

function sinceOf(nowMs: number, timeZone: string): number {
  try {
    return startOfDay(nowMs, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem({ tz: "invalid" });
    throw error;
  }
}

function percentiles(of: readonly (number | null)[] | null): Overview["relay"] {
  const [p50, p95] = of ?? [];
  if (typeof p50 !== "number" || typeof p95 !== "number") return null;
  return { p50Us: Math.round(p50), p95Us: Math.round(p95) };
}
