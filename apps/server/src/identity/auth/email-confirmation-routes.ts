import { emailConfirmationPayload, problemDetails, user } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { originOf } from "../../platform/http/origin.ts";
import type { EmailConfirmation } from "./email-confirmation.ts";
import type { Guards } from "./guards.ts";

const tags = ["auth"];
const perAddress = { rateLimit: { max: 60, timeWindow: "1 minute" } };

/** Routes that confirm the signed-in user's e-mail address. */
export function emailConfirmationRoutes(
  confirmation: Pick<EmailConfirmation, "resend" | "confirm">,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/auth/email-confirmation",
      {
        onRequest: requireUser,
        config: perAddress,
        schema: {
          tags,
          summary: "Mails another link that confirms the user's e-mail address",
          response: { 200: z.object({}), 429: problemDetails },
        },
      },
      async ({ user: asker }) => {
        await confirmation.resend(asker);
        return {};
      },
    );

    app.post(
      "/auth/email-confirmation/confirm",
      {
        onRequest: requireUser,
        config: perAddress,
        schema: {
          tags,
          summary: "Confirms the user's e-mail address by the mailed link's token",
          body: emailConfirmationPayload,
          response: { 200: user, 410: problemDetails },
        },
      },
      async (request) => confirmation.confirm(request.user, request.body, originOf(request)),
    );
  };
}
