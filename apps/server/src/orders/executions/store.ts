/**
 * Executions and fills in the storage. One statement stores what is new of an order; it only moves the row forward, so
 * two nodes that both believe to own it, or an old write that arrives late, can't take anything back.
 */
import type { ExecutionState, OrderMessage, Reason, VenueName } from "@chartrelay/contract";
import type { Fee, Fill } from "@chartrelay/venues";
import type { Queryable } from "../../platform/db/database.ts";
import { isGiven, updatesBy } from "../../platform/db/group-commit.ts";
import { firstIdOf } from "../../platform/db/id-time.ts";
import { COUNT_IN_LEDGER } from "../../strategies/index.ts";
import { messageOf, type OrderRow } from "../order.ts";
import { feesOf, type KnownExecution } from "./execution.ts";

/** An accepted order of which something may still be learned at its venue. */
export interface AcceptedOrder {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly partition: number;
  /** The version of the key that it was sent with. */
  readonly keyVersion: number;
  readonly message: OrderMessage;
  readonly known: KnownExecution;
}

/** What is to be stored of an order's execution. */
export interface ExecutionUpdate {
  readonly order: Omit<AcceptedOrder, "known">;
  readonly known: KnownExecution;
  /** Fills to add, or whose fee has become known. */
  readonly fills: readonly Fill[];
  /** Whether there is still something to learn. */
  readonly isFollowed: boolean;
  readonly atUs: number;
}

/** An account, and the partition of its queue. */
export interface AccountPlace {
  readonly partition: number;
  readonly accountId: string;
}

/** How many followed orders an account has. */
export interface FollowedCount extends AccountPlace {
  readonly orders: number;
}

/** Each call rejects if the storage doesn't answer. */
export interface ExecutionStore {
  /**
   * Stores an update. Returns false if the order's row is gone. Of one order, one update at a time: two in one commit
   * would be undefined.
   */
  store(update: ExecutionUpdate): Promise<boolean>;
  /** Returns the followed orders of partitions. */
  loadPartitions(partitions: readonly number[]): Promise<AcceptedOrder[]>;
  /** Returns the followed orders of accounts. */
  loadAccounts(accounts: readonly AccountPlace[]): Promise<AcceptedOrder[]>;
  /** Counts the followed orders of partitions by account. */
  count(partitions: readonly number[]): Promise<FollowedCount[]>;
  /**
   * Marks orders as followed that venues accepted at `sinceMs` or later, before they had executions, or that a node of
   * an older release stored.
   */
  adopt(sinceMs: number, venues: readonly VenueName[]): Promise<void>;
}

/** SQL for how far a state is: `RANKS` of execution.ts, and 0 for an unknown one. */
const rank = (state: string) =>
  `case ${state} when 'working' then 1 when 'partiallyFilled' then 2 when 'filled' then 4 else
    case when ${state} is null then 0 else 3 end end`;
const isFurther = `${rank("given.state")} > ${rank("orders.execution_state")}`;
const isNoLess = "given.filled::numeric >= coalesce(orders.filled_quantity, '0')::numeric";
/** Whether the order's user should hear of it: what the chat shows is no longer true. */
const isNews = `${isFurther} or given.filled::numeric > coalesce(orders.filled_quantity, '0')::numeric
  or (${isNoLess} and given.average_price is distinct from orders.average_price)`;

/** SQL for the order in which fills were executed: venues' trade ids are numbers that grow. */
export const BY_EXECUTION = `executed_at, length(trade_id), trade_id collate "C"`;

const STORE = `
with given as (
  select * from json_to_recordset($1::json) as t(id uuid, state text, filled text, average_price text, fees jsonb,
    venue_order_id text, cancelled_by text, reason text, at bigint, is_followed boolean, has_own_fee boolean, fills json)
), stored as (
  update orders set
    execution_state = case when ${isFurther} then given.state else orders.execution_state end,
    cancelled_by = case when ${isFurther} then given.cancelled_by else orders.cancelled_by end,
    execution_reason = case when ${isFurther} or given.state is not distinct from orders.execution_state
      then given.reason else orders.execution_reason end,
    filled_quantity = case when ${isNoLess} then given.filled else orders.filled_quantity end,
    average_price = case when ${isNoLess} then given.average_price else orders.average_price end,
    fees = case when ${isNoLess} then given.fees else orders.fees end,
    venue_order_id = coalesce(orders.venue_order_id, given.venue_order_id),
    execution_at = greatest(orders.execution_at + 1, given.at),
    is_followed = given.is_followed,
    is_notified = orders.is_notified and not (${isNews})
  from given
  where orders.id = given.id and ${isGiven("orders.id")} and orders.status = 'CREATED'
  returning orders.id, orders.user_id, orders.account_id, orders.strategy_id, orders.venue, orders.instruction, orders.sizing,
    exists (select from fills where fills.order_id = orders.id) as had_fills, given.has_own_fee, orders.is_notified,
    given.at as changed_at, (orders.cancellation ->> 'by')::uuid as cancelled_by_message
), cancelling as (
  update orders set is_notified = false, execution_at = greatest(orders.execution_at + 1, stored.changed_at)
  from stored where orders.id = stored.cancelled_by_message and not stored.is_notified and orders.status <> 'NEW'
), brought as (
  select stored.id, stored.user_id, stored.account_id, stored.venue, given.at as stored_at, fill.*
  from stored join given on given.id = stored.id,
    json_to_recordset(given.fills) as fill(trade_id text, symbol text, side text, quantity text, price text,
      fee_amount text, fee_currency text, executed_at bigint)
), added as (
  insert into fills (order_id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, fee_amount,
    fee_currency, executed_at, stored_at)
  select id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, fee_amount, fee_currency,
    executed_at, stored_at
  from brought
  on conflict (order_id, trade_id) do update
    set fee_amount = coalesce(fills.fee_amount, excluded.fee_amount),
      fee_currency = coalesce(fills.fee_currency, excluded.fee_currency), revision = fills.revision + 1
    where fills.fee_amount is null
      and (excluded.fee_amount is not null or excluded.order_id in (select id from stored where has_own_fee))
  returning *
), ${COUNT_IN_LEDGER}, charged as (
  -- Reports count a fee of the whole order with its first fill. One statement can change a fill only once.
  update fills set revision = revision + 1
  from (
    select distinct on (order_id) order_id, trade_id from fills join stored on stored.id = order_id
    where has_own_fee order by order_id, ${BY_EXECUTION}
  ) first
  where fills.order_id = first.order_id and fills.trade_id = first.trade_id
    and not exists (select from brought where brought.id = first.order_id and brought.trade_id = first.trade_id)
)
select id from stored`;

const LOAD = `
select id, user_id, account_id, venue, is_demo, partition, key_version, ticker, direction, type, open, quantity, extras, contract,
  execution_state, coalesce(filled_quantity, '0') as filled_quantity, average_price, fees, venue_order_id,
  cancelled_by, execution_reason,
  (select coalesce(json_agg(json_build_object('tradeId', trade_id, 'symbol', symbol, 'side', side, 'quantity', quantity,
     'price', price, 'fee', case when fee_amount is null then null
       else json_build_object('amount', fee_amount, 'currency', fee_currency) end,
     'atMs', executed_at / 1000) order by seq), '[]')
   from fills where fills.order_id = orders.id) as fills
from orders where is_followed and key_version is not null`;

const COUNT = `
select partition, account_id as "accountId", count(*)::int as orders from orders
where is_followed and partition = any($1::int[]) group by partition, account_id`;

const ADOPT = `
update orders set is_followed = true
where id >= $1::uuid and status = 'CREATED' and action is null and execution_at is null and not is_followed and key_version is not null
  and venue = any($2::text[])`;

interface FollowedRow extends Omit<OrderRow, "key_version"> {
  readonly key_version: number;
  readonly execution_state: ExecutionState | null;
  readonly filled_quantity: string;
  readonly average_price: string | null;
  readonly venue_order_id: string | null;
  readonly fees: readonly Fee[] | null;
  readonly cancelled_by: KnownExecution["cancelledBy"];
  readonly execution_reason: Reason | null;
  readonly fills: readonly Fill[];
}

/** Creates the store of executions in `db`. */
export function createExecutionStore(db: Queryable): ExecutionStore {
  const updates = updatesBy(db, STORE, (update: ExecutionUpdate) => [toRow(update)]);
  const load = async (condition: string, values: unknown[]) =>
    (await db.query<FollowedRow>(`${LOAD} and ${condition} order by orders.seq`, values)).map(fromRow);
  return {
    store: (update) => updates.add(update),
    loadPartitions: (partitions) => load("partition = any($1::int[])", [partitions]),
    loadAccounts: (accounts) =>
      load("partition = any($1::int[]) and account_id = any($2::text[])", [
        accounts.map(({ partition }) => partition),
        accounts.map(({ accountId }) => accountId),
      ]),
    count: (partitions) => db.query<FollowedCount>(COUNT, [partitions]),
    adopt: async (sinceMs, venues) => {
      await db.query(ADOPT, [firstIdOf(sinceMs), venues]);
    },
  };
}

function toRow({ order, known, fills, isFollowed, atUs }: ExecutionUpdate) {
  return {
    id: order.id,
    state: known.state,
    filled: known.filledQuantity,
    average_price: known.averagePrice,
    fees: feesOf(known),
    venue_order_id: known.venueOrderId,
    cancelled_by: known.cancelledBy,
    reason: known.reason,
    at: atUs,
    is_followed: isFollowed,
    has_own_fee: known.fee !== null,
    fills: fills.map(({ tradeId, symbol, side, quantity, price, fee, atMs }) => ({
      trade_id: tradeId,
      symbol,
      side,
      quantity,
      price,
      fee_amount: fee?.amount ?? null,
      fee_currency: fee?.currency ?? null,
      executed_at: Math.round(atMs * 1_000),
    })),
  };
}

function fromRow(row: FollowedRow): AcceptedOrder {
  return {
    id: row.id,
    userId: row.user_id,
    accountId: row.account_id,
    venue: row.venue,
    isDemo: row.is_demo,
    partition: row.partition,
    keyVersion: row.key_version,
    message: messageOf(row),
    known: {
      state: row.execution_state,
      filledQuantity: row.filled_quantity,
      averagePrice: row.average_price,
      venueOrderId: row.venue_order_id,
      cancelledBy: row.cancelled_by,
      reason: row.execution_reason,
      // Fills without fees: it is the order's own.
      fee: row.fills.some((fill) => fill.fee !== null) ? null : (row.fees?.[0] ?? null),
      fills: row.fills,
    },
  };
}
