/** GET /strategies/me/standing: where each of a user's strategies stands, for the list of strategies. */
import { rounded, signOf, sum, type StrategyStanding } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { ValueOf } from "../reports/index.ts";
import { dayIn } from "./trading-hours.ts";
import { positionsOf } from "./known-positions.ts";
import { askedOf, heldOf, type Held } from "./position-rows.ts";
import type { StrategyDirectory } from "./directory.ts";
import { followDay, type DayRecord } from "./daily-loss.ts";
import { totalProfit, tradedRows } from "./total-profit.ts";

export interface StandingParts {
  readonly db: Queryable;
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
  readonly valueOf: ValueOf;
  readonly clock: { nowMs(): number };
}

const OWN = `
select strategies.id, limits ->> 'timeZone' as "timeZone", (select max(received_at) from (
    select received_at from signals where strategy_id = strategies.id order by seq desc limit 1) last) as "lastSignalAt"
from strategies where user_id = $1 order by created_at, id`;

const DEMO = `
select id from accounts where id = any($1::text[]) and is_demo
union all select id from former_accounts where id = any($1::text[]) and is_demo`;

interface OwnRow {
  readonly id: string;
  readonly timeZone: string;
  /** Microseconds since the Unix epoch. */
  readonly lastSignalAt: number | null;
}

const MONEY_DIGITS = 8;

/** Returns a row for each of a user's strategies, oldest first. */
export async function listStanding(parts: StandingParts, userId: string): Promise<StrategyStanding[]> {
  const rows = await parts.db.query<OwnRow>(OWN, [userId]);
  return await Promise.all(rows.map((row) => standingOf(parts, row)));
}

async function standingOf(parts: StandingParts, { id, timeZone, lastSignalAt }: OwnRow): Promise<StrategyStanding> {
  const { db, strategies } = parts;
  const [held, asked] = await Promise.all([heldOf(db, id), askedOf(db, id)]);
  const demo = await db.query<{ id: string }>(DEMO, [held.map(({ accountId }) => accountId)]);
  const demoIds = new Set(demo.map((account) => account.id));
  const drifting = positionsOf(held, asked).filter(({ drift }) => drift !== null && signOf(drift) !== 0);
  return {
    id: await strategies.strategyIdOf(id),
    holdings: holdingsOf(held, demoIds),
    drifting: new Set(drifting.map(({ accountId }) => accountId)).size,
    today: await todayOf(parts, id, timeZone, demoIds),
    lastSignalAt: lastSignalAt === null ? null : new Date(lastSignalAt / 1_000).toISOString(),
  };
}

/** Adds up what is held over the accounts of a venue, live and demo apart. */
function holdingsOf(held: readonly Held[], demoIds: ReadonlySet<string>): StrategyStanding["holdings"] {
  const place = ({ accountId, venue, contract }: Held) => `${venue} ${demoIds.has(accountId)} ${contract}`;
  return [...Map.groupBy(held, place).values()].flatMap((own) => {
    const [first] = own;
    const quantity = own.reduce((before, each) => sum(before, each.quantity), "0");
    if (!first || signOf(quantity) === 0) return [];
    return { exchange: first.venue, isDemo: demoIds.has(first.accountId), ticker: first.contract, quantity };
  });
}

const DAYS = `select account_id as "accountId", record from strategy_days where strategy_id = $1`;

/**
 * Returns the profit since the day of the limits began, live accounts only. Where that day's beginning isn't known,
 * because no limit has asked for it, or a price is missing, the account isn't counted.
 */
async function todayOf(
  { db, valueOf, clock }: StandingParts,
  strategyId: string,
  timeZone: string,
  demoIds: ReadonlySet<string>,
): Promise<StrategyStanding["today"]> {
  const [rows, days] = await Promise.all([
    tradedRows(db, strategyId),
    db.query<{ accountId: string; record: DayRecord }>(DAYS, [strategyId]),
  ]);
  const ledgers = Map.groupBy(rows, ({ accountId }) => accountId);
  const profits = new Map<string, string>();
  for (const { accountId, record } of days.filter((day) => !demoIds.has(day.accountId))) {
    const total = await totalProfit(ledgers.get(accountId) ?? [], valueOf);
    const { profit } = followDay(record, total, dayIn(timeZone, clock.nowMs()));
    for (const [currency, { now }] of Object.entries(profit ?? {}))
      profits.set(currency, sum(profits.get(currency) ?? "0", now));
  }
  return [...profits].map(([currency, profit]) => ({ currency, profit: rounded(profit, MONEY_DIGITS) }));
}
