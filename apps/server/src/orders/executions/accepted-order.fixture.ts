/** An order that a venue has accepted, in the tables: for tests of what happens after that. */
import { v7 as uuidv7 } from "uuid";
import { systemClock } from "../../platform/clock.ts";
import { monotonicMicros } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { acceptSignals } from "../../signals/index.ts";
import { signalOf } from "../../signals/signal.fixture.ts";
import type { KnownExecution } from "./execution.ts";
import { type AcceptedOrder, createExecutionStore } from "./store.ts";

export interface StoredOrder {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly partition: number;
  /** Returns the order as a node loads it that takes over; undefined if it isn't followed. */
  readonly load: () => Promise<AcceptedOrder | undefined>;
}

/** Stores a market order for one lot of SBER at Alor, sent with version 3 of the key. `columns` are set in SQL. */
export async function storeAcceptedOrder(
  db: Queryable,
  columns = "execution_state = 'working', execution_at = 1, is_followed = true",
): Promise<StoredOrder> {
  const accountId = uuidv7();
  const signal = signalOf("{}", systemClock, { accountId });
  const monotonicUs = monotonicMicros(systemClock.monotonicMs());
  await acceptSignals(db, { node: 1, monotonicUs, lostUnmarked: [], released: [] }, [signal], systemClock);
  const { id, userId, partition } = signal;
  await db.query(`update orders set status = 'CREATED', stage = 'done', key_version = 3, ${columns} where id = $1`, [
    id,
  ]);
  const load = async () => (await createExecutionStore(db).loadAccounts([{ accountId, partition }]))[0];
  return { id, userId, accountId, partition, load };
}

/** Stores what is known of an accepted order, and the fills that are new, as the node does that follows it. */
export async function storeExecution(
  db: Queryable,
  order: Pick<AcceptedOrder, "id">,
  known: KnownExecution,
  fills = known.fills,
): Promise<void> {
  const update = { order: order as AcceptedOrder, known, fills, isFollowed: false, atUs: 2 };
  if (!(await createExecutionStore(db).store(update))) throw new Error("the order is gone");
}
