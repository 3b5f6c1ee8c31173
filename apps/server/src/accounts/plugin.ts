import fp from "fastify-plugin";
import { SUBSCRIPTIONS_CHANGED } from "../billing/subscriptions/index.ts";
import { NOTIFICATIONS_MISSED } from "../cluster/node.ts";
import { createAccountDirectory, type AccountDirectory } from "./directory.ts";
import { createIdChanges } from "./id-changes.ts";
import { createKeyChecks } from "./key-check.ts";
import { fillKeyEndings } from "./key-ending.ts";
import { createKeyErasure } from "./retired-keys.ts";
import { rewrapKeys } from "./rotation.ts";
import { accountRoutes } from "./routes.ts";
import { createAccounts, type Accounts } from "./service.ts";
import { ACCOUNTS_CHANGED, USER_ACCOUNTS_CHANGED } from "./store.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly accountDirectory: AccountDirectory;
    readonly accounts: Accounts;
  }
}

/** Accounts by their ids, cached on each node. */
export const accountDirectory = fp(
  async (app) => {
    const { database, secretBox, clock, bus } = app.platform;
    const directory = createAccountDirectory({ storage: database.journal, secretBox, clock });
    app.decorate("accountDirectory", directory);
    bus.subscribe(ACCOUNTS_CHANGED, (ids) => ids.forEach((id) => directory.invalidate(id)));
    // Drops them before the user who changed them gets the response: the storage's notification comes later.
    bus.subscribe(USER_ACCOUNTS_CHANGED, (userId) => directory.invalidateOf(userId));
    bus.subscribe(SUBSCRIPTIONS_CHANGED, (userIds) => userIds.forEach((userId) => directory.invalidateOf(userId)));
    bus.subscribe(NOTIFICATIONS_MISSED, () => directory.invalidate());
  },
  { name: "account directory", dependencies: ["platform"] },
);

/** Accounts as users manage them: entries, keys and their checks, ids. */
export const accounts = fp(
  async (app) => {
    const { config, database, clock, secretBox, keyRing, bus, log, logger, serve } = app.platform;
    const { idPrefix } = config;
    const { outbox } = app.messaging;
    const keyChecks = createKeyChecks({ database, secretBox, venues: app.venues, clock, bus, log });
    const { subscriptions } = app;
    const { checkLater: onUnchecked } = keyChecks;
    const common = { database, clock, secretBox, idPrefix, outbox, bus };
    app.decorate("accounts", createAccounts({ ...common, subscriptions, onUnchecked }));
    const idChanges = createIdChanges(common);
    await serve(accountRoutes(app.accounts, idChanges, keyChecks, app.guards));
    app.jobs.add(createKeyErasure({ db: database.outbox, clock, log }));

    let rewrapping: Promise<void> = Promise.resolve();
    let fillingEndings: Promise<void> = Promise.resolve();
    app.addHook("onReady", async () => {
      rewrapping = rewrapKeys({ database, secretBox, keyRing }).then(({ unreadable }) => {
        if (unreadable > 0) logger.error({ unreadable }, "stored keys that no key of CREDENTIALS_KEYS opens");
      }, log.willRetry);
      fillingEndings = fillKeyEndings({ database, secretBox }).catch(log.willRetry);
    });
    app.addHook("onClose", async () => {
      await keyChecks.stop();
      await Promise.all([rewrapping, fillingEndings]);
    });
  },
  { name: "accounts", dependencies: ["identity", "messaging", "subscriptions", "venues", "jobs"] },
);
