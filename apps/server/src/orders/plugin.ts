import fp from "fastify-plugin";
import { ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import type { Metrics } from "../platform/metrics.ts";
import { createOrderQueues, ORDER_ENDED, type OrderQueues, ORDERS_COMMITTED } from "./index.ts";
import { orderListRoutes } from "./api/routes.ts";
import type { QueuedOrder, SendRules } from "./order.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly orders: OrderQueues;
    readonly sendRules: SendRules;
  }
}

/** The order queues, and the lists of orders that users see. */
export const orders = fp(
  async (app) => {
    const { config, database, clock, bus, failpoint, metrics, log, serve } = app.platform;
    const { venues, accountDirectory, intakePriority, cluster } = app;
    app.decorate("sendRules", { maxAgeMs: config.orderMaxAgeMs, resendOf: (venue) => venues[venue].resend });
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
        log,
      }),
    );
    const { queues } = app.orders;
    cluster.consume(ORDERS_COMMITTED, queues);
    metrics.gauge("chartrelay_account_queues", "Account queues with an order in them", () => queues.state.queues);
    metrics.gauge(
      "chartrelay_orders_waiting",
      "Orders that have not ended yet on this node",
      () => queues.state.waiting,
    );
    bus.subscribe(ORDER_ENDED, (order) => observeOrder(metrics, order));
    bus.subscribe(ACCOUNTS_CHANGED, (ids) => {
      for (const id of ids) queues.reconsider(id).catch(log.willRetry);
    });
    bus.subscribe(NOTIFICATIONS_MISSED, () => void queues.reconsider().catch(log.willRetry));
    await serve(orderListRoutes({ database, clock, accounts: accountDirectory }, app.guards));
  },
  // The account directory drops a changed account from its cache before that account's orders are reconsidered.
  { name: "orders", dependencies: ["cluster", "venues", "account directory", "identity"] },
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
