/**
 * Which signal stands for a post that came before: a resend by TradingView, or a used idempotency key.
 *
 * Of two equal posts whose answers were lost together each has its own resend, whichever nodes these reach and when: a resend
 * claims its signal in the commit that recognises it.
 */
import type { Reason, Status } from "@chartrelay/contract";
import { ageUs, monotonicMicros, receivedAtDatabase } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { AcceptedSignal } from "./signal.ts";

/**
 * The last moment at which TradingView may send an alert again: it waits 5 s after a 5xx and sends three times more
 * (tradingview.com/support/solutions/43000735201), and it gives up on an answer after 3 s (43000529348), so that the third
 * resend comes 3 × (5 + 3) = 24 s after the alert at the latest. One more second is for the network.
 */
const RESEND_WINDOW_US = 25_000_000;

/**
 * So long a key stands for its first signal: far longer than anybody repeats what got no answer, and not for ever, as
 * TradingView's {{strategy.order.id}} is the same in every alert.
 */
const KEY_LIFE_US = 86_400_000_000;

/** Who accepts signals, and what it knows that the storage doesn't yet. */
export interface Acceptor {
  /** The accepting node's name among the nodes. */
  readonly node: number;
  /** Its monotonic clock, now. */
  readonly monotonicUs: number;
  /** Signals whose answer is lost. */
  readonly lostUnmarked: readonly string[];
  /** Resends whose answer is lost in turn: their claims count no more. */
  readonly released: readonly string[];
}

/** The acceptor as the parameters $2 to $5 of the accepting statement. */
export function acceptorParameters({ node, lostUnmarked, released, monotonicUs }: Acceptor): unknown[] {
  return [node, lostUnmarked, released, monotonicUs];
}

const ACCEPTOR = { node: "$2::int", monotonicUs: "$5::bigint" };

/** SQL for when an incoming signal was received, by PostgreSQL's clock. */
export const RECEIVED_AT_DATABASE = receivedAtDatabase("received_at_monotonic", ACCEPTOR);

/**
 * Common table expressions of a statement that accepts a batch `incoming`, with `acceptorParameters` as its parameters $2 to
 * $5. `matched` holds the posts that look like resends and is not to be inserted; `resent` those of them that are, each
 * with the signal that it claims; `contended` those whose signal another resend claimed just now. A post is named by the id
 * that its own signal would have, as `resend`.
 */
export const RECOGNISE_RESENDS = `
matched as (
  select incoming.ord, incoming.id as resend, earlier.id
  from incoming cross join lateral (
    select id, seq from (
      select id, seq, accepted_by, received_at_monotonic, received_at_database from signals
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64') and answer_lost
      union all
      select id, seq, accepted_by, received_at_monotonic, received_at_database from signals
      where id = any($3::uuid[]) and account_id = incoming.account_id
        and body_hash = decode(incoming.body_hash, 'base64')
    ) lost
    where ${ageUs("lost", { ...ACCEPTOR, monotonicUs: "incoming.received_at_monotonic" })} < ${RESEND_WINDOW_US}
      and not exists (select from resends where resends.signal_id = lost.id and resends.resend <> all($4::uuid[]))
    order by seq limit 1
  ) earlier
  where not incoming.is_refused
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

/** What tells which signal a key stands for. */
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
/** SQL for the status of the order, or the alert, that bears the id of its signal. */
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
 * The earlier signal of a post's key: only where that is taken is a post neither inserted nor resent. Undefined: the key has
 * become free, and the post may be stored.
 */
export async function findByKey(
  db: Queryable,
  acceptor: Pick<Acceptor, "node">,
  post: KeyedPost,
): Promise<AcceptedSignal | undefined> {
  if (post.idempotencyKey === undefined) throw new Error("a post without a key was neither inserted nor known");
  return await find(`with ${EARLIER}, ${FREED} ${ALIVE}`, db, acceptor, post);
}

/** What `findByKey` would give if the post came now. Asking changes nothing. */
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

/** Why a post makes nothing whose key was used; undefined when it is what used the key, sent again, or its key is its own. */
export function refusalOfKey({ kind }: Pick<AcceptedSignal, "kind">): Reason | undefined {
  if (kind === "duplicate") return "DUPLICATE_KEY";
  return kind === "key-reused" ? "IDEMPOTENCY_KEY_REUSED" : undefined;
}
