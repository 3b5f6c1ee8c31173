import { telegramLink, telegramLinkRequest } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../../identity/auth/index.ts";
import type { Links } from "./links.ts";

const perAddress = { rateLimit: { max: 30, timeWindow: "1 minute" } };

export function linkRoutes(links: Pick<Links, "create">, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/accounts/me/link-telegram",
      {
        onRequest: requireUser,
        config: perAddress,
        schema: {
          tags: ["accounts"],
          summary: "A one-time link that makes a Telegram chat that of an account, or of all that have none",
          body: telegramLinkRequest,
          response: { 200: telegramLink },
        },
      },
      async ({ user, body }) => links.create(user, body.id ?? undefined),
    );
  };
}
