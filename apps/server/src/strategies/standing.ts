/** GET /strategies/me/standing: where each of a user's strategies stands, for the list of strategies. */
import { rounded, signOf, sum, type StrategyStanding } from "@chartrelay/contract";
import { startOfDay } from "../platform/day.ts";
import type { Queryable } from "../platform/db/database.ts";
import { netSince, strategyBooks, type StrategyBook } from "../reports/index.ts";
import { positionsOf } from "./known-positions.ts";
import { askedOf, heldOf, type Held } from "./position-rows.ts";
import type { StrategyDirectory } from "./directory.ts";

export interface StandingParts {
  readonly db: Queryable;
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
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
  return await Promise.all(rows.map((row) => standingOf(parts, userId, row)));
}

async function standingOf(
  { db, strategies, clock }: StandingParts,
  userId: string,
  { id, timeZone, lastSignalAt }: OwnRow,
): Promise<StrategyStanding> {
  const dayStartMs = startOfDay(clock.nowMs(), timeZone);
  const [held, asked, books] = await Promise.all([
    heldOf(db, id),
    askedOf(db, id),
    booksOfToday(db, { userId, strategyId: id, dayStartMs }),
  ]);
  const demo = await db.query<{ id: string }>(DEMO, [[...held, ...books].map(({ accountId }) => accountId)]);
  const demoIds = new Set(demo.map((account) => account.id));
  const drifting = positionsOf(held, asked).filter(({ drift }) => drift !== null && signOf(drift) !== 0);
  return {
    id: await strategies.strategyIdOf(id),
    holdings: holdingsOf(held, demoIds),
    drifting: new Set(drifting.map(({ accountId }) => accountId)).size,
    today: netOf(books, demoIds, dayStartMs),
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

const HAS_TRADED = `
select exists (
  select from fills join orders on orders.id = fills.order_id
  where fills.user_id = $1 and executed_at >= $2::bigint and strategy_id = $3
) as "hasTraded"`;

interface StrategyDay {
  readonly userId: string;
  readonly strategyId: string;
  readonly dayStartMs: number;
}

/** Returns a strategy's books if it has traded since the day began: to count them, all of its fills are read. */
async function booksOfToday(
  db: Queryable,
  { userId, strategyId, dayStartMs }: StrategyDay,
): Promise<readonly StrategyBook[]> {
  const [row] = await db.query<{ hasTraded: boolean }>(HAS_TRADED, [userId, dayStartMs * 1_000, strategyId]);
  return row?.hasTraded === true ? await strategyBooks(db, strategyId) : [];
}

/** Returns what a strategy's live accounts earned; a strategy that has none there, what its demo accounts did. */
function netOf(
  books: readonly StrategyBook[],
  demoIds: ReadonlySet<string>,
  dayStartMs: number,
): StrategyStanding["today"] {
  const live = books.filter(({ accountId }) => !demoIds.has(accountId));
  const net = netSince(live.length > 0 ? live : books, dayStartMs);
  return Array.from(net, ([currency, profit]) => ({ currency, profit: rounded(profit, MONEY_DIGITS) }));
}
