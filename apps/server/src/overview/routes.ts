import { overview, overviewQuery, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../identity/auth/index.ts";
import { overviewOf, type OverviewParts } from "./overview.ts";

/** GET /users/me/overview: today at a glance. */
export function overviewRoutes(parts: OverviewParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/users/me/overview", { onRequest: requireUser, schema: SCHEMA }, async ({ user, query }) =>
      overviewOf(parts, user.id, query.tz || "UTC"),
    );
  };
}

const SCHEMA = {
  summary: "Today's orders, refusals and speed, and what wants to be looked at",
  tags: ["users"],
  querystring: overviewQuery,
  response: { 200: overview, 401: problemDetails, 422: problemDetails },
} as const;
