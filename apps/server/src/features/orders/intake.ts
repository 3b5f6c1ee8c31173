/** From a posted alert to a committed order: nothing is answered 2xx before its row is. */
import { parseOrderMessage } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { Problem } from "../../platform/http/problem.ts";
import { GroupCommit } from "../../relay/group-commit.ts";
import { partitionOf } from "../../relay/partition.ts";
import type { Probe } from "../../relay/probe.ts";
import type { Relay } from "../../relay/relay.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import { acceptOrders } from "./accept-sql.ts";
import { badMessage } from "./bad-message.ts";
import { newDelivery, type CommittedOrder, type NewOrder, type OrderDelivery } from "./row.ts";

/** Two inserts may be under way at a time; a lane always goes through the same one, which keeps its order. */
const WRITERS = 2;

export interface PostedAlert {
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
  readonly maxAgeMs: number;
  /** This node's name among the nodes. */
  readonly node: number;
  readonly accounts: Pick<AccountDirectory, "lookup">;
  /** Tells the owners of lanes that aren't ours that something waits in them. */
  readonly tellOwners: (lanes: readonly string[]) => void;
}

/** The row that stands for an alert. `delivery` is set when it is new, and ours or another node's to send. */
export interface Intake {
  readonly order: CommittedOrder;
  readonly delivery: OrderDelivery | undefined;
}

/**
 * Makes the function that takes alerts in. It stores a bad alert too, if that names an account we know.
 * The function throws {Problem} bad_message, unknown_account and idempotency_key_reused, and the storage's errors.
 */
export function createIntake(options: IntakeOptions): (alert: PostedAlert) => Promise<Intake> {
  const writers = Array.from(
    { length: WRITERS },
    () => new GroupCommit<NewOrder, Intake>({ write: (batch) => commit(batch, options), isOutage: isStorageFailure }),
  );
  const store = async (order: Omit<NewOrder, "id">): Promise<Intake> => {
    const writer = writers[order.partition % WRITERS];
    if (!writer) throw new RangeError(`no writer for partition ${order.partition}`);
    return await writer.add({ id: uuidv7(), ...order });
  };

  return async ({ body, contentType, idempotencyKey, receivedAtUs }) => {
    const { account: accountId, message, problems } = parseOrderMessage(body, contentType);
    if (accountId === undefined) throw badMessage(problems);
    const account = await options.accounts.lookup(accountId);
    if (!account) throw new Problem("unknown_account");
    const { id, userId, venue, isDemo } = account;
    const alert = { userId, accountId: id, venue, isDemo, partition: partitionOf(id), receivedAtUs, body };
    const refuse = (reason: "BAD_MESSAGE" | "IDEMPOTENCY_KEY_REUSED") =>
      store({ ...alert, idempotencyKey: undefined, content: { problems, reason } });

    if (!message) throw badMessage(problems, (await refuse("BAD_MESSAGE")).order.id);
    const intake = await store({ ...alert, idempotencyKey: idempotencyKey ?? message.id, content: { message } });
    if (intake.order.kind === "key-reused") {
      await refuse("IDEMPOTENCY_KEY_REUSED");
      throw new Problem("idempotency_key_reused");
    }
    return intake;
  };
}

/** Commits a batch and hands what is new to its lanes, in the batch's order. */
async function commit(batch: readonly NewOrder[], options: IntakeOptions): Promise<Intake[]> {
  const { db, clock, probe, relay, maxAgeMs, node, tellOwners } = options;
  probe("commit.before");
  const committed = await acceptOrders(db, node, batch);
  const committedAtUs = clock.nowUs();
  probe("commit.after");
  const intakes = committed.map((order, index): Intake => {
    const accepted = batch[index];
    const isNew = order.kind === "inserted" && accepted && "message" in accepted.content;
    return {
      order,
      delivery: isNew ? newDelivery(accepted, accepted.content.message, order.seq, committedAtUs, maxAgeMs) : undefined,
    };
  });
  const deliveries = intakes.flatMap(({ delivery }) => delivery ?? []);
  relay.enqueue(deliveries);
  const elsewhere = deliveries.filter(({ partition }) => !relay.owns(partition)).map(({ lane }) => lane);
  if (elsewhere.length > 0) tellOwners([...new Set(elsewhere)]);
  return intakes;
}
