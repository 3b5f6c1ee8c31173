/** POST /strategies/{id}/replay. */
import { problemDetails, replayPayload, replayReport } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import type { Orm } from "../platform/db/database.ts";
import { languageOf } from "../platform/http/language.ts";
import { Problem } from "../platform/http/problem.ts";
import { findOwnStrategyId } from "../strategies/index.ts";
import type { createReplays } from "./service.ts";

/** A log whose every quote is escaped, and what JSON adds to it. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export function replayRoutes(
  replays: ReturnType<typeof createReplays>,
  { orm }: { readonly orm: Orm },
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/strategies/:id/replay",
      { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES, config: RATE, schema: SCHEMA },
      async (request, reply) => {
        const { user, params, body } = request;
        const { id: strategyId } = params;
        const id = await findOwnStrategyId(orm, user.id, strategyId);
        if (id === undefined) throw new Problem("unknown_strategy");
        const language = languageOf(request);
        const json = await replays({ userId: user.id, id, strategyId, log: body.log, language });
        // Written by the replay's own thread; serializing it again would hold up the relay's.
        return reply.type("application/json; charset=utf-8").send(Buffer.from(json) as never);
      },
    );
  };
}

const RATE = { rateLimit: { max: 10, timeWindow: "1 minute" } };

const SCHEMA = {
  tags: ["strategies"],
  summary: "Runs an alert log through a strategy, against simulated venues",
  description:
    "`log` is TradingView's CSV export of the alert log, a JSON list of messages, or messages one after another: 1,000 alerts at most. They go through the strategy as it is set now, with the relay's own parser, position chain, sizing and adapters, at simulated venues. Nothing is stored and nothing is sent to any account.",
  params: z.object({
    id: z
      .string()
      .max(64)
      .regex(/^\P{Cc}*$/u),
  }),
  body: replayPayload,
  response: {
    200: replayReport,
    401: problemDetails,
    404: problemDetails,
    409: problemDetails,
    422: problemDetails,
    503: problemDetails,
  },
} as const;
