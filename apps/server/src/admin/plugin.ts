import fp from "fastify-plugin";
import { createRelayHealth, relayHealthRoutes } from "./relay-health/index.ts";
import { createOrderCounts, statsRoutes } from "./stats/index.ts";

/** What admins see: users with their orders, and the relay's health. */
export const admin = fp(
  async (app) => {
    const { database, clock, log, serve } = app.platform;
    const { cluster, guards } = app;
    app.jobs.add(createOrderCounts({ db: database.outbox, clock, log }));
    const health = createRelayHealth({ database, clock, node: () => cluster.name });
    await serve(statsRoutes({ database, clock }, guards), relayHealthRoutes(health, guards));
  },
  { name: "admin", dependencies: ["cluster", "jobs", "identity"] },
);
