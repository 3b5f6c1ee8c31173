import fp from "fastify-plugin";
import { USER_ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { ALERT_CHANGED, listAlertsById } from "../alerts/index.ts";
import { SUBSCRIPTIONS_CHANGED } from "../billing/subscriptions/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { NODES_ALIVE } from "../cluster/plugin.ts";
import { FIRST_STEPS_CHANGED } from "../first-steps/index.ts";
import { SESSIONS_ENDED } from "../identity/auth/index.ts";
import { EXECUTION_CHANGED, listOrdersById, ORDER_CHANGED } from "../orders/index.ts";
import { HOLDINGS_READ } from "../positions/index.ts";
import { REPORT_CHANGED } from "../reports/index.ts";
import { STOP_CHANGED } from "../stops/index.ts";
import { STRATEGY_ACTED, USER_STRATEGIES_CHANGED } from "../strategies/index.ts";
import { EventHub } from "./hub.ts";
import { eventRoutes } from "./routes.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly liveUpdates: EventHub;
  }
}

/** Pushes changes to open pages as they happen. */
export const liveUpdates = fp(
  async (app) => {
    const { database, clock, bus, log, serve } = app.platform;
    const lists = { database, clock, accounts: app.accountDirectory, strategies: app.strategyDirectory };
    const hub = new EventHub({
      clock,
      bus,
      rows: {
        order: (ids) => listOrdersById(lists, ids),
        alert: (ids) => listAlertsById(lists, ids),
      },
      // A changed order is a change of its strategy's signals and positions.
      impliedBy: { order: ({ strategy }: { readonly strategy?: unknown }) => (strategy ? "strategy" : undefined) },
      sessionEnds: (hashes) => app.identity.auth.sessionEnds(hashes),
      node: () => app.cluster.name,
      log,
    });
    app.decorate("liveUpdates", hub);
    bus.subscribe(ORDER_CHANGED, ({ userId, id, isNew }) => hub.publish(userId, "order", id, isNew));
    bus.subscribe(EXECUTION_CHANGED, ({ userId, id }) => hub.publish(userId, "order", id));
    bus.subscribe(USER_STRATEGIES_CHANGED, (userId) => hub.publish(userId, "strategy"));
    bus.subscribe(STRATEGY_ACTED, (userId) => hub.publish(userId, "strategy"));
    bus.subscribe(ALERT_CHANGED, ({ userId, id, isNew }) => hub.publish(userId, "alert", id, isNew));
    bus.subscribe(USER_ACCOUNTS_CHANGED, (userId) => hub.publish(userId, "account"));
    bus.subscribe(HOLDINGS_READ, (userId) => hub.publish(userId, "positions"));
    bus.subscribe(STOP_CHANGED, (userId) => hub.publish(userId, "stop"));
    bus.subscribe(REPORT_CHANGED, (userIds) => userIds.forEach((userId) => hub.publish(userId, "report")));
    bus.subscribe(SUBSCRIPTIONS_CHANGED, (userIds) => userIds.forEach((userId) => hub.publish(userId, "subscription")));
    bus.subscribe(FIRST_STEPS_CHANGED, (userId) => hub.publish(userId, "steps"));
    bus.subscribe(SESSIONS_ENDED, (userId) => hub.sessionsEnded(userId));
    bus.subscribe(NODES_ALIVE, (nodes) => hub.heardOf(nodes));
    bus.subscribe(NOTIFICATIONS_MISSED, () => hub.resyncAll());
    await serve(eventRoutes(hub, app.guards));
  },
  // Pages reload a changed account when they are notified: the account directory drops it from its cache before that.
  { name: "live updates", dependencies: ["cluster", "account directory", "identity"] },
);
