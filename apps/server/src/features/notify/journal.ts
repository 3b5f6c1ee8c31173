/** The relay's durable side for messages: intents and ends, group-committed, each by compare-and-set. */
import type { Clock } from "../../platform/clock.ts";
import { DATABASE_NOW_US } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { updatesBy } from "../../relay/batched-update.ts";
import type { Journal, LaneCount, Settlement } from "../../relay/delivery.ts";
import { GroupCommit } from "../../relay/group-commit.ts";
import { partitionOf } from "../../relay/partition.ts";
import { toDelivery, type MessageDelivery, type MessageRow } from "./message.ts";

// As in orders: that no earlier message of the lane is unsettled is the storage's own truth.
const INTEND = `
update messages set attempt = messages.attempt + 1, stage = 'sending', parts_sent = t.parts_sent, sent_at = t.sent_at
from json_to_recordset($1::json) as t(id uuid, attempt int, parts_sent smallint, sent_at bigint)
where messages.id = t.id and messages.attempt = t.attempt and messages.status = 'NEW' and not exists (
  select from messages earlier where earlier.status = 'NEW' and earlier.partition = messages.partition
    and earlier.lane = messages.lane and earlier.seq < messages.seq)
returning messages.id`;

// What a message tells of is told in the same commit: no alert row says otherwise than its message.
const RECORD = `
with settled as (
  update messages set status = t.status, stage = 'done', reason = t.reason, digest_id = t.digest_id,
    sent_at = coalesce(t.sent_at, messages.sent_at), answered_at = t.answered_at
  from json_to_recordset($1::json) as t(id uuid, attempt int, status text, reason text, digest_id uuid, sent_at bigint,
    answered_at bigint, settled_at bigint)
  where messages.id = t.id and messages.attempt = t.attempt and messages.status = 'NEW'
  returning messages.id, messages.order_id, messages.alert_id, t.status, t.reason, t.settled_at
), told_alerts as (
  update alerts set status = settled.status, reason = settled.reason, notified_at = settled.settled_at
  from settled where alerts.id = settled.alert_id
), told_orders as (
  update orders set notified_at = settled.settled_at from settled where orders.id = settled.order_id
)
select id from settled`;

const LOAD = `
select id, seq, user_id, channel, address, lane, partition, language, kind, data, order_id, alert_id, stage, attempt, parts_sent,
  created_at, expires_at - ${DATABASE_NOW_US} as left_us
from messages where status = 'NEW'`;

const COUNT = `
select lane, partition, count(*)::int as deliveries, max(seq) as "lastSeq"
from messages where status = 'NEW' and partition = any($1::int[])
group by partition, lane`;

/** A row, and how long it may still be sent. */
type LoadedRow = MessageRow & { readonly left_us: number };

interface Ending {
  readonly delivery: MessageDelivery;
  readonly settlement: Settlement;
  readonly settledAtUs: number;
}

/** The journal of messages in `db`. */
export function createMessageJournal(db: Queryable, clock: Clock): Journal<MessageDelivery> {
  const intents = updatesBy(db, INTEND, ({ id, attempt, partsSent }: MessageDelivery) => [
    { id, attempt, parts_sent: partsSent, sent_at: clock.nowUs() },
  ]);
  const records = updatesBy(db, RECORD, ({ delivery, settlement, settledAtUs }: Ending) =>
    [delivery, ...delivery.together].map(({ id, attempt }) => ({
      id,
      attempt,
      status: settlement.kind === "accepted" ? "CREATED" : "REJECTED",
      reason: settlement.kind === "accepted" ? null : settlement.reason,
      digest_id: id === delivery.id ? null : delivery.id,
      sent_at: delivery.sentAtUs ?? null,
      answered_at: delivery.answeredAtUs ?? null,
      settled_at: settledAtUs,
    })),
  );
  const load = async (condition: string, values: unknown[]): Promise<MessageDelivery[]> => {
    const askedAtMs = clock.monotonicMs();
    const rows = await db.query<LoadedRow>(`${LOAD} and ${condition} order by seq`, values);
    return rows.map((row) => toDelivery(row, askedAtMs + row.left_us / 1_000));
  };
  // Each message that is stored has its lane loaded: a burst of them must not take every connection.
  const lanes = new GroupCommit({
    isOutage: isStorageFailure,
    write: async (batch: readonly string[]) => {
      const asked = [...new Set(batch)];
      const loaded = await load("partition = any($1::int[]) and lane = any($2::text[])", [
        [...new Set(asked.map(partitionOf))],
        asked,
      ]);
      const byLane = Map.groupBy(loaded, ({ lane }) => lane);
      return batch.map((lane) => byLane.get(lane) ?? []);
    },
  });
  return {
    intend: (delivery) => intents.add(delivery),
    // A message is sent again where an order would be looked up: it is never unresolved.
    unresolve: () => Promise.resolve(),
    record: (delivery, settlement) => records.add({ delivery, settlement, settledAtUs: clock.nowUs() }),
    loadLane: (lane) => lanes.add(lane),
    loadPartitions: (partitions) => load("partition = any($1::int[])", [partitions]),
    countLanes: (partitions) => db.query<LaneCount>(COUNT, [partitions]),
  };
}
