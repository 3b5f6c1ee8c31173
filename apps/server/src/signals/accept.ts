/**
 * The accepting commit: one statement stores a signal with its orders, alert and message, before the sender gets a 2xx.
 */
import type { Status } from "@chartrelay/contract";
import { insertMessages, messagesIn, type Messaging } from "../messaging/index.ts";
import { newlyQueued, ORDER_CHANGED, ORDERS_REFUSED, type OrderQueues, type SendRules } from "../orders/index.ts";
import { ALERT_CHANGED } from "../alerts/index.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { GroupCommit } from "../platform/db/group-commit.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { AnswerLog } from "./answers.ts";
import {
  acceptorParameters,
  findByKey,
  isLocked,
  LOCK_ACCOUNTS,
  RECEIVED_AT_DATABASE,
  RECOGNISE_RESENDS,
  statusOf,
  type Acceptor,
} from "./deduplicate.ts";
import {
  toAlertRows,
  toOrderRows,
  toSignalRow,
  TRADINGVIEW_ALERT,
  type AcceptedSignal,
  type NewSignal,
} from "./signal.ts";

/** Up to two commits run at a time. A partition's signals always use the same writer, which keeps them in order. */
const WRITERS = 2;

/** How often a post is tried while another one of its account is being committed, and the longest delay between tries. */
const BLOCKED_TRIES = 20;
const BLOCKED_DELAY_MS = 25;
/** A commit elsewhere usually takes no longer; everything behind this post waits, too. */
const FIRST_BLOCKED_DELAY_MS = 3;

/** Another post of the account is being committed: this one may repeat it, and mustn't overtake it. */
class UnfinishedCommitError extends Error {
  override readonly name = "UnfinishedCommitError";
  /** PostgreSQL's lock_not_available. */
  readonly code = "55P03";
}

/** SQL for whether a signal is new. `is true` makes PostgreSQL look it up by hash; a join would compare every row with every signal. */
const isInserted = (signalId: string) => `(${signalId} in (select id from inserted)) is true`;

const ACCEPT = `
with posts as (
  select * from json_to_recordset($1::json) as t(ord int, id uuid, user_id uuid, account_id text, is_refused boolean, body text,
    used_old_id boolean, body_hash text, idempotency_key text, other_fields jsonb, problems jsonb, repairs jsonb,
    received_at bigint, received_at_monotonic bigint)
), ${LOCK_ACCOUNTS}, incoming as (
  select *, is_refused or ${isLocked("account_id")} as is_alone from posts
), ${RECOGNISE_RESENDS}, inserted as (
  insert into signals (id, user_id, account_id, body, used_old_id, body_hash, idempotency_key, other_fields, problems, repairs,
    accepted_by, received_at, received_at_monotonic, received_at_database)
  select id, user_id, account_id, decode(body, 'base64'), used_old_id, decode(body_hash, 'base64'), idempotency_key,
    other_fields, problems, repairs, $2::int, received_at, received_at_monotonic, ${RECEIVED_AT_DATABASE}
  from incoming where is_alone and id not in (select resend from matched) order by ord
  on conflict do nothing
  returning id
), new_orders as (
  insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, received_at, status, stage, reason, action,
    ticker, direction, type, open, quantity, extras, committed_at)
  select id, signal_id, user_id, account_id, venue, is_demo, partition, received_at, status, stage, reason, action, ticker,
    direction, type, open, quantity, extras, ${DATABASE_NOW_US}
  from json_to_recordset($6::json) as t(ord int, id uuid, signal_id uuid, user_id uuid, account_id text, venue text, is_demo boolean,
    partition smallint, received_at bigint, status text, stage text, reason text, action text, ticker text, direction text,
    type text, open text, quantity text, extras jsonb)
  where ${isInserted("signal_id")} order by ord
  returning id, seq, signal_id
), new_alerts as (
  insert into alerts (id, user_id, account_id, chat_id, status, reason, message, json, received_at, received_at_database)
  select id, user_id, account_id, chat_id, status, reason, message, json, received_at, ${DATABASE_NOW_US}
  from json_to_recordset($7::json) as t(ord int, id uuid, user_id uuid, account_id text, chat_id text, status text, reason text,
    message text, json text, received_at bigint)
  where ${isInserted("id")} order by ord
), new_messages as (
  ${insertMessages(`${messagesIn("$8")} where ${isInserted("alert_id")} order by id`)}
  returning seq, alert_id
)
select id as post, id, 'inserted' as kind, null as status, null::bigint as seq from inserted
union all
select resend, id, 'resent', ${statusOf("resent.id")}, null from resent
union all
select resend, id, 'contended', null, null from contended
union all
select id, id, 'blocked', null, null from incoming where not is_alone
union all
select signal_id, id, 'order', null, seq from new_orders
union all
select alert_id, alert_id, 'message', null, seq from new_messages`;

interface AcceptRow {
  /** The id that the post's own signal has, or would have. */
  readonly post: string;
  readonly id: string;
  readonly kind: "inserted" | "resent" | "contended" | "blocked" | "order" | "message";
  readonly status: Status | null;
  readonly seq: number | null;
}

/** An accepted signal and the sequence numbers of its new rows. */
export interface Committed {
  readonly accepted: AcceptedSignal;
  /** By order id. */
  readonly orderSeqs: ReadonlyMap<string, number>;
  readonly messageSeq: number | undefined;
}

export interface AcceptOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly failpoint: Failpoint;
  readonly answers: Pick<AnswerLog, "acceptor">;
  readonly orders: OrderQueues;
  readonly rules: SendRules;
  readonly messaging: Pick<Messaging, "handOver">;
  readonly bus: Bus;
}

/** Stores a signal with its orders, or finds the earlier signal that it repeats. @throws storage errors. */
export type Accept = (signal: NewSignal) => Promise<AcceptedSignal>;

/** Creates the function through which both webhooks store their posts. Posts that arrive together share a commit. */
export function createAccept(options: AcceptOptions): Accept {
  const write = (batch: readonly NewSignal[]) => commit(batch, options);
  const writers = Array.from({ length: WRITERS }, () => new GroupCommit({ write, isOutage: isStorageFailure }));
  return async (signal) => {
    const writer = writers[signal.partition % WRITERS];
    if (!writer) throw new RangeError(`no writer for partition ${signal.partition}`);
    const accepted = await writer.add(signal);
    if (!accepted) throw new UnfinishedCommitError("another post of the account is being committed");
    return accepted;
  };
}

/** Commits a batch and enqueues its new orders and messages, in batch order. Undefined is a post that was blocked. */
async function commit(
  batch: readonly NewSignal[],
  options: AcceptOptions,
): Promise<readonly (AcceptedSignal | undefined)[]> {
  const { db, clock, failpoint, answers, orders, rules, messaging, bus } = options;
  failpoint("commit.before");
  const committed = await acceptSignals(db, answers.acceptor, batch, clock);
  const committedAtUs = clock.nowUs();
  failpoint("commit.after");
  const news = batch.flatMap((signal, place) => {
    const { accepted, ...rows } = committed[place] ?? {};
    return accepted?.kind === "inserted" ? { signal, ...rows } : [];
  });
  orders.enqueue(
    news.flatMap(({ signal, orderSeqs }) =>
      signal.refusal
        ? []
        : signal.orders.flatMap(({ message, ...order }) => {
            const seq = orderSeqs?.get(order.id);
            return message && seq !== undefined
              ? newlyQueued({ ...order, message }, signal, { seq, committedAtUs }, rules)
              : [];
          }),
    ),
  );
  messaging.handOver(
    news.flatMap(({ signal, messageSeq }) =>
      signal.alert?.message && messageSeq !== undefined ? { ...signal.alert.message, seq: messageSeq } : [],
    ),
  );
  for (const { signal } of news) {
    const { id, userId, alert, refusal, isFromTradingView } = signal;
    for (const order of signal.orders) {
      bus.publish(ORDER_CHANGED, { userId, id: order.id });
      if (refusal) bus.publish(ORDERS_REFUSED, [order.accountId]);
    }
    if (alert) bus.publish(ALERT_CHANGED, { userId, id });
    if (isFromTradingView && !refusal) bus.publish(TRADINGVIEW_ALERT, { userId, isForOrder: !alert });
  }
  return committed.map((each) => each?.accepted);
}

/**
 * Accepts a batch. Retries contended posts: each may match another lost signal, or none, in which case it is new. Also
 * retries posts that are blocked by a commit of the same account elsewhere, for half a second. A post that was neither
 * inserted, resent, contended nor blocked has a used key.
 * @returns the result for each signal, in batch order; undefined for one that was still blocked
 */
export async function acceptSignals(
  db: Queryable,
  acceptor: Acceptor,
  batch: readonly NewSignal[],
  clock: Pick<Clock, "wait">,
): Promise<(Committed | undefined)[]> {
  const committed = new Map<number, Committed>();
  let places = [...batch.entries()];
  for (let blockedTries = 0; places.length > 0 && blockedTries < BLOCKED_TRIES;) {
    const again = new Set<number>();
    const rows = await write(
      db,
      acceptor,
      places.map(([, signal]) => signal),
    );
    for (const [place, signal] of places) {
      const own = rows.get(signal.id) ?? [];
      const verdict = own.find(({ kind }) => kind === "inserted" || kind === "resent");
      if (own.some(({ kind }) => kind === "contended" || kind === "blocked")) again.add(place);
      if (verdict) committed.set(place, committedFrom(signal, verdict, own));
    }
    places = places.filter(([place]) => !committed.has(place));
    await Promise.all(
      places.map(async ([place, signal]) => {
        const accepted = again.has(place) ? undefined : await findByKey(db, acceptor, signal);
        if (accepted) committed.set(place, { accepted, orderSeqs: new Map(), messageSeq: undefined });
      }),
    );
    places = places.filter(([place]) => !committed.has(place));
    if (!places.some(([, { id }]) => rows.get(id)?.some(({ kind }) => kind === "blocked"))) continue;
    await clock.wait(Math.min(FIRST_BLOCKED_DELAY_MS * 2 ** blockedTries, BLOCKED_DELAY_MS));
    blockedTries += 1;
  }
  return batch.map((_, place) => committed.get(place));
}

async function write(
  db: Queryable,
  acceptor: Acceptor,
  signals: readonly NewSignal[],
): Promise<Map<string, AcceptRow[]>> {
  const rows = await db.query<AcceptRow>(ACCEPT, [
    JSON.stringify(signals.map(toSignalRow)),
    ...acceptorParameters(acceptor),
    JSON.stringify(numbered(signals.flatMap(toOrderRows))),
    JSON.stringify(numbered(signals.flatMap(toAlertRows))),
    JSON.stringify(signals.flatMap(({ alert }) => alert?.message ?? [])),
  ]);
  return Map.groupBy(rows, ({ post }) => post);
}

/** Numbers rows in batch order, which becomes their order in the queues. */
function numbered<Row extends object>(rows: readonly Row[]): (Row & { readonly ord: number })[] {
  return rows.map((row, ord) => ({ ...row, ord }));
}

function committedFrom({ refusal }: NewSignal, { id, kind, status }: AcceptRow, rows: readonly AcceptRow[]): Committed {
  const accepted: AcceptedSignal =
    kind === "resent"
      ? { id, kind, status: status ?? "NEW" }
      : { id, kind: "inserted", status: refusal ? "REJECTED" : "NEW" };
  const orderSeqs = new Map(
    rows.flatMap((row): [string, number][] => (row.kind === "order" && row.seq !== null ? [[row.id, row.seq]] : [])),
  );
  const messageSeq = rows.find((row) => row.kind === "message")?.seq ?? undefined;
  return { accepted, orderSeqs, messageSeq };
}
