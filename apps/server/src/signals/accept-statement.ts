/**
 * The accepting statement, in two forms: for ordinary alerts, and for batches with signals of strategies or links of
 * position chains, which cost more.
 */
import type { Status } from "@chartrelay/contract";
import { insertMessages, messagesIn } from "../messaging/index.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import {
  aftermathBy,
  CHAIN_MOVES,
  CHAIN_STUCK,
  type ChainRows,
  releasedBy,
  RELEASED_ROWS,
  TORN,
} from "./chain-statement.ts";
import {
  type Acceptor,
  acceptorParameters,
  isLocked,
  LOCK_ACCOUNTS,
  RECEIVED_AT_DATABASE,
  RECOGNISE_RESENDS,
  statusOf,
} from "./deduplicate.ts";

/** SQL for whether a signal is new. `is true` makes PostgreSQL look it up by hash; a join would compare every row with every signal. */
const isInserted = (signalId: string) => `(${signalId} in (select id from inserted)) is true`;

const SIGNAL_COLUMNS = `id uuid, user_id uuid, account_id text, is_refused boolean, body text,
    used_old_id boolean, body_hash text, idempotency_key text, other_fields jsonb, problems jsonb, repairs jsonb,
    certificate text, received_at bigint, received_at_monotonic bigint`;
const ORDER_NAMES = `id, signal_id, user_id, account_id, venue, is_demo, partition, received_at, status, stage, reason, action,
    ticker, direction, type, open, quantity, extras`;
const ORDER_COLUMNS = `id uuid, signal_id uuid, user_id uuid, account_id text, venue text, is_demo boolean,
    partition smallint, received_at bigint, status text, stage text, reason text, action text, ticker text, direction text,
    type text, open text, quantity text, extras jsonb`;

interface Form {
  /** Further columns of the posts. */
  readonly posted: string;
  /** Common table expressions before the signals are inserted. */
  readonly before: string;
  /** Further columns of a signal. */
  readonly signal: string;
  /** The condition on which a post that is no resend is inserted. */
  readonly condition: string;
  /** Common table expressions before the orders are inserted. */
  readonly released: string;
  readonly orders: string;
  /** Common table expressions after the orders are inserted. */
  readonly after: string;
  /** When a post is blocked. */
  readonly blocked: string;
  /** Further results. */
  readonly results: string;
}

const acceptBy = (form: Form) => `
with posts as (
  select * from json_to_recordset($1::json) as t(ord int, ${SIGNAL_COLUMNS}${form.posted})
), ${LOCK_ACCOUNTS}, incoming as (
  select *, is_refused or ${isLocked("account_id")} as is_alone from posts
), ${RECOGNISE_RESENDS}${form.before}, inserted as (
  insert into signals (id, user_id, account_id, body, used_old_id, body_hash, idempotency_key, other_fields, problems, repairs,
    certificate, accepted_by, received_at, received_at_monotonic, received_at_database${form.signal})
  select id, user_id, account_id, decode(body, 'base64'), used_old_id, decode(body_hash, 'base64'), idempotency_key,
    other_fields, problems, repairs, certificate, $2::int, received_at, received_at_monotonic, ${RECEIVED_AT_DATABASE}${form.signal}
  from incoming where is_alone and id not in (select resend from matched)${form.condition} order by ord
  on conflict do nothing
  returning id
), ${form.released}new_orders as (${form.orders}
), new_alerts as (
  insert into alerts (id, user_id, account_id, chat_id, status, reason, message, json, received_at, received_at_database)
  select id, user_id, account_id, chat_id, status, reason, message, json, received_at, ${DATABASE_NOW_US}
  from json_to_recordset($8::json) as t(ord int, id uuid, user_id uuid, account_id text, chat_id text, status text, reason text,
    message text, json text, received_at bigint)
  where ${isInserted("id")} order by ord
), new_messages as (
  ${insertMessages(`${messagesIn("$9")} where ${isInserted("alert_id")} order by id`)}
  returning seq, alert_id
)${form.after}
select id as post, id, 'inserted' as kind, null as status, null::bigint as seq from inserted
union all
select resend, id, 'resent', ${statusOf("resent.id")}, null from resent
union all
select resend, id, 'contended', null, null from contended
union all
select id, id, 'blocked', null, null from incoming where ${form.blocked}
union all
select signal_id, id, 'order', null, seq from new_orders
union all
select alert_id, alert_id, 'message', null, seq from new_messages${form.results}`;

const ORDINARY = acceptBy({
  posted: "",
  before: "",
  signal: "",
  condition: "",
  released: "",
  orders: `
  insert into orders (${ORDER_NAMES}, committed_at)
  select ${ORDER_NAMES}, ${DATABASE_NOW_US}
  from json_to_recordset($7::json) as t(ord int, ${ORDER_COLUMNS})
  where ${isInserted("signal_id")} order by ord
  returning id, seq, signal_id`,
  after: "",
  blocked: "not is_alone",
  results: "",
});

const OF_STRATEGIES = acceptBy({
  posted: `, strategy_id text, link jsonb, partition smallint, chain_ticker text, chain_state jsonb,
    chain_revision int, hold_ends_at bigint`,
  before: `, ${CHAIN_MOVES}`,
  signal: ", strategy_id, link",
  condition: " and (chain_ticker is null or id in (select id from moved))",
  released: `${releasedBy("$10", isInserted("post"))}, `,
  // One insert for new and released orders: their numbers follow the order of their chain.
  orders: `
  insert into orders (${ORDER_NAMES}, committed_at, strategy_id, instruction)
  select ${ORDER_NAMES}, ${DATABASE_NOW_US}, strategy_id, instruction
  from (
    select ord, 0::bigint as place, ${ORDER_NAMES}, strategy_id, instruction
    from json_to_recordset($7::json) as t(ord int, ${ORDER_COLUMNS}, strategy_id text, instruction jsonb)
    where ${isInserted("signal_id")}
    union all
    select ord, place, ${ORDER_NAMES}, strategy_id, instruction from ${RELEASED_ROWS}
  ) queued order by ord, place
  returning id, seq, signal_id`,
  after: `, ${aftermathBy({ releases: "$10", pauses: "$11", logs: "$12", notices: "$13" }, isInserted("post"))}`,
  blocked: `not is_alone or ${CHAIN_STUCK}`,
  results: TORN,
});

export interface AcceptRow {
  /** The id that the post's own signal has, or would have. */
  readonly post: string;
  readonly id: string;
  readonly kind: "inserted" | "resent" | "contended" | "blocked" | "order" | "message";
  readonly status: Status | null;
  readonly seq: number | null;
}

/** The rows of a batch, ready for the statement. */
export interface BatchRows {
  readonly posts: readonly object[];
  readonly orders: readonly object[];
  readonly alerts: readonly object[];
  readonly messages: readonly object[];
  /** Undefined for a batch of ordinary alerts. */
  readonly chains: ChainRows | undefined;
}

/** Stores a batch in one statement. Returns what became of each post, by the id of its signal. */
export async function storeBatch(
  db: Queryable,
  acceptor: Acceptor,
  { posts, orders, alerts, messages, chains }: BatchRows,
): Promise<Map<string, AcceptRow[]>> {
  const common = [
    JSON.stringify(posts),
    ...acceptorParameters(acceptor),
    JSON.stringify(orders),
    JSON.stringify(alerts),
    JSON.stringify(messages),
  ];
  const rows = chains
    ? await db.query<AcceptRow>(OF_STRATEGIES, [
        ...common,
        JSON.stringify(chains.releases),
        JSON.stringify(chains.pauses),
        JSON.stringify(chains.logs),
        JSON.stringify(chains.notices),
      ])
    : await db.query<AcceptRow>(ORDINARY, common);
  return Map.groupBy(rows, ({ post }) => post);
}

/** The time of held signals is up: nobody posts, and the chain is still as it was read. */
const RELEASE = `
with moved as (
  update position_chains set state = $4::jsonb, revision = revision + 1, hold_ends_at = $5::bigint
  where source_id = $1 and ticker = $2 and revision = $3::int
  returning source_id
), ${releasedBy("$6", "exists (select from moved)")}, new_orders as (
  insert into orders (${ORDER_NAMES}, committed_at, strategy_id, instruction)
  select ${ORDER_NAMES}, ${DATABASE_NOW_US}, strategy_id, instruction from ${RELEASED_ROWS} order by ord, place
  returning id
), ${aftermathBy({ releases: "$6", pauses: "$7", logs: "$8", notices: "$9" }, "exists (select from moved)")}
select (select source_id from moved) as moved, coalesce((select array_agg(id) from new_orders), '{}') as orders`;

/** A chain as it was read, and as it becomes. */
export interface ReleasedChain {
  readonly sourceId: string;
  readonly ticker: string;
  readonly revision: number;
  readonly state: object;
  readonly holdEndsAtUs: number | null;
}

/** Stores a chain's releases. Returns the ids of the released orders; undefined if the chain has moved meanwhile. */
export async function releaseChain(
  db: Queryable,
  { sourceId, ticker, revision, state, holdEndsAtUs }: ReleasedChain,
  { releases, pauses, logs, notices }: ChainRows,
): Promise<readonly string[] | undefined> {
  const [row] = await db.query<{ moved: string | null; orders: readonly string[] }>(RELEASE, [
    sourceId,
    ticker,
    revision,
    JSON.stringify(state),
    holdEndsAtUs,
    ...[releases, pauses, logs, notices].map((rows) => JSON.stringify(rows)),
  ]);
  return row && row.moved !== null ? row.orders : undefined;
}
