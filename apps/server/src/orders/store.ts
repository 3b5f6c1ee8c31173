/** Queued orders in the storage: writes attempts, marks and ends by compare-and-set in group commits, and loads queues. */
import { isCancel, type VenueName } from "@chartrelay/contract";
import type { QueueCount, QueueStore } from "../cluster/queues.ts";
import { partitionOf } from "../cluster/queue.ts";
import type { Clock } from "../platform/clock.ts";
import { ageUs, DATABASE_NOW_US, monotonicMicros } from "../platform/db/age.ts";
import { GroupCommit, isGiven, updatesBy } from "../platform/db/group-commit.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { isClosingOnly, ledgerOwner } from "../strategies/index.ts";
import type { OrderState } from "./state.ts";
import { type OrderRow, queuedFrom, type QueuedOrder, type SendRules } from "./order.ts";

/** Each write settles once it is committed, and rejects if the storage doesn't answer. */
export interface OrderStore extends QueueStore<QueuedOrder> {
  /**
   * Stores attempt + 1 and its key, if nobody else has, the key is still current, and the account has no earlier open
   * order except those that this one may overtake. Returns false if this node may not send the order now.
   */
  storeAttempt(order: QueuedOrder, keyVersion: number): Promise<boolean>;
  /** Marks the outcome of a send as unknown, with the venue's last answer. */
  markUnresolved(order: QueuedOrder): Promise<void>;
  /** Stores how the order ended. Returns false if somebody else has sent it meanwhile. */
  storeEnd(order: QueuedOrder): Promise<boolean>;
}

// Each row of a batch is found by its id. With `= 'NEW'`, the planner takes the index of the open orders instead and compares
// each of them with each row: it expects hardly any, but a burst leaves thousands open.
const isOpen = "orders.status not in ('CREATED', 'REJECTED')";

/** Whether a later order of the same account may have been sent. */
const isOvertaken = `exists (
  select from orders later where later.user_id = orders.user_id and later.seq > orders.seq
    and later.account_id = orders.account_id and later.attempt > 0)`;

/** Whether a stop covers an order. */
const isStopped = `(stops.scope = 'all'
  or stops.subject_id = case stops.scope when 'account' then orders.account_id else orders.strategy_id end)`;

/** Whether two orders of one account are of the same strategy, or both follow a position of the account alone. */
const isOfOneLedger = `coalesce(${ledgerOwner("earlier")} = ${ledgerOwner("orders")}, false)`;

// The condition "no earlier open order of the account" lets the storage enforce a queue's order, even if another node
// committed the earlier order and its notification hasn't arrived. If the user lets orders go on past an unknown
// outcome, the unresolved order doesn't count, and once overtaken it isn't resent. A changed key or environment, a
// pause, a stop or a deletion stops every order whose attempt isn't committed, no matter which nodes know of the change. An
// order of unknown outcome always holds back its strategy's next one: nobody knows what the strategy holds. What was
// planned is stored with the attempt, so that whoever resends the order sends the same.
const STORE_ATTEMPT = `
with given as (
  select * from json_to_recordset($1::json) as t(id uuid, attempt int, key_version int, committed_at bigint, direction text,
    quantity text, position_side text, sizing jsonb, contract text, scale jsonb)
), attempted as (
update orders set attempt = orders.attempt + 1, stage = 'sending', key_version = t.key_version, committed_at = t.committed_at,
  direction = coalesce(t.direction, orders.direction), quantity = coalesce(t.quantity, orders.quantity),
  sizing = coalesce(t.sizing, orders.sizing), contract = coalesce(t.contract, orders.contract),
  extras = case when t.position_side is null then orders.extras
    else coalesce(orders.extras, '{}') || jsonb_build_object('positionSide', t.position_side) end
from given t, accounts
where orders.id = t.id and ${isGiven("orders.id")} and orders.attempt = t.attempt and ${isOpen}
  and accounts.id = orders.account_id and accounts.key_version = t.key_version and accounts.is_demo = orders.is_demo
  and (orders.stop_id is not null or not accounts.is_paused)
  and (orders.stop_id is not null or orders.action is not null or not exists (
    select from stops where stops.user_id = orders.user_id and stops.lifted_at is null and ${isStopped}))
  and not exists (
    select from orders earlier where earlier.status = 'NEW' and earlier.partition = orders.partition
      and earlier.account_id = orders.account_id and earlier.seq < orders.seq
      and earlier.stage <> 'held'
      and not (earlier.stage = 'unresolved' and accounts.on_unknown_outcome = 'goOn' and not ${isOfOneLedger}))
  and (orders.attempt = 0 or not ${isOvertaken})
  and (orders.strategy_id is null or orders.stop_id is not null or orders.action is not null
    or ${isClosingOnly("orders")}
    or exists (select from strategies where strategies.id = orders.strategy_id and strategies.state = 'on'))
returning orders.id, ${ledgerOwner("orders")} as strategy_id, orders.account_id, orders.user_id, orders.venue
), kept as (
  insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity, scale)
  select strategy_id, account_id, given.sizing ->> 'symbol', user_id, venue, 0, given.scale
  from attempted join given on given.id = attempted.id
  where strategy_id is not null and given.scale is not null order by 1, 2, 3
  on conflict (strategy_id, account_id, symbol) do update set scale = excluded.scale
)
select id from attempted`;

const MARK_UNRESOLVED = `
update orders set stage = 'unresolved', response_server_json = t.response
from json_to_recordset($1::json) as t(id uuid, response text)
where orders.id = t.id and ${isOpen}
returning orders.id`;

// An ended order is never resent: from here on, `attempt` only says how often it was sent, or may have been.
// The log of a strategy tells of limits that stopped an entry, and of a contract other than its last one.
const STORE_END = `
with ended as (
update orders set attempt = t.attempt - t.unsent, status = t.status, stage = 'done', reason = t.reason,
  response_server_json = t.response, sent_at = t.sent_at, answered_at = t.answered_at,
  execution_state = t.execution_state, is_followed = t.execution_state is not null, execution_at = t.execution_at,
  sizing = coalesce(orders.sizing, t.sizing), contract = coalesce(orders.contract, t.contract)
from json_to_recordset($1::json) as t(id uuid, attempt int, unsent int, status text, reason text, response text,
  sent_at bigint, answered_at bigint, execution_state text, execution_at bigint, sizing jsonb, contract text)
where orders.id = t.id and orders.attempt = t.attempt and ${isOpen}
returning orders.id, orders.seq, orders.strategy_id, orders.account_id, orders.user_id, orders.ticker, orders.reason, orders.contract,
  orders.execution_state, orders.sizing
), limited as (
  select ended.*, coalesce(reason, (
    select notice -> 'values' ->> 'reason' from jsonb_array_elements(sizing -> 'record' -> 'notices') notice
    where notice ->> 'code' = 'ENTRY_STOPPED' limit 1)) as stopped_by
  from ended where strategy_id is not null
), logged as (
  insert into strategy_log (strategy_id, user_id, at, kind, details)
  select strategy_id, user_id, ${DATABASE_NOW_US}, 'limit', jsonb_build_object('ticker', ticker, 'reason', stopped_by)
  from limited where starts_with(stopped_by, 'LIMIT_')
  union all
  select strategy_id, user_id, ${DATABASE_NOW_US}, 'rolled', jsonb_build_object('ticker', contract)
  from ended where strategy_id is not null and contract is not null and execution_state is not null and contract is distinct from (
    select coalesce(last.contract, ended.contract) from (select) nothing left join lateral (
      select earlier.contract from orders earlier
      where earlier.strategy_id = ended.strategy_id and earlier.account_id = ended.account_id and earlier.seq < ended.seq
        and earlier.ticker = ended.ticker and earlier.contract is not null
      order by earlier.seq desc limit 1
    ) last on true)
)
select id from ended`;

/** The open orders in `from`, which names `orders` and what else a condition needs. */
const loadFrom = (from: string) => `
select orders.id, orders.seq, orders.user_id, orders.account_id, venue, is_demo, partition, attempt, stage, action, ticker,
  direction, type, open, quantity, extras, orders.received_at, committed_at, answered_at, response_server_json, key_version,
  attempt > 0 and ${isOvertaken} as is_overtaken, orders.strategy_id, stop_id,
  signal_id, instruction, contract,
  ${ageUs("signals", { node: "$1::int", monotonicUs: "$2::bigint" })} as age_us
from ${from} join signals on signals.id = orders.signal_id where status = 'NEW' and stage <> 'held'`;
const LOAD_PARTITIONS = `${loadFrom("orders")} and partition = any($3::int[]) order by orders.seq`;
// For each queue what has a greater `seq` than it names.
const LOAD_QUEUES = `${loadFrom(`unnest($3::int[], $4::text[], $5::bigint[]) as asked(of_partition, queue, after)
  join orders on partition = of_partition and orders.account_id = queue and orders.seq > after`)} order by orders.seq`;

const COUNT = `
select account_id as queue, partition, count(*)::int as items, max(seq) as "lastSeq"
from orders where status = 'NEW' and stage <> 'held' and partition = any($1::int[])
group by partition, account_id`;

export interface OrderStoreOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs" | "nowUs">;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  readonly rules: SendRules;
  /** Whether we learn from this venue what becomes of its orders. */
  readonly hasExecutions: (venue: VenueName) => boolean;
}

/** A queue, and the `seq` after which its orders are wanted. */
interface Asked {
  readonly queue: string;
  readonly after: number;
}

/** Creates the store of the orders in `db`. */
export function createOrderStore({ db, clock, node, rules, hasExecutions }: OrderStoreOptions): OrderStore {
  const attempts = updatesBy(db, STORE_ATTEMPT, ({ order, keyVersion }: { order: QueuedOrder; keyVersion: number }) => [
    {
      id: order.id,
      attempt: order.state.attempt,
      key_version: keyVersion,
      committed_at: order.committedAtUs,
      ...plannedColumns(order.state),
    },
  ]);
  const marks = updatesBy(db, MARK_UNRESOLVED, ({ id, state }: QueuedOrder) => [
    { id, response: storable(state.lastResponse) },
  ]);
  const ends = updatesBy(db, STORE_END, ({ id, venue, message, state }: QueuedOrder) => {
    const { attempt, unsent, end, sent, answeredAtUs } = state;
    const isAccepted = end?.kind === "accepted";
    const isFollowed = isAccepted && !isCancel(message) && hasExecutions(venue);
    return [
      {
        id,
        attempt,
        unsent,
        status: end?.kind === "rejected" ? "REJECTED" : "CREATED",
        reason: end && end.kind !== "accepted" ? end.reason : null,
        response: end && "response" in end ? storable(end.response) : null,
        sent_at: sent?.atUs ?? null,
        answered_at: answeredAtUs,
        execution_state: isFollowed ? "working" : null,
        execution_at: isFollowed ? clock.nowUs() : null,
        sizing: state.planned?.sizing,
        contract: state.planned?.contract,
      },
    ];
  });
  const load = async (statement: string, values: readonly unknown[]): Promise<QueuedOrder[]> => {
    // Read the clock before the query, so that the query's duration can only make an order seem older.
    const askedAtMs = clock.monotonicMs();
    const rows = await db.query<OrderRow>(statement, [node(), monotonicMicros(askedAtMs), ...values]);
    return rows.map((row) => queuedFrom(row, askedAtMs, rules));
  };
  const loadQueues = (queues: ReadonlyMap<string, number>) => {
    const names = [...queues.keys()];
    return load(LOAD_QUEUES, [names.map(partitionOf), names, [...queues.values()]]);
  };
  // Every order that another node accepted causes a load of what is new in its queue; group them, so that a burst doesn't
  // use up all connections.
  const news = new GroupCommit({
    isOutage: isStorageFailure,
    write: async (batch: readonly Asked[]) => {
      const queues = new Map<string, number>();
      for (const { queue, after } of batch) queues.set(queue, Math.min(after, queues.get(queue) ?? Infinity));
      const byQueue = Map.groupBy(await loadQueues(queues), ({ queue }) => queue);
      return batch.map(({ queue }) => byQueue.get(queue) ?? []);
    },
  });
  return {
    storeAttempt: (order, keyVersion) => attempts.add({ order, keyVersion }),
    markUnresolved: async (order) => {
      await marks.add(order);
    },
    storeEnd: (order) => ends.add(order),
    // All of a queue may be long, and nobody else's news should wait for it.
    loadQueue: (queue, after) => (after === undefined ? loadQueues(new Map([[queue, 0]])) : news.add({ queue, after })),
    loadPartitions: (partitions) => load(LOAD_PARTITIONS, [partitions]),
    countQueues: (partitions) => db.query<QueueCount>(COUNT, [partitions]),
  };
}

/** Returns what was planned for an order that hasn't been attempted; nothing for any other. */
function plannedColumns({ attempt, planned }: OrderState) {
  if (attempt > 0 || !planned?.terms) return {};
  const { direction, quantity, positionSide, scale } = planned.terms;
  const { sizing, contract } = planned;
  return { direction, quantity, position_side: positionSide, sizing, contract, scale };
}

/** Removes U+0000, which a venue's answer may contain but PostgreSQL's text can't hold. */
export function storable(response: string | null | undefined): string | null {
  return response?.replaceAll("\u0000", "") ?? null;
}
