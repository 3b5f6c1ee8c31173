import { problemDetails, relayHealth, relayHealthQuery, type RelayHealth } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../../identity/auth/index.ts";

/** GET /admin/relay: for admins only. */
export function relayHealthRoutes(
  examine: (minutes: number) => Promise<RelayHealth>,
  { requireRole }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/admin/relay", { onRequest: requireRole("ADMIN"), schema: SCHEMA }, async ({ query }) =>
      examine(query.minutes),
    );
  };
}

const SCHEMA = {
  summary: "How the relay is doing: queue, outcomes, latency, nodes",
  tags: ["admin"],
  querystring: relayHealthQuery,
  response: { 200: relayHealth, 401: problemDetails, 403: problemDetails },
} as const;
