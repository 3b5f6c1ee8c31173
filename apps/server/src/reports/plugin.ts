import fp from "fastify-plugin";
import { createFundingReading } from "./funding.ts";
import { reportRoutes } from "./routes.ts";
import { createSumming } from "./summing.ts";
import { createValuation, type ValueOf } from "./valuation.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly priceWorth: ValueOf;
  }
}

/** Profit and loss, and the cost of execution, from the fills of the users' orders. */
export const reports = fp(
  async (app) => {
    const { database, clock, bus, log, serve } = app.platform;
    const { accountDirectory: accounts, venues } = app;
    const valueOf = createValuation({ venues: app.questionVenues, accounts, clock, log });
    app.decorate("priceWorth", valueOf);
    app.jobs.add(createSumming({ db: database.outbox, clock, valueOf, bus, log }));
    app.jobs.add(createFundingReading({ db: database.outbox, venues, accounts, clock, bus, log }));
    await serve(reportRoutes({ database, accounts, valueOf, clock }, app.guards));
  },
  { name: "reports", dependencies: ["account directory", "venues", "identity", "jobs"] },
);
