/** The outbox: stores messages in the transaction of what they report. They are sent once that is committed. */
import { sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Orm, Queryable } from "../platform/db/database.ts";
import { sharedTopic } from "../platform/pubsub.ts";
import { toNewRow, type NewMessage } from "./message.ts";

/** Carries the names of the queues in which messages were stored. */
export const MESSAGES_STORED = sharedTopic("messages_stored");

/** A notification holds 8,000 bytes, and a queue's name has 26. */
const MAX_BATCH = 200;

const COLUMNS = `id, user_id, channel, address, queue, partition, language, kind, data, key, order_id, alert_id, created_at,
  expires_at`;

/** SQL for the rows of `toNewRow` in the JSON parameter `parameter`; `more` declares further columns of theirs. */
export const messagesIn = (
  parameter: string,
  more = "",
) => `json_to_recordset(${parameter}::json) as t(${more}id uuid, user_id uuid,
  channel text, address text, queue text, partition smallint, language text, kind text, data jsonb, key text, order_id uuid,
  alert_id uuid, created_at bigint, expires_at bigint)`;

/** SQL that stores the rows of `source`, except those with a used key; for statements that store more than messages. */
export const insertMessages = (source: string) =>
  `insert into messages (${COLUMNS}) select ${COLUMNS} from ${source} on conflict do nothing`;

/**
 * SQL that ends a statement whose CTE `stored` holds the queues of stored messages. PostgreSQL sends a notification when
 * its transaction commits, and never if it doesn't.
 */
export const NOTIFY_STORED = `select pg_notify('${MESSAGES_STORED.name}', string_agg(distinct queue, ',')) from stored having count(*) > 0`;

const PUT = `with stored as (${insertMessages(messagesIn("$1"))} returning queue) ${NOTIFY_STORED}`;

const REVISE = `
with stored as (
  insert into messages (${COLUMNS}) select ${COLUMNS} from ${messagesIn("$1")}
  on conflict (key) where key is not null do update
    set kind = excluded.kind, data = excluded.data, revision = messages.revision + 1
    where (messages.kind, messages.data) is distinct from (excluded.kind, excluded.data)
  returning messages.queue
) ${NOTIFY_STORED}`;

export interface Outbox {
  /**
   * Stores messages in order, through the caller's transaction or connection. They are sent after it commits.
   * @throws storage errors.
   */
  put(db: Orm | Queryable, messages: readonly NewMessage[]): Promise<void>;
  /**
   * Does the same, but a message whose key is taken replaces what the message with that key says. If that one has been
   * sent, it is edited.
   */
  revise(db: Queryable, messages: readonly NewMessage[]): Promise<void>;
}

export function createOutbox({ clock }: { readonly clock: Pick<Clock, "nowUs"> }): Outbox {
  return {
    async put(db, messages) {
      const rows = messages.map((message) => toNewRow(message, clock.nowUs()));
      for (let start = 0; start < rows.length; start += MAX_BATCH) {
        await run(db, JSON.stringify(rows.slice(start, start + MAX_BATCH)));
      }
    },
    async revise(db, messages) {
      const rows = messages.map((message) => toNewRow(message, clock.nowUs()));
      for (let start = 0; start < rows.length; start += MAX_BATCH) {
        await db.query(REVISE, [JSON.stringify(rows.slice(start, start + MAX_BATCH))]);
      }
    },
  };
}

async function run(db: Orm | Queryable, json: string): Promise<void> {
  if ("execute" in db) {
    const [before = "", after = ""] = PUT.split("$1");
    await db.execute(sql`${sql.raw(before)}${json}${sql.raw(after)}`);
  } else await db.query(PUT, [json]);
}
