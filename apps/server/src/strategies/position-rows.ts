/** The stored ledger of a strategy, and what its last orders asked for. */
import type { Sizing, VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { Instruction } from "./instruction.ts";
import type { StrategyHolding } from "./plan-input.ts";

/** What a strategy holds of an instrument by its own fills. */
export interface Held {
  readonly accountId: string;
  readonly venue: VenueName;
  /** The venue's: of a future, the contract. */
  readonly symbol: string;
  /** As messages write it, in capitals, and the contract behind it. */
  readonly ticker: string;
  readonly contract: string;
  readonly quantity: string;
  /** What was decided when the position was opened; null if nothing was. */
  readonly scale: StrategyHolding["scale"];
}

// A row that holds only a scale has no fill: the order that was planned with it says what it is about. A stop's closing order
// names a continuous symbol's contract alone.
const HELD = `
select held.account_id as "accountId", held.venue, held.symbol, trim_scale(held.quantity)::text as quantity, held.scale,
  upper(coalesce(last.ticker, held.symbol)) as ticker, coalesce(last.contract, upper(last.ticker), held.symbol) as contract
from strategy_positions held left join lateral (
  select ticker, contract from orders
  where strategy_id = $1 and account_id = held.account_id and sizing ->> 'symbol' = held.symbol and stop_id is null
  order by seq desc limit 1
) last on true
where held.strategy_id = $1`;

/** Returns a strategy's ledger. */
export async function heldOf(db: Queryable, strategyId: string): Promise<Held[]> {
  return await db.query<Held>(HELD, [strategyId]);
}

/** What the last order of a ticker in an account was to do. */
export interface Asked {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly ticker: string;
  /** Null while none was taken, or if the message names the instrument itself. */
  readonly contract: string | null;
  readonly kind: Instruction["kind"];
  /** TradingView's position after its signal; null if the message doesn't say. */
  readonly to: string | null;
  readonly sizing: Sizing | null;
  /** Where its plan leads, if it was planned. */
  readonly after: string | null;
  readonly quantityStep: string | null;
}

/** So many of an account's latest orders are looked at: a ticker that wasn't traded since has no target any more. */
const LATEST = 500;

const ASKED = `
select distinct on (orders.account_id, upper(orders.ticker)) orders.account_id as "accountId", orders.venue, upper(orders.ticker) as ticker,
  orders.contract, orders.instruction ->> 'kind' as kind, orders.instruction ->> 'to' as "to", orders.instruction -> 'sizing' as sizing,
  orders.sizing -> 'record' ->> 'after' as after, orders.sizing -> 'record' ->> 'quantityStep' as "quantityStep"
from (
  select account_id from strategy_members where strategy_id = $1 union select account_id from strategy_positions where strategy_id = $1
) traded cross join lateral (
  select * from orders
  where strategy_id = $1 and orders.account_id = traded.account_id and instruction is not null and orders.ticker is not null
  order by seq desc limit ${LATEST}
) orders
order by orders.account_id, upper(orders.ticker), orders.seq desc`;

/** Returns what the last order of each ticker in each account of a strategy was to do. */
export async function askedOf(db: Queryable, strategyId: string): Promise<Asked[]> {
  return await db.query<Asked>(ASKED, [strategyId]);
}
