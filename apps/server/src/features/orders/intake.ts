/** From a posted alert to a committed order: nothing is answered 2xx before its row is. */
import { parseOrderMessage } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { Problem } from "../../platform/http/problem.ts";
import { GroupCommit } from "../../relay/group-commit.ts";
import { partitionOf } from "../../relay/partition.ts";
import type { Probe } from "../../relay/probe.ts";
import type { RightOfWay } from "../../relay/right-of-way.ts";
import type { Relay } from "../../relay/relay.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import { acceptOrders } from "./accept-sql.ts";
import type { AnswerLog } from "./answers.ts";
import { badMessage } from "./bad-message.ts";
import { newDelivery, type CommittedOrder, type NewOrder, type OrderDelivery } from "./row.ts";

/** Two inserts may be under way at a time; a lane always goes through the same one, which keeps its order. */
const WRITERS = 2;

export interface PostedAlert {
  /** What its order will be called. */
  readonly id: string;
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  readonly receivedAtUs: number;
}

export interface IntakeOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly relay: Relay<OrderDelivery>;
  readonly rightOfWay: Pick<RightOfWay, "arrived">;
  readonly maxAgeMs: number;
  /** This node's name among the nodes. */
  readonly node: number;
  readonly answers: Pick<AnswerLog, "lostUnmarked" | "claimed" | "claim">;
  readonly accounts: Pick<AccountDirectory, "lookup">;
  /** Tells the owners of lanes that aren't ours that something waits in them. */
  readonly tellOwners: (lanes: readonly string[]) => void;
}

/**
 * Makes the function that takes alerts in. It stores a bad alert too, if that names an account we know.
 * The function throws {Problem} bad_message, unknown_account and idempotency_key_reused, and the storage's errors.
 */
export function createIntake(options: IntakeOptions): (alert: PostedAlert) => Promise<CommittedOrder> {
  const writers = Array.from(
    { length: WRITERS },
    () =>
      new GroupCommit<NewOrder, CommittedOrder>({
        write: (batch) => commit(batch, options),
        isOutage: isStorageFailure,
      }),
  );
  const store = async (order: NewOrder): Promise<CommittedOrder> => {
    const writer = writers[order.partition % WRITERS];
    if (!writer) throw new RangeError(`no writer for partition ${order.partition}`);
    return await writer.add(order);
  };

  return async ({ id, body, contentType, idempotencyKey, receivedAtUs }) => {
    options.rightOfWay.arrived();
    const { account: named, message, repairs, problems } = parseOrderMessage(body, contentType);
    if (named === undefined) throw badMessage(problems);
    const account = await options.accounts.lookup(named);
    if (!account) throw new Problem("unknown_account");
    const { id: accountId, userId, venue, isDemo } = account;
    const alert = { id, userId, accountId, venue, isDemo, partition: partitionOf(accountId), receivedAtUs, body };
    const refuse = (reason: "BAD_MESSAGE" | "IDEMPOTENCY_KEY_REUSED") =>
      store({ ...alert, idempotencyKey: undefined, content: { problems, reason } });

    if (!message) throw badMessage(problems, (await refuse("BAD_MESSAGE")).id);
    const order = await store({
      ...alert,
      idempotencyKey: idempotencyKey ?? message.id,
      content: { message, repairs },
    });
    if (order.kind === "key-reused") {
      await refuse("IDEMPOTENCY_KEY_REUSED");
      throw new Problem("idempotency_key_reused");
    }
    return order;
  };
}

/** Commits a batch and hands what is new to its lanes, in the batch's order. */
async function commit(batch: readonly NewOrder[], options: IntakeOptions): Promise<CommittedOrder[]> {
  const { db, clock, probe, relay, maxAgeMs, node, answers, tellOwners } = options;
  probe("commit.before");
  const committed = await acceptOrders(
    db,
    { node, lostUnmarked: answers.lostUnmarked, claimed: answers.claimed },
    batch,
  );
  const committedAtUs = clock.nowUs();
  for (const { id, kind } of committed) if (kind === "resent") answers.claim(id);
  probe("commit.after");
  const deliveries = committed.flatMap(({ kind, seq }, index) => {
    const order = batch[index];
    if (kind !== "inserted" || !order || !("message" in order.content)) return [];
    return newDelivery(order, order.content.message, seq, committedAtUs, maxAgeMs);
  });
  relay.enqueue(deliveries);
  const elsewhere = deliveries.filter(({ partition }) => !relay.owns(partition)).map(({ lane }) => lane);
  if (elsewhere.length > 0) tellOwners([...new Set(elsewhere)]);
  return committed;
}
