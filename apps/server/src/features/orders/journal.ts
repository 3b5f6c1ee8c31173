/** The relay's durable side for orders: intents and outcomes, group-committed, each by compare-and-set. */
import type { Clock } from "../../platform/clock.ts";
import { ageUs, monotonicMicros } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { updatesBy } from "../../relay/batched-update.ts";
import type { Journal, LaneCount, Settlement } from "../../relay/delivery.ts";
import { partitionOf } from "../../relay/partition.ts";
import { toDelivery, type DeliveryRow, type OrderDelivery } from "./row.ts";

/** A later order of the account may have been sent: of an order that may have been, too. */
const isOvertaken = `exists (
  select from orders later where later.user_id = orders.user_id and later.seq > orders.seq
    and later.account_id = orders.account_id and later.attempt > 0)`;

// "No earlier unsettled order of the account" makes the order of a lane the storage's own truth, even when the earlier one
// was committed by another node whose word hasn't reached us. Where the user has orders go on beside an unknown outcome,
// that one doesn't count; and what was overtaken so isn't sent again. A change of key or environment, a pause and a removal
// stop every order whose intent isn't committed, whichever node has heard of them.
const INTEND = `
update orders set attempt = orders.attempt + 1, stage = 'sending', key_version = t.key_version, committed_at = t.committed_at
from json_to_recordset($1::json) as t(id uuid, attempt int, key_version int, committed_at bigint), accounts
where orders.id = t.id and orders.attempt = t.attempt and orders.status = 'NEW'
  and accounts.id = orders.account_id and accounts.key_version = t.key_version and accounts.is_demo = orders.is_demo
  and not accounts.is_paused
  and not exists (
    select from orders earlier where earlier.status = 'NEW' and earlier.partition = orders.partition
      and earlier.account_id = orders.account_id and earlier.seq < orders.seq
      and not (earlier.stage = 'unresolved' and accounts.on_unknown_outcome = 'goOn'))
  and (orders.attempt = 0 or not ${isOvertaken})
returning orders.id`;

const UNRESOLVE = `
update orders set stage = 'unresolved', response_server_json = t.response
from json_to_recordset($1::json) as t(id uuid, response text)
where orders.id = t.id and orders.status = 'NEW'
returning orders.id`;

// An order that has ended is never sent again: from here on `attempt` only says how often it was, or may have been.
const RECORD = `
update orders set attempt = t.attempt - t.unsent, status = t.status, stage = 'done', reason = t.reason,
  response_server_json = t.response, sent_at = t.sent_at, answered_at = t.answered_at
from json_to_recordset($1::json) as t(id uuid, attempt int, unsent int, status text, reason text, response text,
  sent_at bigint, answered_at bigint)
where orders.id = t.id and orders.attempt = t.attempt and orders.status = 'NEW'
returning orders.id`;

const LOAD = `
select id, seq, user_id, account_id, venue, is_demo, partition, attempt, stage, ticker, direction, type, open, quantity,
  extras, received_at, committed_at, sent_at, answered_at, response_server_json, key_version,
  attempt > 0 and ${isOvertaken} as is_overtaken,
  ${ageUs("orders", { node: "$1::int", monotonicUs: "$2::bigint" })} as age_us
from orders where status = 'NEW'`;

const COUNT = `
select account_id as lane, partition, count(*)::int as deliveries, max(seq) as "lastSeq"
from orders where status = 'NEW' and partition = any($1::int[])
group by partition, account_id`;

interface Intent {
  readonly delivery: OrderDelivery;
  readonly pin: number | null;
}

interface Ending {
  readonly delivery: OrderDelivery;
  readonly settlement: Settlement;
}

export interface OrderJournalOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs">;
  /** This node's name among the nodes. */
  readonly node: () => number;
  /** An order older than this is never sent. */
  readonly maxAgeMs: number;
}

/** The journal of orders in `db`. */
export function createOrderJournal({ db, clock, node, maxAgeMs }: OrderJournalOptions): Journal<OrderDelivery> {
  const intents = updatesBy(db, INTEND, ({ delivery: { id, attempt, committedAtUs }, pin }: Intent) => [
    { id, attempt, key_version: pin, committed_at: committedAtUs },
  ]);
  const unresolved = updatesBy(db, UNRESOLVE, ({ id, lastResponse }: OrderDelivery) => [
    { id, response: storable(lastResponse) },
  ]);
  const records = updatesBy(db, RECORD, ({ delivery, settlement }: Ending) => [
    {
      id: delivery.id,
      attempt: delivery.attempt,
      unsent: delivery.unsent ?? 0,
      status: settlement.kind === "accepted" ? "CREATED" : "REJECTED",
      reason: settlement.kind === "accepted" ? null : settlement.reason,
      response: storable(settlement.response),
      sent_at: delivery.sentAtUs ?? null,
      answered_at: delivery.answeredAtUs ?? null,
    },
  ]);
  const load = async (condition: string, values: unknown[]): Promise<OrderDelivery[]> => {
    // Before the query: what it takes may make an order seem older, and never younger.
    const askedAtMs = clock.monotonicMs();
    const asker = [node(), monotonicMicros(askedAtMs)];
    const rows = await db.query<DeliveryRow>(`${LOAD} and ${condition} order by seq`, [...asker, ...values]);
    return rows.map((row) => toDelivery(row, askedAtMs + maxAgeMs - row.age_us / 1_000));
  };
  return {
    intend: (delivery, pin) => intents.add({ delivery, pin }),
    unresolve: async (delivery) => {
      await unresolved.add(delivery);
    },
    record: (delivery, settlement) => records.add({ delivery, settlement }),
    loadLane: (lane) => load("partition = $3 and account_id = $4", [partitionOf(lane), lane]),
    loadPartitions: (partitions) => load("partition = any($3::int[])", [partitions]),
    countLanes: (partitions) => db.query<LaneCount>(COUNT, [partitions]),
  };
}

/** PostgreSQL's text can't hold U+0000, and a venue's answer may. */
function storable(response: string | null | undefined): string | null {
  return response?.replaceAll("\u0000", "") ?? null;
}
