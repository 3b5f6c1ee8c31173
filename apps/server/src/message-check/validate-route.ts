import { orderVerdict, problemDetails, type OrderVerdict } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import * as z from "zod";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { languageOf } from "../platform/http/language.ts";
import type { Guards } from "../identity/auth/index.ts";
import { bodyOf, keepBodies } from "../platform/http/posted-body.ts";
import type { AskedMessage } from "./validate.ts";

/** POST /orders/validate: the message exactly as TradingView would post it, by a signed-in user. */
export function validateRoute(
  validate: (message: AskedMessage) => Promise<OrderVerdict>,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    keepBodies(app);
    app.post("/orders/validate", { onRequest: requireUser, config: PER_ADDRESS, schema: SCHEMA }, async (request) =>
      validate({
        body: bodyOf(request),
        contentType: request.headers["content-type"],
        userId: request.user.id,
        isTemplate: request.query.template === "true",
        translate: translator(languageOf(request)),
      }),
    );
  };
}

/** Each call may ask a venue. */
const PER_ADDRESS = { rateLimit: { max: 120, timeWindow: "1 minute" } };

const SCHEMA = {
  summary: "Explains an order message without placing it",
  description:
    "The body is the message of the alert, as posted or, as `template`, as it stands in the alert. Says what was repaired, what is wrong and where, and what to paste back.",
  tags: ["alerts"],
  querystring: z.object({ template: z.optional(z.enum(["true", "false"])) }),
  response: { 200: orderVerdict, 401: problemDetails },
} as const;
