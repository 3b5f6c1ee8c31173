import { subscription } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../../identity/auth/index.ts";
import type { Subscriptions } from "./service.ts";

export function subscriptionRoutes(subscriptions: Subscriptions, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/subscriptions/me",
      {
        onRequest: requireUser,
        schema: { tags: ["subscriptions"], summary: "The user's subscription", response: { 200: subscription } },
      },
      async ({ user }) => subscriptions.subscriptionOf(user),
    );
  };
}
