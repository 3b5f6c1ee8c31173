/** Messages in the storage: writes attempts and ends by compare-and-set in group commits, and loads queues. */
import type { Accepted, Rejected } from "@chartrelay/contract";
import { partitionOf } from "../cluster/queue.ts";
import type { QueueCount, QueueStore } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import { GroupCommit, updatesBy } from "../platform/db/group-commit.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { type MessageRow, queuedFrom, type QueuedMessage } from "./message.ts";

/** Each write settles once it is committed, and rejects if the storage doesn't answer. */
export interface MessageStore extends QueueStore<QueuedMessage> {
  /**
   * Stores attempt + 1, if nobody else has and the queue has no earlier open message, and takes over the message's data,
   * which may have been replaced since. Returns false if this node may not send it now.
   */
  storeAttempt(message: QueuedMessage): Promise<boolean>;
  /**
   * Stores how a message, and those sent together with it, ended. Returns false if somebody else has sent it meanwhile.
   */
  storeEnd(message: QueuedMessage, end: Accepted | Rejected): Promise<boolean>;
}

// As with orders, the storage itself enforces that the queue has no earlier open message.
// What is sent is the row's present data.
const STORE_ATTEMPT = `update messages set attempt = messages.attempt + 1, stage = 'sending', parts_sent = t.parts_sent, sent_at = t.sent_at,
  shown_revision = messages.revision
from json_to_recordset($1::json) as t(id uuid, attempt int, parts_sent smallint, sent_at bigint)
where messages.id = t.id and messages.attempt = t.attempt and messages.status = 'NEW' and not exists (
  select from messages earlier where earlier.status = 'NEW' and earlier.partition = messages.partition
    and earlier.queue = messages.queue and earlier.seq < messages.seq)
returning messages.id, messages.data`;

// The alert that a message delivers ends in the same commit, so that the two never disagree.
const STORE_END = `
with ended as (
  update messages set status = t.status, stage = 'done', reason = t.reason, digest_id = t.digest_id, sent_id = t.sent_id,
    sent_at = coalesce(t.sent_at, messages.sent_at), answered_at = t.answered_at
  from json_to_recordset($1::json) as t(id uuid, attempt int, status text, reason text, digest_id uuid, sent_id text, sent_at bigint,
    answered_at bigint, ended_at bigint)
  where messages.id = t.id and messages.attempt = t.attempt and messages.status = 'NEW'
  returning messages.id, messages.order_id, messages.alert_id, t.status, t.reason, t.ended_at
), ended_alerts as (
  update alerts set status = ended.status, reason = ended.reason, notified_at = ended.ended_at
  from ended where alerts.id = ended.alert_id
), notified_orders as (
  update orders set notified_at = ended.ended_at from ended where orders.id = ended.order_id
)
select id from ended`;

const LOAD = `
select id, seq, user_id, channel, address, queue, partition, language, kind, data, order_id, alert_id, attempt, parts_sent,
  created_at, expires_at - ${DATABASE_NOW_US} as left_us
from messages where status = 'NEW'`;

const COUNT = `
select queue, partition, count(*)::int as items, max(seq) as "lastSeq"
from messages where status = 'NEW' and partition = any($1::int[])
group by partition, queue`;

/** A row, and how long its message may still be sent. */
type LoadedRow = MessageRow & { readonly left_us: number };

interface Ending {
  readonly message: QueuedMessage;
  readonly end: Accepted | Rejected;
  readonly endedAtUs: number;
}

/** Returns what Telegram calls a message that it can edit: one that stands alone, in one part. */
function nameOf({ channel, together, partsSent }: QueuedMessage, end: Accepted | Rejected): string | null {
  const isAlone = channel === "TELEGRAM" && together.length === 0 && partsSent === 1;
  return isAlone && end.kind === "accepted" ? end.response : null;
}

/** Creates the store of the messages in `db`. */
export function createMessageStore(db: Queryable, clock: Clock): MessageStore {
  const attempts = new GroupCommit({
    isOutage: isStorageFailure,
    write: async (batch: readonly QueuedMessage[]) => {
      const rows = batch.map(({ id, attempt, partsSent }) => ({
        id,
        attempt,
        parts_sent: partsSent,
        sent_at: clock.nowUs(),
      }));
      const stored = await db.query<Pick<MessageRow, "id" | "data">>(STORE_ATTEMPT, [JSON.stringify(rows)]);
      const byId = new Map(stored.map(({ id, data }) => [id, data]));
      return batch.map(({ id }) => byId.get(id));
    },
  });
  const ends = updatesBy(db, STORE_END, ({ message, end, endedAtUs }: Ending) =>
    [message, ...message.together].map(({ id, attempt }) => ({
      id,
      attempt,
      status: end.kind === "accepted" ? "CREATED" : "REJECTED",
      reason: end.kind === "accepted" ? null : end.reason,
      digest_id: id === message.id ? null : message.id,
      sent_id: id === message.id ? nameOf(message, end) : null,
      sent_at: message.sentAtUs,
      answered_at: message.answeredAtUs,
      ended_at: endedAtUs,
    })),
  );
  const load = async (condition: string, values: unknown[]): Promise<QueuedMessage[]> => {
    const askedAtMs = clock.monotonicMs();
    const rows = await db.query<LoadedRow>(`${LOAD} and ${condition} order by seq`, values);
    return rows.map((row) => queuedFrom(row, askedAtMs + row.left_us / 1_000));
  };
  // Every stored message causes a load of its queue; group them, so that a burst doesn't use up all connections.
  const queues = new GroupCommit({
    isOutage: isStorageFailure,
    write: async (batch: readonly string[]) => {
      const asked = [...new Set(batch)];
      const loaded = await load("partition = any($1::int[]) and queue = any($2::text[])", [
        [...new Set(asked.map(partitionOf))],
        asked,
      ]);
      const byQueue = Map.groupBy(loaded, ({ queue }) => queue);
      return batch.map((queue) => byQueue.get(queue) ?? []);
    },
  });
  return {
    async storeAttempt(message) {
      const data = await attempts.add(message);
      if (data !== undefined) message.data = data;
      return data !== undefined;
    },
    storeEnd: (message, end) => ends.add({ message, end, endedAtUs: clock.nowUs() }),
    loadQueue: (queue) => queues.add(queue),
    loadPartitions: (partitions) => load("partition = any($1::int[])", [partitions]),
    countQueues: (partitions) => db.query<QueueCount>(COUNT, [partitions]),
  };
}
