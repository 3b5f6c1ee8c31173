/**
 * The accepting commit: one statement stores a signal with its orders, alert and message, before the sender gets a 2xx.
 */
import type { Messaging } from "../messaging/index.ts";
import { newlyQueued, ORDER_CHANGED, ORDERS_REFUSED, type OrderQueues, type SendRules } from "../orders/index.ts";
import { ALERT_CHANGED } from "../alerts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { GroupCommit } from "../platform/db/group-commit.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { AnswerLog } from "./answers.ts";
import { type AcceptRow, storeBatch } from "./accept-statement.ts";
import { decideAll, type Decided, firstOfEachChain, publishDecision, rowsOf } from "./chain-decisions.ts";
import { findByKey, type Acceptor } from "./deduplicate.ts";
import { ordersOfSignal, statusOfAll } from "./orders-of-signal.ts";
import { TRADINGVIEW_ALERT, type AcceptedOrder, type AcceptedSignal, type NewSignal } from "./signal.ts";

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

/** An accepted signal and the sequence numbers of its new rows. */
export interface Committed extends Decided {
  readonly accepted: AcceptedSignal;
  /** By order id. */
  readonly orderSeqs: ReadonlyMap<string, number>;
  readonly messageSeq?: number | undefined;
  /** The orders of the signals that it released, and its own. */
  readonly releasedOrders?: readonly string[];
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
    if (accepted.kind === "inserted" || !(signal.strategyId ?? signal.chained)) return accepted;
    // A signal that repeats another made no order.
    if (signal.strategyId === undefined) return { ...accepted, status: accepted.status ?? "CREATED" };
    const orders = await ordersOfSignal(options.db, accepted.id);
    return { ...accepted, status: statusOfAll(orders), orders };
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
  const news = committed.flatMap((each) => (each?.accepted.kind === "inserted" ? each : []));
  orders.enqueue(
    news.flatMap(({ signal, isHeld, orderSeqs }) =>
      signal.refusal || isHeld
        ? []
        : signal.orders.flatMap(({ message, refusal, ...order }) => {
            const seq = orderSeqs.get(order.id);
            return message && !refusal && seq !== undefined
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
  for (const { signal, decided, releasedOrders = [] } of news) {
    const { id, userId, alert, refusal, isFromTradingView } = signal;
    for (const order of releasedOrders) bus.publish(ORDER_CHANGED, { userId, id: order });
    for (const order of signal.orders) {
      bus.publish(ORDER_CHANGED, { userId, id: order.id, isNew: true });
      if (refusal ?? order.refusal) bus.publish(ORDERS_REFUSED, [order.accountId]);
    }
    if (alert) bus.publish(ALERT_CHANGED, { userId, id, isNew: true });
    if (isFromTradingView && !refusal) bus.publish(TRADINGVIEW_ALERT, { userId, isForOrder: !alert });
    if (decided) publishDecision(bus, signal, decided.decision);
  }
  return committed.map((each) => each?.accepted);
}

/**
 * Accepts a batch. Retries contended posts: each may match another lost signal, or none, in which case it is new. Also
 * retries posts that are blocked by a commit of the same account elsewhere, or whose chain has moved meanwhile, for half a
 * second. A post that was neither inserted, resent, contended nor blocked has a used key.
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
    const round = firstOfEachChain(places);
    const decisions = await decideAll(
      db,
      acceptor,
      round.map(([, signal]) => signal),
    );
    const rows = await storeBatch(db, acceptor, rowsOf(decisions));
    for (const [index, [place, posted]] of round.entries()) {
      const { signal, isHeld = false, decided } = decisions[index] ?? { signal: posted };
      const own = rows.get(signal.id) ?? [];
      const verdict = own.find(({ kind }) => kind === "inserted" || kind === "resent");
      if (own.some(({ kind }) => kind === "contended" || kind === "blocked")) again.add(place);
      if (!verdict) continue;
      const released = decided?.decision.released.flatMap(({ signalId }) => rows.get(signalId) ?? []) ?? [];
      const releasedOrders = released.flatMap(({ id, kind }) => (kind === "order" ? id : []));
      committed.set(place, { signal, isHeld, decided, releasedOrders, ...committedFrom(signal, verdict, own) });
    }
    const inRound = new Set(round.map(([place]) => place));
    places = places.filter(([place]) => !committed.has(place));
    await Promise.all(
      places.map(async ([place, signal]) => {
        const isDone = inRound.has(place) && !again.has(place);
        const accepted = isDone ? await findByKey(db, acceptor, signal) : undefined;
        if (accepted) committed.set(place, { signal, accepted, orderSeqs: new Map() });
      }),
    );
    places = places.filter(([place]) => !committed.has(place));
    if (!places.some(([, { id }]) => rows.get(id)?.some(({ kind }) => kind === "blocked"))) continue;
    await clock.wait(Math.min(FIRST_BLOCKED_DELAY_MS * 2 ** blockedTries, BLOCKED_DELAY_MS));
    blockedTries += 1;
  }
  return batch.map((_, place) => committed.get(place));
}

function committedFrom(
  { refusal, strategyId, orders, alert, chained }: NewSignal,
  { id, kind, status }: AcceptRow,
  rows: readonly AcceptRow[],
): Pick<Committed, "accepted" | "orderSeqs" | "messageSeq"> {
  const made = orders.map((order): AcceptedOrder => {
    const isRefused = (refusal ?? order.refusal) !== undefined;
    return { id: order.id, accountId: order.accountId, status: isRefused ? "REJECTED" : "NEW" };
  });
  const accepted: AcceptedSignal =
    kind === "resent"
      ? { id, kind, status: status ?? (chained ? "CREATED" : "NEW") }
      : {
          id,
          kind: "inserted",
          status: refusal ? "REJECTED" : alert ? "NEW" : statusOfAll(made),
          ...(strategyId !== undefined && { orders: made }),
        };
  const orderSeqs = new Map(
    rows.flatMap((row): [string, number][] => (row.kind === "order" && row.seq !== null ? [[row.id, row.seq]] : [])),
  );
  const messageSeq = rows.find((row) => row.kind === "message")?.seq ?? undefined;
  return { accepted, orderSeqs, messageSeq };
}
