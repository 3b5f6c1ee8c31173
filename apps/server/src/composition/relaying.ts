/** From a webhook to the venue: what accepts signals, the queues of orders, and this node among the nodes. */
import type { Venues } from "@chartrelay/venues";
import { ACCOUNTS_CHANGED, type AccountDirectory } from "../accounts/index.ts";
import { SUBSCRIPTIONS_CHANGED } from "../billing/subscriptions/index.ts";
import { ClusterNode, NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { MESSAGES_STORED } from "../messaging/index.ts";
import {
  createOrderQueues,
  observeOrder,
  ORDER_ENDED,
  ORDERS_COMMITTED,
  ORDERS_REFUSED,
  type OrderQueues,
  type SendRules,
} from "../orders/index.ts";
import { topic } from "../platform/pubsub.ts";
import {
  AnswerLog,
  createAccept,
  createLimits,
  createTakeAlert,
  createTakeOrder,
  type TakePost,
} from "../signals/index.ts";
import type { Messages } from "./messages.ts";
import type { Common } from "./parts.ts";

/** The nodes that are alive, at each look. */
export const NODES_ALIVE = topic<readonly number[]>("nodes alive");

export interface RelayingOptions extends Common {
  readonly venues: Venues;
  readonly directory: AccountDirectory;
  readonly messages: Messages;
}

export interface Relaying {
  readonly orders: OrderQueues;
  readonly node: ClusterNode;
  readonly answers: AnswerLog;
  readonly takeOrder: TakePost;
  readonly takeAlert: TakePost;
}

export function composeRelaying(options: RelayingOptions): Relaying {
  const { config, database, clock, bus, intakePriority, metrics, venues, directory, messages, log } = options;
  const { messaging, notifier } = messages;
  const rules: SendRules = { maxAgeMs: config.orderMaxAgeMs, resendOf: (venue) => venues[venue].resend };
  const orders = createOrderQueues({ ...options, node: () => node.name, rules, accounts: directory });
  const answers = new AnswerLog({
    db: database.journal,
    clock,
    node: () => node.name,
    isAlone: database.kind === "pglite",
    log,
  });
  let nodesAlive = 1;
  const node = new ClusterNode({
    openSession: () => database.openSession(),
    db: database,
    clock,
    bus,
    sends: config.role !== "api",
    consumers: [
      { committed: ORDERS_COMMITTED, consumer: orders.queues },
      { committed: MESSAGES_STORED, consumer: messaging.consumer },
      { committed: ORDERS_REFUSED, consumer: notifier },
    ],
    onNodes: async (nodes) => {
      nodesAlive = nodes.length;
      bus.publish(NODES_ALIVE, nodes);
      await answers.lostWithNodesOtherThan(nodes);
    },
    log,
  });
  bus.subscribe(ORDER_ENDED, (order) => observeOrder(metrics, order));
  bus.subscribe(ACCOUNTS_CHANGED, (accountIds) => {
    for (const accountId of accountIds) {
      directory.invalidate(accountId);
      orders.queues.reconsider(accountId).catch(log.willRetry);
    }
  });
  bus.subscribe(SUBSCRIPTIONS_CHANGED, (userIds) => userIds.forEach((userId) => directory.invalidateOf(userId)));
  bus.subscribe(NOTIFICATIONS_MISSED, () => {
    directory.invalidate();
    orders.queues.reconsider().catch(log.willRetry);
  });
  const limits = createLimits({
    db: database.journal,
    clock,
    bus,
    nodes: () => nodesAlive,
    alertsPerMinute: config.alertsPerMinute,
  });
  const accept = createAccept({ ...options, db: database.journal, answers, orders, rules, messaging });
  const take = { accept, accounts: directory, limits, intakePriority };
  return { orders, node, answers, takeOrder: createTakeOrder(take), takeAlert: createTakeAlert(take) };
}
