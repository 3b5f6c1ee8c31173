import fp from "fastify-plugin";
import { overviewRoutes } from "./overview.ts";

/** A user's day at a glance, and the accounts that need attention. */
export const overview = fp(
  async (app) => {
    const { database, clock, serve } = app.platform;
    await serve(overviewRoutes({ database, clock, accounts: app.accountDirectory }, app.guards));
  },
  { name: "overview", dependencies: ["account directory", "identity"] },
);
