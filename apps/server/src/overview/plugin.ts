import fp from "fastify-plugin";
import { overviewRoutes } from "./overview.ts";
import { createOrderSums } from "./sums.ts";

/** A user's day at a glance, and how each of their accounts is doing. */
export const overview = fp(
  async (app) => {
    const { database, clock, log, serve } = app.platform;
    app.jobs.add(createOrderSums({ db: database.outbox, clock, log }));
    await serve(overviewRoutes({ database, clock, accounts: app.accountDirectory }, app.guards));
  },
  { name: "overview", dependencies: ["account directory", "identity", "jobs"] },
);
