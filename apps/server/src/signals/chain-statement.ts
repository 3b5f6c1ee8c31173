/**
 * SQL for position chains. A chain's row changes only in the commit that releases or holds its signals: whoever decided
 * by an older state of the chain stores nothing, and decides again. So no lock is held while a decision is made.
 */
import type { ChainLink } from "@chartrelay/contract";
import { insertMessages, messagesIn } from "../messaging/index.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import { ORDERS_COMMITTED } from "../orders/index.ts";
import { STRATEGIES_CHANGED } from "../strategies/index.ts";

/**
 * Common table expressions that move the chains of the posts in `incoming`: `moved` holds the posts whose chain was still
 * as they found it. A resend, or a post with a used key, moves nothing.
 */
export const CHAIN_MOVES = `linking as materialized (
  select id, account_id, user_id, partition, chain_ticker, chain_state, chain_revision, hold_ends_at from incoming
  where chain_ticker is not null and is_alone and id not in (select resend from matched)
    and not exists (select from signals used where used.id = incoming.id)
    and not exists (select from signals used where used.account_id = incoming.account_id
      and used.idempotency_key = incoming.idempotency_key)
), moved_chains as (
  insert into position_chains (source_id, ticker, user_id, partition, state, revision, hold_ends_at)
  select account_id, chain_ticker, user_id, partition, coalesce(chain_state, 'null'), chain_revision + 1, hold_ends_at from linking
  on conflict (source_id, ticker) do update
  set state = excluded.state, revision = excluded.revision, hold_ends_at = excluded.hold_ends_at
  where position_chains.revision = excluded.revision - 1
  returning source_id, ticker
), moved as (
  select id from linking where (account_id, chain_ticker) in (select source_id, ticker from moved_chains)
)`;

/** SQL for whether the chain of a post in `incoming` had changed since it was read. */
export const CHAIN_STUCK = "(id in (select id from linking) and id not in (select id from moved))";

/** Fails the statement if a chain has moved without its signal: a used key that became visible only during the statement. */
export const TORN = `
union all
select id, id, 'torn', null, 1 / (chain_revision - chain_revision) from linking
where id in (select id from moved) and id not in (select id from inserted)`;

/**
 * A common table expression that takes the held orders of released signals out of the table, to be inserted anew behind
 * the orders of the signals that they waited for.
 * @param releases the parameter with the releases
 * @param isApplied SQL for whether a release is carried out
 */
export const releasedBy = (releases: string, isApplied: string): string => `released as (
  delete from orders using json_to_recordset(${releases}::json) as t(post uuid, ord int, released_id uuid, kind text,
    end_status text, end_reason text)
  where ${isApplied} and orders.status = 'NEW' and orders.stage = 'held'
    and (orders.signal_id = released_id and orders.strategy_id is not null or orders.id = released_id)
  returning orders.*, t.ord, t.kind, t.end_status, t.end_reason,
    case when t.end_status is null then pg_notify('${ORDERS_COMMITTED.name}', orders.account_id)::text end
)`;

/** SQL for the rows to insert in place of those in `released`. */
export const RELEASED_ROWS = `(
  select ord, seq as place, id, signal_id, user_id, account_id, venue, is_demo, partition, received_at,
    coalesce(end_status, status) as status, case when end_status is null then 'queued' else 'done' end as stage,
    end_reason as reason, action, ticker, direction, type, open, quantity, extras, strategy_id,
    case when kind is null or instruction ->> 'kind' <> 'delta' then instruction else instruction || jsonb_build_object('kind', kind) end as instruction
  from released
) again`;

interface Aftermath {
  readonly releases: string;
  readonly pauses: string;
  readonly logs: string;
  readonly notices: string;
}

/**
 * Common table expressions for what else a decision brings: the links of released signals, strategies that a gap pauses,
 * the strategies' logs, and messages to their users.
 */
export const aftermathBy = ({ releases, pauses, logs, notices }: Aftermath, isApplied: string): string => `linked as (
  update signals set link = t.link from json_to_recordset(${releases}::json) as t(post uuid, released_id uuid, link jsonb)
  where signals.id = released_id and ${isApplied}
), paused as (
  update strategies set state = 'paused' from json_to_recordset(${pauses}::json) as t(post uuid, strategy_id text)
  where strategies.id = t.strategy_id and strategies.state = 'on' and ${isApplied}
  returning pg_notify('${STRATEGIES_CHANGED.name}', strategies.id)::text
), logged as (
  insert into strategy_log (strategy_id, user_id, at, kind, details)
  select strategy_id, user_id, ${DATABASE_NOW_US}, kind, details
  from json_to_recordset(${logs}::json) as t(post uuid, ord int, strategy_id text, user_id uuid, kind text, details jsonb)
  where ${isApplied} order by ord
), told as (
  ${insertMessages(`${messagesIn(notices, "post uuid, ")}
  where ${isApplied} and exists (select from users where users.id = t.user_id and notifications <> 'none')`)}
)`;

/** What a decision does to a signal that was held. */
export interface ReleaseRow {
  /** The id of the post that brings it; null if its time is up. */
  readonly post: string | null;
  /** Its place among the orders of the same statement. */
  readonly ord: number;
  readonly released_id: string;
  readonly link: ChainLink;
  /** What its orders become in place of a delta; null if they stay as they are. */
  readonly kind: "target" | null;
  /** How its orders end without being sent; null if they are queued. */
  readonly end_status: "CREATED" | "REJECTED" | null;
  readonly end_reason: string | null;
}

/** What a batch does to chains, besides its own signals. */
export interface ChainRows {
  readonly releases: readonly ReleaseRow[];
  readonly pauses: readonly { readonly post: string | null; readonly strategy_id: string }[];
  readonly logs: readonly object[];
  readonly notices: readonly object[];
}
