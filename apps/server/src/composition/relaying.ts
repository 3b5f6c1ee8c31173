/** From a posted alert to its destination: what takes alerts in, the relay of orders, and this node among the nodes. */
import type { AccountDirectory } from "../features/accounts/index.ts";
import { ACCOUNTS_CHANGED } from "../features/accounts/index.ts";
import { createAlertIntake, nearStopMessages } from "../features/alerts/index.ts";
import { EVENTS_CHANNEL } from "../features/events/index.ts";
import { TELLING_CHANNEL } from "../features/notifications/index.ts";
import { MESSAGES_CHANNEL } from "../features/notify/index.ts";
import {
  createIntake,
  createOrderRelay,
  observeOrder,
  ORDERS_CHANNEL,
  type OrderDelivery,
} from "../features/orders/index.ts";
import { SUBSCRIPTIONS_CHANGED } from "../features/subscriptions/index.ts";
import { AnswerLog, createAlertGuards, type CommittedRow, type PostedAlert } from "../features/webhook/index.ts";
import { RelayNode } from "../relay/node.ts";
import type { Relay } from "../relay/relay.ts";
import type { Venues } from "@chartrelay/venues";
import type { Messages } from "./messages.ts";
import type { Common } from "./parts.ts";

export interface RelayingOptions extends Common {
  readonly venues: Venues;
  readonly directory: AccountDirectory;
  readonly messages: Messages;
}

export interface Relaying {
  readonly relay: Relay<OrderDelivery>;
  readonly node: RelayNode;
  readonly answers: AnswerLog;
  readonly takeIn: (alert: PostedAlert) => Promise<CommittedRow>;
  readonly takeAlertIn: (alert: PostedAlert) => Promise<CommittedRow>;
}

export function composeRelaying(options: RelayingOptions): Relaying {
  const { config, database, clock, failpoint, intakePriority, metrics, events, onTrouble } = options;
  const { venues, directory, messages } = options;
  const { notify, teller } = messages;
  const relay = createOrderRelay({
    database,
    clock,
    node: () => node.name,
    failpoint,
    maxAgeMs: config.orderMaxAgeMs,
    intakePriority,
    venues,
    accounts: directory,
    onChanged: ({ userId, id }) => events.publish(userId, "order", id),
    onSettled: (delivery, settlement) => {
      observeOrder(metrics, delivery, settlement);
      teller.wake();
    },
    onTrouble,
  });
  const answers = new AnswerLog({
    db: database.journal,
    clock,
    node: () => node.name,
    isAlone: database.kind === "pglite",
    onTrouble,
  });
  let nodesAlive = 1;
  const node = new RelayNode({
    openSession: () => database.openSession(),
    db: database,
    clock,
    relays: config.role !== "api",
    carriers: { [ORDERS_CHANNEL]: relay, [MESSAGES_CHANNEL]: notify.carrier, [TELLING_CHANNEL]: teller },
    listeners: {
      [ACCOUNTS_CHANGED]: (accountId) => {
        directory.invalidate(accountId);
        relay.reconsider(accountId).catch(onTrouble);
      },
      [SUBSCRIPTIONS_CHANGED]: (userId) => {
        directory.invalidateOf(userId);
        events.publish(userId, "subscription");
      },
      [EVENTS_CHANNEL]: (words) => events.hear(words),
    },
    onDeaf: () => {
      directory.invalidate();
      relay.reconsider().catch(onTrouble);
      events.resyncAll();
    },
    onNodes: async (nodes) => {
      nodesAlive = nodes.length;
      events.heardOf(nodes);
      await answers.lostWithNodesOtherThan(nodes);
    },
    onTrouble,
  });
  const guards = createAlertGuards({
    db: database.journal,
    clock,
    nodes: () => nodesAlive,
    alertsPerMinute: config.alertsPerMinute,
    onNearStop: (account, alert) =>
      void directory
        .webhookIdOf(account.id)
        .then((id) => notify.outbox.put(database.outbox, nearStopMessages(account, id, alert, clock.nowMs())))
        .catch(onTrouble),
  });
  const intake = { db: database.journal, failpoint, intakePriority, answers, accounts: directory, guards };
  return {
    relay,
    node,
    answers,
    takeIn: createIntake({
      ...intake,
      clock,
      relay,
      maxAgeMs: config.orderMaxAgeMs,
      onCommitted: ({ userId, accountId }, { id, status }) => {
        events.publish(userId, "order", id);
        if (status === "REJECTED") node.tellOwners(TELLING_CHANNEL, [accountId]);
      },
      tellOwners: (lanes) => node.tellOwners(ORDERS_CHANNEL, lanes),
    }),
    takeAlertIn: createAlertIntake({
      ...intake,
      onCommitted: ({ userId, id }) => events.publish(userId, "alert", id),
      handOver: notify.handOver,
    }),
  };
}
