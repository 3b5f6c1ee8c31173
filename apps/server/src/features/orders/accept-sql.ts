/** The statement that accepts a batch of alerts: recognises resends and inserts the rest, in one commit. */
import { createHash } from "node:crypto";
import type { Status } from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import { toColumns, type CommittedOrder, type NewOrder } from "./row.ts";

/** TradingView resends some 5 s after a 5xx, up to three times. */
const RESEND_WINDOW_US = 60_000_000;

const ACCEPT = `
with incoming as (
  select * from json_to_recordset($1::json) as t(
    ord int, id uuid, user_id uuid, account_id text, venue text, is_demo boolean, partition smallint, status text,
    stage text, reason text, ticker text, direction text, type text, open text, quantity text, extras jsonb, problems jsonb,
    repairs jsonb, body text, body_hash text, idempotency_key text, received_at bigint)
), resent as (
  select distinct on (earlier.id) incoming.ord, earlier.id, earlier.seq, earlier.status
  from incoming cross join lateral (
    select id, seq, status from (
      select id, seq, status, received_at from orders
      where account_id = incoming.account_id and body_hash = decode(incoming.body_hash, 'base64') and answer_lost
      union all
      select id, seq, status, received_at from orders
      where id = any($3::uuid[]) and account_id = incoming.account_id
        and body_hash = decode(incoming.body_hash, 'base64')
    ) lost
    where received_at > incoming.received_at - ${RESEND_WINDOW_US} and id <> all($4::uuid[])
    order by seq limit 1
  ) earlier
  where incoming.status = 'NEW'
  order by earlier.id, incoming.ord
), inserted as (
  insert into orders (id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction, type,
    open, quantity, extras, problems, repairs, body, body_hash, idempotency_key, accepted_by, received_at, committed_at)
  select id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction, type, open, quantity,
    extras, problems, repairs, decode(body, 'base64'), decode(body_hash, 'base64'), idempotency_key, $2::int, received_at,
    (extract(epoch from clock_timestamp()) * 1000000)::bigint
  from incoming where ord not in (select ord from resent) order by ord
  on conflict do nothing
  returning id, seq, status
)
select incoming.ord, inserted.id, inserted.seq, inserted.status, 'inserted' as kind from inserted join incoming using (id)
union all
select ord, id, seq, status, 'resent' as kind from resent`;

const BY_IDEMPOTENCY_KEY = `
select id, seq, status, body_hash from orders where account_id = $1 and idempotency_key = $2`;

export interface Acceptor {
  /** The accepting node's name among the nodes. */
  readonly node: number;
  /** Orders whose answer it knows to be lost, and could not yet mark. */
  readonly lostUnmarked: readonly string[];
  /** Orders that a resend under way was recognised for already. */
  readonly claimed: readonly string[];
}

/** Commits a batch and tells what became of each, in the batch's order. */
export async function acceptOrders(
  db: Queryable,
  { node, lostUnmarked, claimed }: Acceptor,
  batch: readonly NewOrder[],
): Promise<CommittedOrder[]> {
  const rows = batch.map(toRow);
  const committed = await db.query<CommittedOrder & { ord: number }>(ACCEPT, [
    JSON.stringify(rows),
    node,
    lostUnmarked,
    claimed,
  ]);
  const byOrder = new Map(committed.map(({ ord, ...order }) => [ord, order]));
  return await Promise.all(
    batch.map(async (order, ord) => byOrder.get(ord) ?? (await findByIdempotencyKey(db, order, rows[ord]?.body_hash))),
  );
}

/** Only a row whose idempotency key is taken is neither inserted nor resent. */
async function findByIdempotencyKey(
  db: Queryable,
  order: NewOrder,
  bodyHash: string | undefined,
): Promise<CommittedOrder> {
  const [earlier] = await db.query<{ id: string; seq: number; status: Status; body_hash: Uint8Array }>(
    BY_IDEMPOTENCY_KEY,
    [order.accountId, order.idempotencyKey],
  );
  if (!earlier) throw new Error("a row was neither inserted nor known");
  const { body_hash: earlierHash, ...row } = earlier;
  return { ...row, kind: Buffer.from(earlierHash).toString("base64") === bodyHash ? "repeated" : "key-reused" };
}

function toRow(order: NewOrder, ord: number) {
  const { id, userId, accountId, venue, isDemo, partition, receivedAtUs, body, idempotencyKey, content } = order;
  const repairs = "message" in content && content.repairs.length > 0 ? content.repairs : null;
  return {
    ord,
    id,
    user_id: userId,
    account_id: accountId,
    venue,
    is_demo: isDemo,
    partition,
    received_at: receivedAtUs,
    body: Buffer.from(body).toString("base64"),
    body_hash: createHash("sha256").update(body).digest("base64"),
    idempotency_key: idempotencyKey ?? null,
    ...("message" in content
      ? { status: "NEW", stage: "queued", reason: null, repairs, ...toColumns(content.message) }
      : { status: "REJECTED", stage: "done", reason: content.reason, problems: content.problems }),
  };
}
