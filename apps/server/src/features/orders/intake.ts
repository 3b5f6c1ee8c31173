/** From a posted alert to a committed order: nothing is answered 2xx before its row is. */
import { parseOrderMessage, type Reason } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { Problem } from "../../platform/http/problem.ts";
import { GroupCommit } from "../../relay/group-commit.ts";
import { partitionOf } from "../../relay/partition.ts";
import type { Failpoint } from "../../relay/failpoint.ts";
import type { IntakePriority } from "../../relay/intake-priority.ts";
import type { Relay } from "../../relay/relay.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import {
  maskOf,
  refusalOfKey,
  tooManyAlerts,
  type AlertGuards,
  type AnswerLog,
  type CommittedRow,
  type PostedAlert,
} from "../webhook/index.ts";
import { acceptOrders } from "./accept-sql.ts";
import { badMessage } from "./bad-message.ts";
import { usedIdProblems } from "./used-id.ts";
import { bodyHashOf, newDelivery, type NewOrder, type OrderDelivery } from "./row.ts";

/** Two inserts may be under way at a time; a lane always goes through the same one, which keeps its order. */
const WRITERS = 2;

export interface IntakeOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly failpoint: Failpoint;
  readonly relay: Relay<OrderDelivery>;
  readonly intakePriority: Pick<IntakePriority, "arrived">;
  readonly maxAgeMs: number;
  readonly answers: Pick<AnswerLog, "acceptor">;
  readonly accounts: Pick<AccountDirectory, "named">;
  readonly guards: AlertGuards;
  /** A row was inserted for an alert, be it one to send or a refused one. */
  readonly onCommitted: (order: NewOrder, row: CommittedRow) => void;
  /** Tells the owners of lanes that aren't ours that something waits in them. */
  readonly tellOwners: (lanes: readonly string[]) => void;
}

/**
 * Makes the function that takes alerts in. It stores a bad alert too, if that names an account we know.
 * The function throws {Problem} bad_message, unknown_account, too_many_alerts and idempotency_key_reused, and the storage's errors.
 */
export function createIntake(options: IntakeOptions): (alert: PostedAlert) => Promise<CommittedRow> {
  const writers = Array.from(
    { length: WRITERS },
    () =>
      new GroupCommit<NewOrder, CommittedRow>({
        write: (batch) => commit(batch, options),
        isOutage: isStorageFailure,
      }),
  );
  const store = async (order: NewOrder): Promise<CommittedRow> => {
    const writer = writers[order.partition % WRITERS];
    if (!writer) throw new RangeError(`no writer for partition ${order.partition}`);
    return await writer.add(order);
  };

  return async ({ id, body, contentType, idempotencyKey, ...receipt }) => {
    options.intakePriority.arrived();
    const parsed = parseOrderMessage(body, contentType);
    const { account: named, message, otherFields, repairs, problems } = parsed;
    if (named === undefined) throw badMessage(problems);
    const found = await options.accounts.named(named);
    if (!found) throw new Problem("unknown_account");
    const { account, usedOldId } = found;
    const { id: accountId, userId, venue, isDemo } = account;
    const partition = partitionOf(accountId);
    const mask = maskOf(named);
    const alert = {
      id,
      userId,
      accountId,
      usedOldId,
      venue,
      isDemo,
      partition,
      ...receipt,
      body: mask.body(body),
      bodyHash: bodyHashOf(body),
      otherFields: mask.json(otherFields),
    };
    const refuse = (reason: Reason, why = problems) =>
      store({ ...alert, idempotencyKey: undefined, content: mask.json({ problems: why, reason, refused: message }) });

    const over = await options.guards.overLimit(account);
    if (over) {
      if (over.isFirst) await refuse("TOO_MANY_ALERTS");
      throw tooManyAlerts(over);
    }
    if (!message) throw badMessage(problems, (await refuse("BAD_MESSAGE")).id);
    // A 2xx: the user wanted it so, and TradingView has nothing to report or to resend.
    if (account.isPaused) return await refuse("ACCOUNT_PAUSED");
    const givenKey = idempotencyKey ?? message.id;
    const key = givenKey && mask.text(givenKey);
    const order = await store({ ...alert, idempotencyKey: key, content: mask.json({ message, repairs }) });
    const usedUp = refusalOfKey(order);
    if (usedUp && key !== undefined && options.guards.storesUsedKey(account, key)) {
      await refuse(usedUp, idempotencyKey === undefined ? usedIdProblems(parsed, order) : []);
    }
    // An equal alert gets the answer of the one that used its key, as it may be meant as the same; another message can't be.
    if (order.kind === "key-reused") throw new Problem("idempotency_key_reused");
    if (order.kind === "inserted") options.guards.triggered(account, `${message.ticker} ${message.type}`);
    return order;
  };
}

/** Commits a batch and hands what is new to its lanes, in the batch's order. */
async function commit(batch: readonly NewOrder[], options: IntakeOptions): Promise<CommittedRow[]> {
  const { db, clock, failpoint, relay, maxAgeMs, answers, tellOwners } = options;
  failpoint("commit.before");
  const committed = await acceptOrders(db, answers.acceptor, batch);
  const committedAtUs = clock.nowUs();
  failpoint("commit.after");
  const deliveries = committed.flatMap(({ kind, seq }, index) => {
    const order = batch[index];
    if (kind !== "inserted" || !order || !("message" in order.content)) return [];
    return newDelivery(order, order.content.message, seq, committedAtUs, maxAgeMs);
  });
  relay.enqueue(deliveries);
  committed.forEach((row, index) => {
    const order = batch[index];
    if (row.kind === "inserted" && order) options.onCommitted(order, row);
  });
  const elsewhere = deliveries.filter(({ partition }) => !relay.owns(partition)).map(({ lane }) => lane);
  if (elsewhere.length > 0) tellOwners([...new Set(elsewhere)]);
  return committed;
}
