/**
 * The leader's job that follows the days of strategies with a limit on losses. Entries read the day as well, but between two of them
 * it may end, or pass its best moment: a day would begin with what the last entry had seen, and count the loss of days before.
 */
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { type Job, repeat } from "../platform/jobs.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { ValueOf } from "../reports/index.ts";
import { type DayRecord, followDay } from "./daily-loss.ts";
import { totalProfit, tradedRows } from "./total-profit.ts";
import { dayIn } from "./trading-hours.ts";

export interface DayFollowingParts {
  readonly db: Queryable;
  readonly valueOf: ValueOf;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

/** So old may be the total with which a day begins. Accounts with the same instrument share a price. */
const INTERVAL_MS = 60_000;
/** How many accounts are valued at a time: a venue that doesn't answer delays those behind it. */
const AT_ONCE = 20;

const MEMBERS = `
select distinct strategies.id as "strategyId", held.account_id as "accountId", limits ->> 'timeZone' as "timeZone", record
from strategies join strategy_positions held on held.strategy_id = strategies.id
  left join strategy_days on strategy_days.strategy_id = strategies.id and strategy_days.account_id = held.account_id
where limits ->> 'maxDailyLoss' is not null or limits ->> 'maxDailyDrawdown' is not null`;

interface Member {
  readonly strategyId: string;
  readonly accountId: string;
  readonly timeZone: string;
  readonly record: DayRecord | null;
}

/** An entry may have stored a later reading meanwhile: then that stays. */
const REMEMBER = `
insert into strategy_days (strategy_id, account_id, record) values ($1, $2, $3::jsonb)
on conflict (strategy_id, account_id) do update set record = excluded.record where strategy_days.record = $4::jsonb`;

export function createDayFollowing(parts: DayFollowingParts): Job {
  return { run: (ended) => repeat(() => followDays(parts), INTERVAL_MS, parts, ended) };
}

/** Reads once what each account with such a limit stands at. @throws storage errors. */
export async function followDays(parts: Omit<DayFollowingParts, "log">): Promise<void> {
  const members = await parts.db.query<Member>(MEMBERS);
  for (let place = 0; place < members.length; place += AT_ONCE)
    await Promise.all(members.slice(place, place + AT_ONCE).map((member) => followMember(parts, member)));
}

async function followMember(
  { db, valueOf, clock }: Omit<DayFollowingParts, "log">,
  { strategyId, accountId, timeZone, record: before }: Member,
): Promise<void> {
  const total = await totalProfit(await tradedRows(db, strategyId, accountId), valueOf);
  const { record } = followDay(before, total, dayIn(timeZone, clock.nowMs()));
  if (total === null || record === null) return;
  if (isDeepStrictEqual(record, before)) return;
  await db.query(REMEMBER, [strategyId, accountId, JSON.stringify(record), before && JSON.stringify(before)]);
}
