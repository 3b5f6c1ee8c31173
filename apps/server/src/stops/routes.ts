/** Routes with which signed-in users work the kill switch. To stop never asks for a password: it has to work at once. */
import { problemDetails, stop, stopPayload } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import { originOf } from "../platform/http/origin.ts";
import type { By, Stops } from "./service.ts";

const tags = ["stops"];
/** Whoever is afraid for their money presses often. */
const OFTEN = { rateLimit: { max: 300, timeWindow: "1 minute" } };
const params = z.object({ id: z.uuid() });

/** GET /stops/me/list, POST /stops and POST /stops/:id/lift. */
export function stopRoutes(stops: Stops, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/stops/me/list", { onRequest: requireUser, config: OFTEN, schema: LIST_SCHEMA }, async ({ user }) =>
      stops.list(user.id),
    );

    app.post("/stops", { onRequest: requireUser, config: OFTEN, schema: PULL_SCHEMA }, async (request) =>
      stops.request(request.user.id, request.body, fromPage(request)),
    );

    app.post("/stops/:id/lift", { onRequest: requireUser, config: OFTEN, schema: LIFT_SCHEMA }, async (request) =>
      stops.lift(request.user.id, request.params.id, fromPage(request)),
    );
  };
}

const fromPage = (request: Parameters<typeof originOf>[0]): By => ({ by: "page", origin: originOf(request) });

const LIST_SCHEMA = {
  summary: "The user's stops: those in force first, then those that were lifted",
  description:
    "`proven` is read back from the venues: none of our orders works there and, at the level `flatten`, what our orders have opened is closed. `tookMs` is the time that took. Until then, `open` says what is left and why.",
  tags,
  response: { 200: z.array(stop), 401: problemDetails },
} as const;

const PULL_SCHEMA = {
  summary: "Pulls the kill switch for a strategy, an account or everything",
  description:
    "From the answer on, no new order of it is sent. `cancel` also cancels our working orders there, `flatten` also closes what our orders have opened. Pulled again, the same stop goes on, at the higher level of the two. Only POST /stops/{id}/lift ends it.",
  tags,
  body: stopPayload,
  response: { 200: stop, 401: problemDetails, 404: problemDetails, 422: problemDetails, 429: problemDetails },
} as const;

const LIFT_SCHEMA = {
  summary: "Lifts a stop: new signals trade again, what it refused stays refused",
  tags,
  params,
  response: { 200: stop, 401: problemDetails, 404: problemDetails, 429: problemDetails },
} as const;
