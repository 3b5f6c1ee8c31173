/** The statement that accepts a batch of alerts: recognises resends, inserts the rest, and puts its message into the outbox. */
import { DATABASE_NOW_US } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { insertMessages, messagesIn, type NewMessageRow } from "../notify/index.ts";
import {
  acceptBatch,
  acceptorParameters,
  findByKey,
  RECEIVED_AT_DATABASE,
  recogniseResends,
  type AcceptedRow,
  type Acceptor,
  type CommittedRow,
} from "../webhook/index.ts";
import { toRow, type NewAlert } from "./row.ts";

const ACCEPT = `
with incoming as (
  select * from json_to_recordset($1::json) as t(
    ord int, id uuid, user_id uuid, account_id text, chat_id text, status text, reason text, message text, json text,
    used_old_id boolean, body_hash text, idempotency_key text, received_at bigint, received_at_monotonic bigint)
), ${recogniseResends("alerts")}, inserted as (
  insert into alerts (id, user_id, account_id, chat_id, status, reason, message, json, used_old_id, body_hash,
    idempotency_key, accepted_by, received_at, received_at_monotonic, received_at_database, committed_at)
  select id, user_id, account_id, chat_id, status, reason, message, json, used_old_id, decode(body_hash, 'base64'),
    idempotency_key, $2::int, received_at, received_at_monotonic, ${RECEIVED_AT_DATABASE}, ${DATABASE_NOW_US}
  from incoming where ord not in (select ord from matched) order by ord
  on conflict do nothing
  returning id, seq, status
), stored as (
  ${insertMessages(`${messagesIn("$6")} where alert_id in (select id from inserted) order by id`)}
  returning seq, alert_id
)
select incoming.ord, inserted.id, inserted.seq, inserted.status, 'inserted' as kind, stored.seq as "messageSeq"
from inserted join incoming using (id) left join stored on stored.alert_id = inserted.id
union all
select ord, id, seq, status, 'resent' as kind, null from resent
union all
select ord, id, seq, status, 'contended' as kind, null from contended`;

/** An alert and the message that delivers it; none when it was refused. */
export interface AlertToStore {
  readonly alert: NewAlert;
  readonly message: NewMessageRow | undefined;
}

export interface CommittedAlert extends CommittedRow {
  /** Where its message stands among all; null when none was stored now. */
  readonly messageSeq: number | null;
}

/** Commits a batch and tells what became of each, in the batch's order. */
export async function acceptAlerts(
  db: Queryable,
  acceptor: Acceptor,
  batch: readonly AlertToStore[],
): Promise<CommittedAlert[]> {
  const write = (items: readonly AlertToStore[]) => {
    const rows = items.map(({ alert }, ord) => toRow(alert, ord));
    const messages = items.flatMap(({ message }) => message ?? []);
    return db.query<AcceptedRow<Pick<CommittedAlert, "messageSeq">>>(ACCEPT, [
      JSON.stringify(rows),
      ...acceptorParameters(acceptor),
      JSON.stringify(messages),
    ]);
  };
  return await acceptBatch(batch, write, async ({ alert }) => {
    const earlier = await findByKey(db, "alerts", acceptor, alert, alert.bodyHash);
    return earlier && { ...earlier, messageSeq: null };
  });
}
