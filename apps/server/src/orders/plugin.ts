import fp from "fastify-plugin";
import { ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { createOrderQueues, ORDER_ENDED, ORDERS_COMMITTED, type OrderQueues } from "./index.ts";
import { orderListRoutes } from "./list-routes.ts";
import { observeOrder } from "./observe.ts";
import type { SendRules } from "./order.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly orders: OrderQueues;
    readonly sendRules: SendRules;
  }
}

/** Orders on their way to the venues, and the lists that their users see. */
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
  // The directory forgets a changed account before the orders of that account are reconsidered.
  { name: "orders", dependencies: ["cluster", "venues", "account directory", "identity"] },
);
