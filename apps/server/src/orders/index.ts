/** Orders: from the accepting commit to the venue's answer, and the API that shows them to users. */
import type { VenueName } from "@chartrelay/contract";
import { CALLS_TO_AN_ENVIRONMENT, type Fill, type Venues } from "@chartrelay/venues";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import { Queues } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import { type Bus, sharedTopic, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { createDestination, type DestinationOptions } from "./destination.ts";
import { type AskToCancel, createCancellations } from "./executions/index.ts";
import type { QueuedOrder, SendRules } from "./order.ts";
import { storedBooks } from "./planning/books.ts";
import { createPlanner } from "./planning/planner.ts";
import { createPlanReadings } from "./planning/venue-readings.ts";
import { QueueWorker } from "./queue-worker.ts";
import { Sender } from "./sender.ts";
import { createOrderStore } from "./store.ts";

export { keyToSend, refusalToSend, toVenueOrder } from "./destination.ts";
export { isTicker, tickersIn, venueWordsIn } from "./answer.ts";
export { CANCEL_TARGETS } from "./cancel-targets.ts";
export { type AskToCancel, type Cancellations, createCancellations } from "./executions/index.ts";
export { explainProblems, explainRepairs } from "./api/explain.ts";
export { listOrdersById } from "./api/list.ts";
export { BY_EXECUTION } from "./executions/index.ts";
export {
  messageOf,
  messageToSend,
  newlyQueued,
  type NewOrder,
  type OrderRow,
  type QueuedOrder,
  type SendRules,
  toColumns,
} from "./order.ts";

export type { PlanBooks, StrategyMemberKey } from "./planning/books.ts";
export { createPlanner, type PlanOutcome } from "./planning/planner.ts";
export { createPlanReadings } from "./planning/venue-readings.ts";
export type { Planned } from "./state.ts";

/** Carries the names of the queues to which orders were committed. */
export const ORDERS_COMMITTED = sharedTopic("orders_committed");
/** An order's row was added (`isNew`) or has changed, and is committed. */
export const ORDER_CHANGED = topic<{ readonly userId: string; readonly id: string; readonly isNew?: boolean }>(
  "order changed",
);
/** An order's execution has changed and is committed. */
export const EXECUTION_CHANGED = topic<{
  readonly userId: string;
  readonly accountId: string;
  readonly id: string;
  /** The fills that nobody knew before. */
  readonly fills: readonly Fill[];
}>("execution changed");
/** Carries the names of accounts of which an order is being cancelled, to be read soon by the nodes that own them. */
export const ORDERS_CANCELLED = sharedTopic("orders_cancelled");
/** An order's outcome is unknown, and is about to be looked up. */
export const ORDER_UNRESOLVED = topic<QueuedOrder>("order unresolved");
/** An order has ended and left its queue. */
export const ORDER_ENDED = topic<QueuedOrder>("order ended");
/** Carries the ids of accounts whose orders were refused on acceptance. */
export const ORDERS_REFUSED = sharedTopic("orders_refused");

export interface OrderQueuesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  /** Returns whether this node owns its queues for certain. */
  readonly holdsLocks: () => boolean;
  readonly failpoint: Failpoint;
  readonly rules: SendRules;
  readonly intakePriority: IntakePriority;
  readonly venues: Venues;
  readonly accounts: DestinationOptions["accounts"];
  readonly strategies: DestinationOptions["strategies"];
  readonly cancelWorking: DestinationOptions["cancelWorking"];
  readonly askToCancel: AskToCancel;
  readonly log: RetryLog;
}

export interface OrderQueues {
  readonly queues: Queues<QueuedOrder>;
  /** Adds newly committed orders to their queues, in order, or notifies the nodes that own the queues. */
  enqueue(orders: readonly QueuedOrder[]): void;
  /** Looks up an order of this node now, if its outcome is unknown. */
  lookUpNow(id: string): void;
  /** Plans an account's order again now, if it waits for a fill. */
  fillStored(accountId: string): void;
}

/** Creates the accounts' queues and the workers that send from them. */
export function createOrderQueues(options: OrderQueuesOptions): OrderQueues {
  const { database, bus, venues } = options;
  const hasExecutions = (venue: VenueName) => venues[venue].executions !== undefined;
  const readings = createPlanReadings(options);
  const planner = createPlanner({ books: storedBooks(database.journal), readings, clock: options.clock });
  const store = createOrderStore({ ...options, db: database.journal, hasExecutions });
  const sender = new Sender({
    ...options,
    store,
    destination: createDestination({ ...options, planner, cancellations: createCancellations(options) }),
    limiter: new FairLimiter(CALLS_TO_AN_ENVIRONMENT.orders),
    onChanged: ({ userId, id }) => bus.publish(ORDER_CHANGED, { userId, id }),
    onUnresolved: (order) => bus.publish(ORDER_UNRESOLVED, order),
  });
  const onEnded = (order: QueuedOrder) => {
    const { end } = order.state;
    if (end?.kind === "rejected" && end.reason === "HEDGE_MODE") readings.forgetMode(order.accountId);
    queues.ended(order.id);
    bus.publish(ORDER_ENDED, order);
  };
  const queues: Queues<QueuedOrder> = new Queues({
    ...options,
    store,
    openWorker: (queue, owned) => new QueueWorker(queue, owned, { ...options, sender, store, onEnded }),
  });
  return {
    queues,
    lookUpNow: (id) => sender.lookUpNow(id),
    fillStored: (accountId) => sender.fillStored(accountId),
    enqueue(orders) {
      queues.enqueue(orders);
      const elsewhere = orders.filter(({ partition }) => !queues.owns(partition)).map(({ queue }) => queue);
      if (elsewhere.length > 0) bus.publish(ORDERS_COMMITTED, [...new Set(elsewhere)]);
    },
  };
}
