import fp from "fastify-plugin";
import { createSubscriptions, subscriptionRoutes, type Subscriptions } from "./service.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly subscriptions: Subscriptions;
  }
}

/** PRO and TRIAL: which one a user has, and until when. */
export const subscriptions = fp(
  async (app) => {
    const { config, database, clock } = app.platform;
    app.decorate(
      "subscriptions",
      createSubscriptions({ database, clock, oneRublePlanEmail: config.oneRublePlanEmail }),
    );
  },
  { name: "subscriptions", dependencies: ["platform"] },
);

/** GET /subscriptions/me: the signed-in user's subscription. */
export const subscriptionApi = fp(
  async (app) => {
    await app.platform.serve(subscriptionRoutes(app.subscriptions, app.guards));
  },
  { name: "subscription API", dependencies: ["subscriptions", "identity"] },
);
