import fp from "fastify-plugin";
import { previewByKey } from "../signals/index.ts";
import { createOrderTests, testOrderRoute } from "./test-order.ts";
import { createValidator, validateRoute } from "./validate.ts";

/** Lets users check a message: what would happen to it, and a test order that goes all the way on a demo account. */
export const messageCheck = fp(
  async (app) => {
    const { database, clock, bus, log, serve } = app.platform;
    const { accountDirectory, accounts, answers, takeOrder, guards } = app;
    const validator = createValidator({
      venues: app.questionVenues,
      accounts: accountDirectory,
      strategies: app.strategyDirectory,
      accountsOf: async (userId) => (await accounts.list(userId)).map(({ id }) => id),
      useOfKey: (post) => previewByKey(database.journal, answers.acceptor, post),
      clock,
      log,
    });
    const tests = createOrderTests({ accounts: accountDirectory, clock, take: takeOrder, bus });
    await serve(testOrderRoute(tests, guards), validateRoute(validator, guards));
  },
  { name: "message check", dependencies: ["signals", "accounts", "venues", "identity"] },
);
