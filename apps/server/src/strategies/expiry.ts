/**
 * The leader's job that takes expired contracts out of ledgers. The exchange settles what is held on a future's last day, without a
 * fill of ours: the ledger would hold it for ever, limits on losses would lack its price, and every entry be stopped.
 */
import type { VenueName } from "@chartrelay/contract";
import { isMonthOver } from "@chartrelay/venues";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { type Job, repeat } from "../platform/jobs.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { STRATEGY_ACTED } from "./store.ts";
import { dayIn } from "./trading-hours.ts";

export interface ExpiryParts {
  readonly db: Queryable;
  readonly bus: Pick<Bus, "publish">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

const INTERVAL_MS = 3_600_000;
/** MOEX counts the days of its contracts in Moscow. */
const EXCHANGE_TIME_ZONE = "Europe/Moscow";
const EXCHANGE_VENUES: readonly VenueName[] = ["ALOR_BROKER", "TINKOFF"];

const HELD = `
select distinct symbol from strategy_positions where quantity <> 0 and venue = any($1::text[])`;

// Nobody tells the price of the settlement: the last fill's stands in for it. The day's record begins anew, since the difference is no
// profit or loss of today.
const SETTLE = `
with settled as (
  update strategy_positions held set quantity = 0, entries = 0, scale = null, cash = held.cash + held.quantity * coalesce((
      select price::numeric from fills where fills.account_id = held.account_id and fills.symbol = held.symbol
      order by executed_at desc limit 1), 0)
  from strategy_positions before
  where held.symbol = $1 and held.venue = any($2::text[]) and held.quantity <> 0
    and before.strategy_id = held.strategy_id and before.account_id = held.account_id and before.symbol = held.symbol
  returning held.strategy_id, held.account_id, held.user_id, before.quantity
), forgotten as (
  delete from strategy_days using settled
  where strategy_days.strategy_id = settled.strategy_id and strategy_days.account_id = settled.account_id
)
insert into strategy_log (strategy_id, user_id, at, kind, details)
select settled.strategy_id, settled.user_id, ${DATABASE_NOW_US}, 'expired',
  jsonb_build_object('ticker', $1::text, 'quantity', trim_scale(quantity)::text, 'accountId', account_id)
from settled join strategies on strategies.id = settled.strategy_id
returning user_id as "userId"`;

export function createExpiry(parts: ExpiryParts): Job {
  return { run: (ended) => repeat(() => settleExpired(parts), INTERVAL_MS, parts, ended) };
}

/**
 * Settles what ledgers hold of contracts whose month is over: a contract's last day isn't later, and until then a position
 * that is there must be closed. @throws storage errors.
 */
export async function settleExpired({ db, bus, clock }: Omit<ExpiryParts, "log">): Promise<void> {
  const today = dayIn(EXCHANGE_TIME_ZONE, clock.nowMs());
  const held = await db.query<{ symbol: string }>(HELD, [EXCHANGE_VENUES]);
  for (const { symbol } of held.filter((each) => isMonthOver(each.symbol, today))) {
    const logged = await db.query<{ userId: string }>(SETTLE, [symbol, EXCHANGE_VENUES]);
    for (const userId of new Set(logged.map((entry) => entry.userId))) bus.publish(STRATEGY_ACTED, userId);
  }
}
