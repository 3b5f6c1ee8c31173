/** Orders: from the accepting commit to the venue's answer, and what their users see of them. */
import { CALLS_TO_AN_ENVIRONMENT, type Venues } from "@chartrelay/venues";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import { Queues } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import { type Bus, sharedTopic, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { createDestination, type DestinationOptions } from "./destination.ts";
import type { QueuedOrder, SendRules } from "./order.ts";
import { QueueWorker } from "./queue-worker.ts";
import { Sender } from "./sender.ts";
import { createOrderStore } from "./store.ts";

export { keyToSend, refusalToSend } from "./destination.ts";
export { explainProblems, explainRepairs } from "./api/explain.ts";
export { listOrdersById } from "./api/list.ts";
export { newlyQueued, toColumns, type NewOrder, type QueuedOrder, type SendRules } from "./order.ts";

/** Names the queues to which orders were committed. */
export const ORDERS_COMMITTED = sharedTopic("orders_committed");
/** An order's row has changed, and that is committed. */
export const ORDER_CHANGED = topic<{ readonly userId: string; readonly id: string }>("order changed");
/** An order has ended after its time in the queue. */
export const ORDER_ENDED = topic<QueuedOrder>("order ended");
/** Names the accounts whose orders were refused when they were accepted. */
export const ORDERS_REFUSED = sharedTopic("orders_refused");

export interface OrderQueuesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  /** This node's name among the nodes. */
  readonly node: () => number;
  readonly failpoint: Failpoint;
  readonly rules: SendRules;
  readonly intakePriority: IntakePriority;
  readonly venues: Venues;
  readonly accounts: DestinationOptions["accounts"];
  readonly log: RetryLog;
}

export interface OrderQueues {
  readonly queues: Queues<QueuedOrder>;
  /** Takes orders that were committed just now to their queues, in order, or tells the nodes that own these. */
  enqueue(orders: readonly QueuedOrder[]): void;
}

/** The accounts' queues, and what sends from them. */
export function createOrderQueues(options: OrderQueuesOptions): OrderQueues {
  const { database, bus } = options;
  const store = createOrderStore({ ...options, db: database.journal });
  const sender = new Sender({
    ...options,
    store,
    destination: createDestination(options),
    limiter: new FairLimiter(CALLS_TO_AN_ENVIRONMENT.orders),
    onChanged: ({ userId, id }) => bus.publish(ORDER_CHANGED, { userId, id }),
  });
  const onEnded = (order: QueuedOrder) => {
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
    enqueue(orders) {
      queues.enqueue(orders);
      const elsewhere = orders.filter(({ partition }) => !queues.owns(partition)).map(({ queue }) => queue);
      if (elsewhere.length > 0) bus.publish(ORDERS_COMMITTED, [...new Set(elsewhere)]);
    },
  };
}
