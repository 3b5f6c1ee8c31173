import fp from "fastify-plugin";
import { ACCOUNTS_CHANGED, USER_ACCOUNTS_CHANGED } from "../accounts/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { createDayFollowing } from "./day-following.ts";
import { createStrategyDirectory, type StrategyDirectory } from "./directory.ts";
import { createExpiry } from "./expiry.ts";
import { rewrapStrategyIds } from "./rotation.ts";
import { strategyRoutes } from "./routes.ts";
import { createStrategies } from "./service.ts";
import { STRATEGIES_CHANGED, USER_STRATEGIES_CHANGED } from "./store.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly strategyDirectory: StrategyDirectory;
  }
}

/** Strategies by their ids, cached on each node. */
export const strategyDirectory = fp(
  async (app) => {
    const { database, secretBox, bus } = app.platform;
    const directory = createStrategyDirectory({ storage: database.journal, secretBox });
    app.decorate("strategyDirectory", directory);
    bus.subscribe(STRATEGIES_CHANGED, (ids) => ids.forEach((id) => directory.invalidate(id)));
    // Drops them before the user who changed them gets the response: the storage's notification comes later.
    bus.subscribe(USER_STRATEGIES_CHANGED, (userId) => directory.invalidateOf(userId));
    // A deleted account is a member of nothing any more.
    bus.subscribe(ACCOUNTS_CHANGED, (ids) => ids.forEach((id) => directory.invalidateMember(id)));
    bus.subscribe(USER_ACCOUNTS_CHANGED, (userId) => directory.invalidateOf(userId));
    bus.subscribe(NOTIFICATIONS_MISSED, () => directory.invalidate());
  },
  { name: "strategy directory", dependencies: ["platform"] },
);

/** Strategies as users manage them: entries, state, log and signals. */
export const strategies = fp(
  async (app) => {
    const { config, database, clock, secretBox, keyRing, bus, log, logger, serve } = app.platform;
    const { accountDirectory: accounts } = app;
    const { idPrefix, site } = config;
    const common = { database, clock, secretBox, idPrefix, accounts, bus, stops: app.stops };
    const service = createStrategies({ ...common, seesCertificates: site.seesCertificates === true });
    const { strategyDirectory: strategies, priceWorth: valueOf } = app;
    app.jobs.add(createDayFollowing({ db: database.outbox, valueOf, clock, log }));
    app.jobs.add(createExpiry({ db: database.outbox, bus, clock, log }));
    await serve(strategyRoutes(service, { database, accounts, strategies, valueOf, clock }, app.guards));

    let rewrapping: Promise<void> = Promise.resolve();
    app.addHook("onReady", async () => {
      rewrapping = rewrapStrategyIds({ database, secretBox, keyRing }).then(({ unreadable }) => {
        if (unreadable > 0) logger.error({ unreadable }, "ids of strategies that no key of CREDENTIALS_KEYS opens");
      }, log.willRetry);
    });
    app.addHook("onClose", () => rewrapping);
  },
  {
    name: "strategies",
    dependencies: ["account directory", "strategy directory", "stops", "reports", "identity", "jobs"],
  },
);
