/**
 * Finds the earlier signal that a post repeats: TradingView resent it, or its idempotency key was used before.
 *
 * If the answers to two equal posts are both lost, each post gets its own resend, no matter which nodes the resends
 * reach and when: a resend claims its signal in the commit that recognises it.
 */
import type { Reason, Status } from "@chartrelay/contract";
import { ageUs, monotonicMicros, receivedAtDatabase } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { idBefore } from "../platform/db/id-time.ts";
import type { AcceptedSignal } from "./signal.ts";

/**
 * How long after an alert TradingView may resend it. It waits 5 s after a 5xx and resends up to three times
 * (tradingview.com/support/solutions/43000735201); its timeout is 3 s (43000529348). So the third resend comes at most
 * 3 × (5 + 3) = 24 s after the alert. One more second allows for the network.
 */
const RESEND_WINDOW_US = 25_000_000;

/**
 * How soon after an alert TradingView may resend it: 5 s after a 5xx, less one second for the network.
 *
 * An equal post that came to the same node sooner, and before the answer was lost, is another alert. Later it may be a
 * resend even then: a connection that is cut is noticed by a proxy, and so by TradingView, before it is by the node. Other
 * nodes can't tell: by PostgreSQL's clock, what a frozen server stores seems to have come after the pause.
 *
 * If a node hasn't recorded the answer to a signal by then, it may have lost the database, but not its lock yet, and the
 * answer with it.
 */
const EARLIEST_RESEND_US = 4_000_000;

/**
 * Returns SQL for an id that sorts at most a second before all ids created up to `us` ago by PostgreSQL's clock. The time
 * of the statement, unlike the clock's, lets an index find the ids.
 */
const idOfAge = (us: number) =>
  idBefore(`((extract(epoch from statement_timestamp()) * 1000)::bigint - ${us / 1_000})`);

/**
 * How long a key stays used: far longer than any sender retries without an answer, but not forever, because
 * TradingView's {{strategy.order.id}} is the same in every alert.
 */
const KEY_LIFE_US = 86_400_000_000;

/** A signal whose answer this node has lost. */
export interface LostAnswer {
  readonly id: string;
  /** By the monotonic clock. */
  readonly lostAtUs: number;
}

/** The accepting node, and what it knows that isn't stored yet. */
export interface Acceptor {
  /** The accepting node's name in the cluster. */
  readonly node: number;
  /** Its monotonic clock's time now. */
  readonly monotonicUs: number;
  /** Signals whose answer is lost. */
  readonly lostUnmarked: readonly LostAnswer[];
  /** Resends whose own answer is lost: their claims no longer count. */
  readonly released: readonly string[];
}

/** Returns the acceptor as parameters $2 to $6 of the accepting statement. */
export function acceptorParameters({ node, lostUnmarked, released, monotonicUs }: Acceptor): unknown[] {
  return [node, lostUnmarked.map(({ id }) => id), released, monotonicUs, lostUnmarked.map(({ lostAtUs }) => lostAtUs)];
}

const ACCEPTOR = { node: "$2::int", monotonicUs: "$5::bigint" };

/** SQL for the time, by PostgreSQL's clock, at which an incoming signal was received. */
export const RECEIVED_AT_DATABASE = receivedAtDatabase("incoming.received_at_monotonic", ACCEPTOR);

/** SQL for the age of a signal `lost` when a post of `incoming` was received. */
const AGE_AT_RECEIPT = ageUs("lost", {
  node: ACCEPTOR.node,
  monotonicUs: "incoming.received_at_monotonic",
  databaseUs: RECEIVED_AT_DATABASE,
});

/**
 * A common table expression that locks the accounts of `posts` until the transaction ends, except those of which another
 * post is being committed. Until that commit ends, nobody can see whether a post repeats it, and an order of the post could
 * overtake the other's. Tries each account once: a lock that becomes free in between would let the second of two posts
 * overtake the first.
 */
export const LOCK_ACCOUNTS = `
locked as materialized (
  select account_id from (select distinct account_id from posts where not is_refused) accounts
  where pg_try_advisory_xact_lock(hashtextextended(account_id, 0))
)`;

/** SQL for whether an account is locked by this statement. */
export const isLocked = (accountId: string): string => `(${accountId} in (select account_id from locked)) is true`;

/**
 * Common table expressions for a statement that accepts a batch `incoming`, with `acceptorParameters` as parameters $2
 * to $6. `matched` holds the posts that look like resends; don't insert them. `resent` holds those that are resends,
 * each with the signal that it claims. `contended` holds those whose signal another resend has just claimed. `resend` is
 * the id that the post's own signal would have.
 */
export const RECOGNISE_RESENDS = `
undecided as materialized (
  select signals.* from (
    select node, decided_before from nodes union all select node, decided_before from dead_nodes
  ) nodes cross join lateral (
    select id, seq, account_id, body_hash, accepted_by, received_at_monotonic, received_at_database from signals
    where accepted_by = nodes.node and idempotency_key is null
      and id >= greatest(nodes.decided_before, ${idOfAge(RESEND_WINDOW_US)})
      and id < ${idOfAge(EARLIEST_RESEND_US - 1_000_000)}
    -- Node by node: the planner, which can't tell how few there are, would rather read all older signals.
    offset 0
  ) signals
  where nodes.node <> $2::int
), matched as (
  select incoming.ord, incoming.id as resend, earlier.id
  from incoming cross join lateral (
    select id, seq from (
      select id, seq, accepted_by, received_at_monotonic, received_at_database,
        accepted_by = ${ACCEPTOR.node} and answer_lost_at > incoming.received_at_monotonic as was_open
      from signals
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64') and answer_lost
      union all
      select id, seq, accepted_by, received_at_monotonic, received_at_database,
        ($6::bigint[])[array_position($3::uuid[], id)] > incoming.received_at_monotonic
      from signals
      where id = any($3::uuid[]) and account_id = incoming.account_id
        and body_hash = decode(incoming.body_hash, 'base64')
      union all
      select id, seq, accepted_by, received_at_monotonic, received_at_database, false from undecided
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64')
    ) lost cross join lateral (select ${AGE_AT_RECEIPT} as age) post
    where age < ${RESEND_WINDOW_US} and not (age < ${EARLIEST_RESEND_US} and was_open is true)
      and not exists (select from resends where resends.signal_id = lost.id and resends.resend <> all($4::uuid[]))
    order by seq limit 1
  ) earlier
  where not incoming.is_refused and incoming.is_alone
), claimed as (
  insert into resends (signal_id, resend, node)
  select distinct on (id) id, resend, $2::int from matched order by id, ord
  on conflict (signal_id) do update set resend = excluded.resend, node = excluded.node
  where resends.resend = any($4::uuid[])
  returning signal_id, resend
), resent as (
  select resend, id from matched join claimed using (resend)
), contended as (
  select resend, id from matched where resend not in (select resend from resent)
)`;

/** The parts of a post that identify the signal its key belongs to. */
export interface KeyedPost {
  readonly accountId: string;
  readonly idempotencyKey: string | undefined;
  /** In base64. */
  readonly bodyHash: string;
  readonly receivedAtMonotonicMs: number;
}

const EARLIER = `
earlier as (
  select id, body_hash, received_at, ${ageUs("signals", { node: "$3::int", monotonicUs: "$4::bigint" })} as age_us
  from signals where account_id = $1 and idempotency_key = $2
)`;
const FREED = `
freed as (
  update signals set idempotency_key = null from earlier where signals.id = earlier.id and age_us >= ${KEY_LIFE_US}
)`;
/** SQL for the status of the order or alert that has the same id as its signal. */
export const statusOf = (id: string): string =>
  `coalesce((select status from orders where orders.id = ${id}), (select status from alerts where alerts.id = ${id}))`;
const ALIVE = `
select id, ${statusOf("earlier.id")} as status, body_hash as "bodyHash", received_at as "usedAtUs", age_us as "ageUs"
from earlier where age_us < ${KEY_LIFE_US}`;

interface EarlierRow {
  readonly id: string;
  readonly status: Status;
  readonly bodyHash: Uint8Array;
  readonly usedAtUs: number;
  readonly ageUs: number;
}

/**
 * Returns the earlier signal with a post's key, for a post that was neither inserted nor resent because its key is
 * taken. Returns undefined if the key has expired and is now free, so that the post can be stored.
 */
export async function findByKey(
  db: Queryable,
  acceptor: Pick<Acceptor, "node">,
  post: KeyedPost,
): Promise<AcceptedSignal | undefined> {
  if (post.idempotencyKey === undefined) throw new Error("a post without a key was neither inserted nor known");
  return await find(`with ${EARLIER}, ${FREED} ${ALIVE}`, db, acceptor, post);
}

/** Returns what `findByKey` would return if the post came now, without changing anything. */
export async function previewByKey(
  db: Queryable,
  acceptor: Pick<Acceptor, "node">,
  post: KeyedPost,
): Promise<AcceptedSignal | undefined> {
  return await find(`with ${EARLIER} ${ALIVE}`, db, acceptor, post);
}

async function find(
  statement: string,
  db: Queryable,
  { node }: Pick<Acceptor, "node">,
  { accountId, idempotencyKey, bodyHash, receivedAtMonotonicMs }: KeyedPost,
): Promise<AcceptedSignal | undefined> {
  const asker = [node, monotonicMicros(receivedAtMonotonicMs)];
  const [earlier] = await db.query<EarlierRow>(statement, [accountId, idempotencyKey, ...asker]);
  if (!earlier) return undefined;
  const { bodyHash: earlierHash, ageUs: age, ...signal } = earlier;
  if (Buffer.from(earlierHash).toString("base64") !== bodyHash) return { ...signal, kind: "key-reused" };
  return { ...signal, kind: age < RESEND_WINDOW_US ? "repeated" : "duplicate" };
}

/** Returns why a post with a used key creates nothing; undefined if the post is a resend or its key wasn't used. */
export function refusalOfKey({ kind }: Pick<AcceptedSignal, "kind">): Reason | undefined {
  if (kind === "duplicate") return "DUPLICATE_KEY";
  return kind === "key-reused" ? "IDEMPOTENCY_KEY_REUSED" : undefined;
}
