import type { Fill } from "@chartrelay/venues";
import fp from "fastify-plugin";
import { ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import type { Metrics } from "../platform/metrics.ts";
import { createExecutions, type AcceptedOrder, type OrderExecutions } from "./executions/index.ts";
import {
  createOrderQueues,
  EXECUTION_CHANGED,
  ORDER_CHANGED,
  ORDER_ENDED,
  ORDER_UNRESOLVED,
  type OrderQueues,
  ORDERS_CANCELLED,
  ORDERS_COMMITTED,
} from "./index.ts";
import { orderListRoutes } from "./api/routes.ts";
import type { QueuedOrder, SendRules } from "./order.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly orders: OrderQueues;
    readonly executions: OrderExecutions;
    readonly sendRules: SendRules;
  }
}

/** The order queues, the reconciler, and the lists of orders that users see. */
export const orders = fp(
  async (app) => {
    const { config, database, clock, bus, failpoint, metrics, log, serve } = app.platform;
    const { venues, accountDirectory, strategyDirectory, intakePriority, cluster } = app;
    app.decorate("sendRules", { maxAgeMs: config.orderMaxAgeMs, resendOf: (venue) => venues[venue].resend });
    app.decorate(
      "executions",
      createExecutions({
        database,
        venues,
        accounts: accountDirectory,
        clock,
        log,
        onStored: (order, fills) => {
          observeFills(metrics, clock.nowMs(), order, fills);
          const { userId, accountId, id } = order;
          bus.publish(EXECUTION_CHANGED, { userId, accountId, id, fills });
          app.orders.fillStored(accountId);
        },
        onUnfollowed: (id) => app.orders.lookUpNow(id),
        onCancelAnswered: ({ userId, accountId, id }) => {
          bus.publish(ORDER_CHANGED, { userId, id });
          bus.publish(ORDERS_CANCELLED, [accountId]);
        },
      }),
    );
    app.decorate(
      "orders",
      createOrderQueues({
        database,
        clock,
        bus,
        node: () => cluster.name,
        holdsLocks: () => cluster.holdsLocks(),
        failpoint,
        rules: app.sendRules,
        intakePriority,
        venues,
        accounts: accountDirectory,
        strategies: strategyDirectory,
        cancelWorking: app.executions.cancelWorking,
        askToCancel: app.executions.askToCancel,
        log,
      }),
    );
    const { queues } = app.orders;
    cluster.consume(ORDERS_COMMITTED, queues);
    const { reconciler, adoption, cancel } = app.executions;
    cluster.consume(ORDERS_CANCELLED, reconciler);
    app.jobs.add(adoption);
    metrics.gauge(
      "chartrelay_accounts_followed",
      "Accounts of this node with orders at work at their venues, or lately",
      () => reconciler.state.accounts,
    );
    metrics.gauge(
      "chartrelay_streams_live",
      "Live streams of orders and fills of this node",
      () => reconciler.state.liveStreams,
    );
    metrics.gauge("chartrelay_account_queues", "Account queues with an order in them", () => queues.state.queues);
    metrics.gauge(
      "chartrelay_orders_waiting",
      "Orders that have not ended yet on this node",
      () => queues.state.waiting,
    );
    bus.subscribe(ORDER_ENDED, (order) => {
      observeOrder(metrics, order);
      app.executions.follow(order);
    });
    bus.subscribe(ORDER_UNRESOLVED, (order) => app.executions.listenFor(order));
    bus.subscribe(ACCOUNTS_CHANGED, (ids) => {
      for (const id of ids) queues.reconsider(id).catch(log.willRetry);
      reconciler.accountsChanged(ids);
    });
    bus.subscribe(NOTIFICATIONS_MISSED, () => {
      queues.reconsider().catch(log.willRetry);
      reconciler.accountsChanged();
    });
    await serve(
      orderListRoutes(
        { database, clock, accounts: accountDirectory, strategies: strategyDirectory, cancel },
        app.guards,
      ),
    );
  },
  // The account directory drops a changed account from its cache before that account's orders are reconsidered.
  {
    name: "orders",
    dependencies: ["cluster", "venues", "account directory", "strategy directory", "identity", "jobs"],
  },
);

/** Counts an ended order, and the latency of its segments. */
function observeOrder({ outcomes, segments }: Pick<Metrics, "outcomes" | "segments">, order: QueuedOrder): void {
  const { venue, receivedAtUs, committedAtUs } = order;
  const { end, sent, answeredAtUs } = order.state;
  const reason = end?.kind === "rejected" ? end.reason : "";
  outcomes.inc({ venue, status: reason === "" ? "CREATED" : "REJECTED", reason });
  const observe = (leg: string, fromUs: number, toUs: number | null | undefined) => {
    if (toUs !== null && toUs !== undefined) segments.observe({ venue, leg }, (toUs - fromUs) / 1e6);
  };
  observe("commit", receivedAtUs, committedAtUs);
  observe("queue", committedAtUs, sent?.atUs);
  if (sent) observe("venue", sent.atUs, answeredAtUs);
  observe("total", receivedAtUs, answeredAtUs);
}

/** Counts new fills, and how long after their execution they were stored. The venue's clock may be ahead of ours. */
function observeFills(
  { fills: counter, fillDelay }: Pick<Metrics, "fills" | "fillDelay">,
  nowMs: number,
  { venue }: AcceptedOrder,
  fills: readonly Fill[],
): void {
  for (const { atMs } of fills) {
    counter.inc({ venue });
    fillDelay.observe({ venue }, Math.max(0, nowMs - atMs) / 1_000);
  }
}
