/** The statement that accepts a batch of alerts: recognises resends and inserts the rest, in one commit. */
import { DATABASE_NOW_US, monotonicMicros } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import {
  acceptBatch,
  acceptorParameters,
  findByKey,
  previewByKey,
  RECEIVED_AT_DATABASE,
  recogniseResends,
  type AcceptedRow,
  type Acceptor,
  type CommittedRow,
} from "../webhook/index.ts";
import { toColumns, type NewOrder } from "./row.ts";

const ACCEPT = `
with incoming as (
  select * from json_to_recordset($1::json) as t(
    ord int, id uuid, user_id uuid, account_id text, venue text, is_demo boolean, partition smallint, status text,
    stage text, reason text, ticker text, direction text, type text, open text, quantity text, extras jsonb,
    other_fields jsonb, problems jsonb, repairs jsonb, body text, used_old_id boolean, body_hash text, idempotency_key text, received_at bigint, received_at_monotonic bigint)
), ${recogniseResends("orders")}, inserted as (
  insert into orders (id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction, type,
    open, quantity, extras, other_fields, problems, repairs, body, used_old_id, body_hash, idempotency_key, accepted_by,
    received_at, received_at_monotonic, received_at_database, committed_at)
  select id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction, type, open, quantity,
    extras, other_fields, problems, repairs, decode(body, 'base64'), used_old_id, decode(body_hash, 'base64'),
    idempotency_key, $2::int, received_at, received_at_monotonic, ${RECEIVED_AT_DATABASE}, ${DATABASE_NOW_US}
  from incoming where ord not in (select ord from matched) order by ord
  on conflict do nothing
  returning id, seq, status
)
select incoming.ord, inserted.id, inserted.seq, inserted.status, 'inserted' as kind from inserted join incoming using (id)
union all
select ord, id, seq, status, 'resent' as kind from resent
union all
select ord, id, seq, status, 'contended' as kind from contended`;

/** Commits a batch and tells what became of each, in the batch's order. */
export async function acceptOrders(
  db: Queryable,
  acceptor: Acceptor,
  batch: readonly NewOrder[],
): Promise<CommittedRow[]> {
  return await acceptBatch(
    batch,
    (orders) => db.query<AcceptedRow>(ACCEPT, [JSON.stringify(orders.map(toRow)), ...acceptorParameters(acceptor)]),
    (order) => findByKey(db, "orders", acceptor, order, order.bodyHash),
  );
}

/** The row that would stand for an alert under a key, were it posted now; undefined while the key is free. Changes nothing. */
export async function findUseOfKey(
  db: Queryable,
  acceptor: Pick<Acceptor, "node">,
  alert: KeyedOrder,
): Promise<CommittedRow | undefined> {
  return await previewByKey(db, "orders", acceptor, alert, alert.bodyHash);
}

/** What tells which alert a key stands for. */
export type KeyedOrder = Pick<NewOrder, "accountId" | "bodyHash" | "idempotencyKey" | "receivedAtMonotonicMs">;

function toRow(order: NewOrder, ord: number) {
  const { id, userId, accountId, venue, isDemo, partition, body, idempotencyKey, otherFields, content } = order;
  const repairs = "message" in content && content.repairs.length > 0 ? content.repairs : null;
  return {
    ord,
    id,
    user_id: userId,
    account_id: accountId,
    venue,
    is_demo: isDemo,
    partition,
    received_at: order.receivedAtUs,
    received_at_monotonic: monotonicMicros(order.receivedAtMonotonicMs),
    body: Buffer.from(body).toString("base64"),
    used_old_id: order.usedOldId,
    body_hash: order.bodyHash,
    idempotency_key: idempotencyKey ?? null,
    other_fields: otherFields?.length ? otherFields : null,
    ...("message" in content
      ? { status: "NEW", stage: "queued", reason: null, repairs, ...toColumns(content.message) }
      : {
          status: "REJECTED",
          stage: "done",
          reason: content.reason,
          problems: content.problems,
          ...(content.refused && toColumns(content.refused)),
        }),
  };
}
