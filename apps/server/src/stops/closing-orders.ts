/**
 * The orders with which stops close positions. Each is stored with a key that names the one before it, so that however
 * many stops, nodes and restarts want a position closed, one order at a time does it.
 */
import type { ExecutionState, OrderMessage, Status, VenueName } from "@chartrelay/contract";
import { isFinal } from "@chartrelay/venues";
import { v7 as uuidv7 } from "uuid";
import type { LinkedAccount } from "../accounts/index.ts";
import { partitionOf } from "../cluster/queue.ts";
import { toColumns } from "../orders/index.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US, monotonicMicros } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { hashOf } from "../signals/index.ts";
import { AS_WRITTEN, type Instruction } from "../strategies/index.ts";

/** The last order with which a stop closed a position, or tried to. */
export interface LastClosing {
  readonly id: string;
  readonly accountId: string;
  readonly ticker: string;
  readonly strategyId: string | null;
  readonly status: Status;
  readonly state: ExecutionState | null;
  readonly reason: string | null;
  /** How many in a row up to it have executed nothing. */
  readonly failures: number;
  /** How long ago it was answered. */
  readonly ageMs: number;
  /** Whether our fills of it add up to what its venue says. */
  readonly isComplete: boolean;
}

/** Whether nothing more comes of a closing order, and all of it is in our positions. */
export function isOver({ status, state, isComplete }: LastClosing): boolean {
  return status !== "NEW" && (state === null || isFinal(state)) && isComplete;
}

const LAST = `
with closings as (
  select orders.*, row_number() over newest as nth,
    sum(case when status <> 'NEW' and coalesce(filled_quantity, '0')::numeric = 0 then 0 else 1 end) over newest as filled_since
  from orders where account_id = any($1::text[]) and user_id = $2 and stop_id is not null
  window newest as (partition by account_id, ticker, strategy_id order by seq desc)
)
select id, account_id as "accountId", ticker, strategy_id as "strategyId", status, execution_state as state,
  coalesce(reason, execution_reason) as reason,
  (select count(*)::int from closings failed where failed.account_id = last.account_id and failed.ticker = last.ticker
    and failed.strategy_id is not distinct from last.strategy_id and failed.filled_since = 0) as failures,
  greatest(0, ${DATABASE_NOW_US} - coalesce(answered_at, committed_at))::float8 / 1000 as "ageMs",
  coalesce(filled_quantity, '0')::numeric <= (
    select coalesce(sum(quantity::numeric), 0) from fills where order_id = last.id) as "isComplete"
from closings last where nth = 1`;

/** Returns the last closing order of each position in these accounts, whichever stop made it. */
export async function lastClosings(db: Queryable, accounts: readonly string[], userId: string): Promise<LastClosing[]> {
  return await db.query<LastClosing>(LAST, [accounts, userId]);
}

export interface ClosingOrder {
  readonly account: LinkedAccount;
  readonly stopId: string;
  readonly strategyId: string | null;
  /**
   * The venue's symbol by which it counts in a ledger: the strategy's or, without one, the account's. Null if no ledger
   * counts it.
   */
  readonly countedIn: string | null;
  readonly message: OrderMessage;
  /** The closing order of the same position before this one. */
  readonly afterId: string | null;
  /** What the order shows as its comment. */
  readonly comment?: string;
}

// The lock is that of the accepting commits: an order of the account that is committed later must not have a smaller seq.
const LOCK = "select pg_advisory_xact_lock(hashtextextended(account, 0)) from (select $3::text as account) named";
const INSERT = `
with locked as materialized (${LOCK}), signal as (
  insert into signals (id, user_id, account_id, body, body_hash, idempotency_key, accepted_by, received_at,
    received_at_monotonic, received_at_database, other_fields)
  select $1::uuid, $2::uuid, $3::text, $5::bytea, decode($6, 'base64'), $7::text, $8::int, $9::bigint, $10::bigint,
    ${DATABASE_NOW_US}, $16::jsonb
  from locked
  on conflict do nothing
  returning id
)
insert into orders (id, signal_id, user_id, account_id, strategy_id, stop_id, venue, is_demo, partition, received_at, status,
  stage, ticker, direction, type, quantity, extras, instruction, sizing, committed_at)
select $1::uuid, id, $2::uuid, $3::text, $4::text, $11::uuid, $12::text, $13::boolean, $14::smallint, $9::bigint, 'NEW',
  'queued', t.ticker, t.direction, t.type, t.quantity, t.extras, t.instruction, t.sizing, ${DATABASE_NOW_US}
from signal, json_to_record($15::json) as t(ticker text, direction text, type text, quantity text, extras jsonb, instruction jsonb,
  sizing jsonb)
returning id`;

export interface ClosingOrderParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowUs" | "monotonicMs">;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
}

/** Stores a closing order. Returns its id, or null if the position already has one after `afterId`. */
export async function storeClosing(
  { db, clock, node }: ClosingOrderParts,
  { account, stopId, strategyId, countedIn, message, afterId, comment }: ClosingOrder,
): Promise<string | null> {
  const id = uuidv7();
  const { id: accountId, userId, venue, isDemo } = account;
  const { ticker, direction, type, quantity, extras } = toColumns(message);
  const key = `stop closes ${ticker} ${strategyId ?? ""} ${message.positionSide ?? ""} after ${afterId ?? "none"}`;
  const { account: _, ...shown } = message;
  const body = Buffer.from(JSON.stringify({ ...shown, comment }, null, 2));
  const rows = await db.query(INSERT, [
    id,
    userId,
    accountId,
    strategyId,
    body,
    hashOf(`${key} ${accountId}`),
    key,
    node(),
    clock.nowUs(),
    monotonicMicros(clock.monotonicMs()),
    stopId,
    venue satisfies VenueName,
    isDemo,
    partitionOf(accountId),
    JSON.stringify({
      ticker,
      direction,
      type,
      quantity,
      extras,
      instruction: countedIn === null ? null : closeOf(message),
      sizing: countedIn === null ? null : { symbol: countedIn, isEntry: false },
    }),
    comment === undefined ? null : JSON.stringify([{ field: "comment", value: comment }]),
  ]);
  return rows.length > 0 ? id : null;
}

/** Returns the instruction by which an order's fills count in a ledger. It isn't planned: its quantity is decided. */
function closeOf({ ticker }: OrderMessage): Instruction {
  return {
    kind: "close",
    ticker,
    side: null,
    from: null,
    to: null,
    traded: null,
    size: {},
    sizing: AS_WRITTEN,
    roll: null,
    signalPrice: null,
    currentContract: null,
    leg: null,
  };
}
