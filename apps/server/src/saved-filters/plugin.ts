import fp from "fastify-plugin";
import { savedFilterRoutes } from "./routes.ts";

/** Named filters of the lists. */
export const savedFilters = fp(
  async (app) => {
    const { database, clock, serve } = app.platform;
    await serve(savedFilterRoutes({ database, clock, accounts: app.accountDirectory }, app.guards));
  },
  { name: "saved filters", dependencies: ["account directory", "identity"] },
);
