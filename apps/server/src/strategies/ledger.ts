/**
 * What strategies hold: the sums of their own fills by account and instrument (strategy_positions). Each fill is counted
 * in the statement that stores it, so a fill that is reported twice, late, or to two nodes counts once.
 */
import type { VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { RestingOrder, StrategyHolding } from "./plan-input.ts";

/**
 * SQL for whose ledger an order's fills are counted in: its strategy's or, for an order of an account alone that follows
 * a position, the account's own. The others are in no ledger.
 */
export const ledgerOwner = (orders: string) =>
  `case when ${orders}.instruction is null then null else coalesce(${orders}.strategy_id, ${orders}.account_id) end`;

/**
 * SQL for two common table expressions: they count what `added` says is new of fills, which is a relation of their rows
 * after the statement; `stored` has the rows of their orders, and which of them `had_fills` before. A fill has revision 1
 * only when it is inserted, and a fee that wasn't known is known only once. At spot, a fee in the coin that was bought
 * lessens what is held.
 */
export const COUNT_IN_LEDGER = `counted as (
  select ${ledgerOwner("stored")} as strategy_id, added.account_id, added.symbol, added.user_id, added.venue,
    sum(case when added.revision > 1 then 0 when added.side = 'BUY' then added.quantity::numeric else -added.quantity::numeric end
      - case when added.venue = 'BINANCE_SPOT' and starts_with(added.symbol, added.fee_currency) then added.fee_amount::numeric else 0 end) as quantity,
    sum(case when added.revision > 1 then 0 when added.side = 'BUY' then -added.quantity::numeric else added.quantity::numeric end
      * added.price::numeric) as cash,
    count(distinct added.order_id) filter (where added.revision = 1 and (stored.sizing ->> 'isEntry')::boolean
      and not stored.had_fills) as entries
  from added join stored on stored.id = added.order_id
  where stored.instruction is not null
  group by 1, 2, 3, 4, 5
), in_ledger as (
  insert into strategy_positions as held (strategy_id, account_id, symbol, user_id, venue, quantity, cash, entries)
  select strategy_id, account_id, symbol, user_id, venue, quantity, cash, entries from counted
  -- Two statements that meet lock their rows in one order.
  order by strategy_id, account_id, symbol
  on conflict (strategy_id, account_id, symbol) do update
  set quantity = held.quantity + excluded.quantity, cash = held.cash + excluded.cash,
    entries = case sign(held.quantity + excluded.quantity)
      when 0 then 0 when sign(held.quantity) then held.entries + excluded.entries else greatest(1, excluded.entries) end
)`;

/** What a strategy holds of one instrument in one account. */
export interface LedgerEntry {
  /** The venue's symbol: of a future, the contract. */
  readonly symbol: string;
  readonly venue: VenueName;
  /** As the last message that was traded in it writes it; null if nothing is held, and nothing works. */
  readonly ticker: string | null;
  /** Signed, in the units of messages at the venue. */
  readonly quantity: string;
  readonly scale: StrategyHolding["scale"];
  readonly entries: number;
  /** The unfilled rest of the strategy's orders that work, or may: each at least 0. */
  readonly working: { readonly buy: string; readonly sell: string };
  /** The part of it that market orders are about to fill, or that has been filled and isn't counted yet. */
  readonly filling: { readonly buy: string; readonly sell: string };
  /** The orders in it that rest at the venue. */
  readonly resting: readonly RestingOrder[];
}

/** Whose ledger: a strategy's and, for what an account does alone, the account's. */
export interface LedgerKey {
  /** The strategy's own id; null for the account alone. */
  readonly strategyId: string | null;
  readonly accountId: string;
  readonly partition: number;
}

// What counts of a working order is what isn't in the ledger yet: of one that ended, what was filled and isn't listed.
// A stop's closing orders name the contract itself, whichever continuous symbol opened it.
const LEDGER = `
with open_orders as (
  select id, status, execution_state, filled_quantity, quantity, direction, type, open, extras, sizing, instruction, strategy_id, account_id, ticker, stop_id
  from orders where partition = $3::int and account_id = $2::text and is_followed
  union all
  select id, status, execution_state, filled_quantity, quantity, direction, type, open, extras, sizing, instruction, strategy_id, account_id, ticker, stop_id
  from orders where partition = $3::int and account_id = $2::text and status = 'NEW' and attempt > 0
), rest as (
  select sizing ->> 'symbol' as symbol, direction, type = 'MARKET' or coalesce(execution_state in ('cancelled', 'expired', 'filled'), false) as is_filling,
    case when type <> 'MARKET' and execution_state in ('working', 'partiallyFilled') then json_build_object('id', id, 'direction', direction,
      'type', type, 'price', open, 'triggerPrice', extras ->> 'triggerPrice') end as resting, filled.total is null and (sizing ->> 'isEntry')::boolean as is_new_entry,
    greatest(0, case when execution_state in ('cancelled', 'expired') then coalesce(filled_quantity, '0') else quantity end::numeric
      - coalesce(filled.total, 0)) as quantity, case when stop_id is null then ticker end as ticker
  from open_orders left join lateral (
    select sum(fills.quantity::numeric) as total from fills where fills.order_id = open_orders.id
  ) filled on true
  where ${ledgerOwner("open_orders")} = $1::text and id is distinct from $4::uuid and sizing is not null
), at_work as (
  select symbol, coalesce(sum(quantity) filter (where direction = 'BUY'), 0) as buy,
    coalesce(sum(quantity) filter (where direction = 'SELL'), 0) as sell,
    coalesce(sum(quantity) filter (where direction = 'BUY' and is_filling), 0) as filling_buy,
    coalesce(sum(quantity) filter (where direction = 'SELL' and is_filling), 0) as filling_sell,
    count(*) filter (where is_new_entry and quantity > 0)::int as entries,
    json_agg(resting) filter (where resting is not null and quantity > 0) as resting, max(ticker) filter (where quantity > 0) as ticker
  from rest group by symbol
)
select coalesce(held.symbol, at_work.symbol) as symbol, coalesce(held.venue, '') as venue,
  trim_scale(coalesce(held.quantity, 0))::text as quantity, held.scale,
  coalesce(held.entries, 0) + coalesce(at_work.entries, 0) as entries,
  trim_scale(coalesce(at_work.buy, 0))::text as buy, trim_scale(coalesce(at_work.sell, 0))::text as sell,
  trim_scale(coalesce(at_work.filling_buy, 0))::text as "fillingBuy",
  trim_scale(coalesce(at_work.filling_sell, 0))::text as "fillingSell", coalesce(at_work.resting, '[]') as resting,
  coalesce(last.ticker, at_work.ticker) as ticker
from (select * from strategy_positions where strategy_id = $1::text and account_id = $2::text) held
  full join at_work on at_work.symbol = held.symbol
  left join lateral (
    select orders.ticker from fills join orders on orders.id = fills.order_id
    where held.quantity <> 0 and fills.account_id = $2::text and fills.symbol = held.symbol
      and ${ledgerOwner("orders")} = $1::text and stop_id is null
    order by fills.executed_at desc limit 1
  ) last on true`;

type LedgerRow = Omit<LedgerEntry, "working" | "filling"> &
  LedgerEntry["working"] & { readonly fillingBuy: string; readonly fillingSell: string };

/**
 * Returns what a strategy holds in an account and what its working orders may add, by instrument. `exceptOrderId`: an
 * order that doesn't count as working, because it is being planned.
 * @throws storage errors.
 */
export async function ledgerOf(
  db: Queryable,
  { strategyId, accountId, partition }: LedgerKey,
  exceptOrderId: string | null = null,
): Promise<readonly LedgerEntry[]> {
  const rows = await db.query<LedgerRow>(LEDGER, [strategyId ?? accountId, accountId, partition, exceptOrderId]);
  return rows.map(({ buy, sell, fillingBuy, fillingSell, ...entry }) => ({
    ...entry,
    working: { buy, sell },
    filling: { buy: fillingBuy, sell: fillingSell },
  }));
}

/** The holding of an instrument of which a strategy has never held anything. */
export const NEVER_HELD: StrategyHolding = {
  quantity: "0",
  working: { buy: "0", sell: "0" },
  scale: null,
  entries: 0,
};
