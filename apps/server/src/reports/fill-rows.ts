/** Fills as the reports count them: with the terms of their orders, and what their alerts said. */
import type { OrderSide, OtherField, VenueName } from "@chartrelay/contract";
import { decimalOf, plainDecimal } from "@chartrelay/contract";
import { NIL } from "uuid";
import { BY_EXECUTION } from "../orders/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { CountedFill } from "./fill-sums.ts";

/** An instrument of an account. */
export interface AccountInstrument {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
}

/** An instrument with a fill that no sum counts as it is now. */
export interface PendingInstrument extends AccountInstrument {
  /** When its first such fill took place, in microseconds since the Unix epoch. */
  readonly fromUs: number;
}

/** No instrument comes before it. */
export const BEFORE_ALL: AccountInstrument = {
  userId: NIL,
  accountId: "",
  symbol: "",
};

// Jumps from instrument to instrument in the index, however many fills wait for a venue that can't value them.
const firstPendingAfter = (row: string) => `
select user_id, account_id, symbol, executed_at from fills
where summed_revision < revision and (user_id, account_id, symbol) > ${row}
order by user_id, account_id, symbol, executed_at limit 1`;
const PENDING = `
with recursive pending as (
  (${firstPendingAfter("($1::uuid, $2::text, $3::text)")})
  union all
  select following.* from pending cross join lateral (
    ${firstPendingAfter("(pending.user_id, pending.account_id, pending.symbol)")}
  ) following
)
select user_id as "userId", account_id as "accountId", symbol, executed_at as "fromUs" from pending limit $4::int`;

/** Returns the next instruments with fills to sum, in the order of the index. */
export async function pendingInstruments(
  db: Queryable,
  { userId, accountId, symbol }: AccountInstrument,
  limit: number,
): Promise<PendingInstrument[]> {
  return await db.query<PendingInstrument>(PENDING, [userId, accountId, symbol, limit]);
}

/**
 * SQL of the fills that a condition selects, as `charged`, with their fees. A venue that counts fees by order names none
 * for a fill: that of the order counts with its first fill.
 */
export const chargedFills = (condition: string) => `
selected as materialized (select * from fills where ${condition}),
firsts as (
  select order_id, (array_agg(trade_id order by ${BY_EXECUTION}))[1] as trade_id from fills
  where order_id in (select order_id from selected where fee_amount is null)
  group by order_id having count(fee_amount) = 0
),
charged as (
  select selected.*, coalesce(fee_amount, orders.fees -> 0 ->> 'amount') as fee, coalesce(fee_currency, orders.fees -> 0 ->> 'currency') as charged_in
  from selected left join firsts on firsts.order_id = selected.order_id and firsts.trade_id = selected.trade_id
    left join orders on orders.id = firsts.order_id
)`;

interface FillRow {
  readonly orderId: string;
  readonly tradeId: string;
  readonly revision: number;
  readonly summedRevision: number;
  readonly venue: VenueName;
  readonly accountId: string;
  readonly symbol: string;
  readonly ticker: string | null;
  readonly contract: string | null;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string | null;
  readonly feeCurrency: string | null;
  readonly executedAt: number;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  /** The strategy whose order it was; null if its message names none, or it has been deleted. */
  readonly strategyName: string | null;
  readonly otherFields: readonly OtherField[] | null;
}

/** A fill and where it belongs. */
export interface StoredFill extends CountedFill {
  readonly orderId: string;
  readonly tradeId: string;
  readonly revision: number;
  /** The revision that the sums count; 0: they don't count it yet. */
  readonly summedRevision: number;
  readonly venue: VenueName;
  readonly ticker: string;
}

const COUNTED = `
select order_id as "orderId", trade_id as "tradeId", revision, summed_revision as "summedRevision", charged.venue,
  charged.account_id as "accountId", charged.symbol, orders.ticker, orders.contract, side, charged.quantity, price, fee,
  charged_in as "feeCurrency", executed_at as "executedAt", orders.received_at as "receivedAt", orders.sent_at as "sentAt",
  strategies.name as "strategyName", signals.other_fields as "otherFields"
from charged join orders on orders.id = order_id left join signals on signals.id = orders.signal_id
  left join strategies on strategies.id = orders.strategy_id`;

const BETWEEN = `
with ${chargedFills("account_id = $1 and symbol = $2 and executed_at >= $3 and ($4::bigint is null or executed_at < $4::bigint)")}
${COUNTED} order by ${BY_EXECUTION}, order_id`;

const OF_STRATEGY = `
with ${chargedFills("order_id in (select id from orders where strategy_id = $1)")}
${COUNTED} order by charged.account_id, charged.symbol, ${BY_EXECUTION}, order_id`;

/** Returns an account's fills of one instrument between two moments, in the order of their execution. */
export async function fillsBetween(
  db: Queryable,
  { accountId, symbol }: AccountInstrument,
  fromUs: number,
  toUs: number | null,
): Promise<StoredFill[]> {
  return (await db.query<FillRow>(BETWEEN, [accountId, symbol, fromUs, toUs])).map(asCounted);
}

/** A fill of a strategy's order. */
export interface StrategyFill extends StoredFill {
  readonly accountId: string;
  readonly symbol: string;
  /** The contract that was taken for a continuous symbol; null if the message names the instrument itself. */
  readonly contract: string | null;
}

/** Returns a strategy's own fills by account and instrument, each in the order of their execution. */
export async function fillsOfStrategy(db: Queryable, strategyId: string): Promise<StrategyFill[]> {
  return (await db.query<FillRow>(OF_STRATEGY, [strategyId])).map(asCounted);
}

function asCounted(row: FillRow): StrategyFill {
  const { fee, feeCurrency, executedAt, receivedAt, sentAt, strategyName, otherFields, ticker, ...fill } = row;
  return {
    ...fill,
    ticker: (ticker ?? fill.symbol).toUpperCase(),
    fee: fee === null || feeCurrency === null ? null : { amount: fee, currency: feeCurrency },
    isFeeInAsset: fill.venue === "BINANCE_SPOT" && feeCurrency !== null && isAssetOf(fill.symbol, feeCurrency),
    atMs: executedAt / 1_000,
    receivedAtMs: receivedAt / 1_000,
    sentAtMs: sentAt === null ? null : sentAt / 1_000,
    ...signalOf(otherFields ?? [], strategyName),
  };
}

/** At Binance, a symbol is what is traded, followed by what it is paid in. */
const isAssetOf = (symbol: string, currency: string) => symbol.startsWith(currency) && symbol !== currency;

const STRATEGY_LENGTH = 64;

/**
 * Returns the strategy that a message names, and the price and time for which it was sent. A strategy of ours goes by its
 * own name, not by what its messages say.
 */
export function signalOf(
  fields: readonly OtherField[],
  strategyName: string | null,
): Pick<CountedFill, "strategy" | "signalPrice" | "signalAtMs"> {
  const written = (name: string) => fields.find(({ field }) => field === name)?.value.trim() ?? "";
  const price = plainDecimal(written("signalPrice"));
  return {
    strategy: strategyName ?? written("strategy").slice(0, STRATEGY_LENGTH),
    signalPrice: price === undefined ? null : decimalOf(price),
    signalAtMs: momentIn(written("signalTime")),
  };
}

/** In milliseconds since 2001; smaller numbers are seconds. */
const FIRST_MS = 1e12;

/** Reads a time as TradingView writes it, {{timenow}}, or as a number of seconds or milliseconds. */
function momentIn(text: string): number | null {
  if (/^\d{9,16}$/.test(text)) return Number(text) < FIRST_MS ? Number(text) * 1_000 : Number(text);
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
