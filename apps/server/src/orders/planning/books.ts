/** What an order is planned with beside the venue's word: what was ordered and filled before, as the storage has it. */
import type { Queryable } from "../../platform/db/database.ts";
import { type DayRecord, type LedgerEntry, type LedgerKey, ledgerOf } from "../../strategies/index.ts";

/** A strategy in one of its accounts, by their own ids. */
export interface StrategyMemberKey {
  readonly strategyId: string;
  readonly accountId: string;
}

/** What a strategy has traded of one instrument in one account. */
export interface TradedPosition {
  readonly symbol: string;
  readonly quantity: string;
  /** Price × quantity that its fills have brought, minus what they cost. */
  readonly cash: string;
  /** To ask for its price by; null if it isn't known. */
  readonly ticker: string | null;
  /** What reports know of what a price is worth; null until they do. */
  readonly currency: string | null;
  readonly unitValue: string | null;
}

/** Its calls throw storage errors. */
export interface PlanBooks {
  /** See `ledgerOf`. */
  ledger(key: LedgerKey, exceptOrderId: string): Promise<readonly LedgerEntry[]>;
  /** Whether the first leg of a reversal ended unfilled: then there is nothing to wait for. */
  hasClosingFailed(leg: { readonly signalId?: string; readonly accountId: string }): Promise<boolean>;
  /**
   * Returns how many other orders were sent that were received since `fromUs`, microseconds since the Unix epoch.
   * Cancellations aren't orders.
   */
  sentSince(member: StrategyMemberKey, fromUs: number, exceptOrderId: string): Promise<number>;
  traded(member: StrategyMemberKey): Promise<readonly TradedPosition[]>;
  day(member: StrategyMemberKey): Promise<DayRecord | null>;
  rememberDay(member: StrategyMemberKey, record: DayRecord): Promise<void>;
}

/** Only strategies reverse in two legs; the index of a signal's orders holds theirs alone. */
const CLOSING = `
select status = 'REJECTED' or execution_state in ('cancelled', 'expired') as failed from orders
where signal_id = $1::uuid and strategy_id is not null and account_id = $2 and (instruction ->> 'leg')::int = 1`;

const SENT = `
select count(*)::int as sent from orders
where strategy_id = $1 and account_id = $2 and attempt > 0 and action is null and received_at >= $3::bigint
  and id <> $4::uuid`;

/**
 * Symbols with the ticker to ask for their price by, and what reports know of what a price is worth. Reports sum a fill up
 * a moment after it is stored, and know a continuous symbol by its own name: so the ticker is the last fill's, and its
 * contract where there is one. Until a report knows what a price is worth, the venue is asked.
 */
const POSITIONS = `
select held.symbol, trim_scale(held.quantity)::text as quantity, trim_scale(held.cash)::text as cash,
  coalesce(filled.ticker, own.ticker) as ticker, own.currency, own.unit_value::text as "unitValue"
from strategy_positions held left join own_holdings own on own.account_id = held.account_id and own.symbol = held.symbol
  left join lateral (
    select upper(coalesce(orders.contract, orders.ticker)) as ticker from fills join orders on orders.id = fills.order_id
    where fills.account_id = held.account_id and fills.symbol = held.symbol
    order by fills.executed_at desc limit 1
  ) filled on true
where held.strategy_id = $1 and held.account_id = $2`;

const DAY = "select record from strategy_days where strategy_id = $1 and account_id = $2";
const REMEMBER = `
insert into strategy_days (strategy_id, account_id, record) values ($1, $2, $3::jsonb)
on conflict (strategy_id, account_id) do update set record = excluded.record`;

/** The books in the storage. */
export function storedBooks(db: Queryable): PlanBooks {
  return {
    ledger: (key, exceptOrderId) => ledgerOf(db, key, exceptOrderId),
    async hasClosingFailed({ signalId, accountId }) {
      if (signalId === undefined) return false;
      const [leg] = await db.query<{ failed: boolean | null }>(CLOSING, [signalId, accountId]);
      return leg?.failed === true;
    },
    async sentSince({ strategyId, accountId }, fromUs, exceptOrderId) {
      const [counted] = await db.query<{ sent: number }>(SENT, [strategyId, accountId, fromUs, exceptOrderId]);
      return counted?.sent ?? 0;
    },
    traded: ({ strategyId, accountId }) => db.query<TradedPosition>(POSITIONS, [strategyId, accountId]),
    async day({ strategyId, accountId }) {
      const [day] = await db.query<{ record: DayRecord }>(DAY, [strategyId, accountId]);
      return day?.record ?? null;
    },
    async rememberDay({ strategyId, accountId }, record) {
      await db.query(REMEMBER, [strategyId, accountId, JSON.stringify(record)]);
    },
  };
}
