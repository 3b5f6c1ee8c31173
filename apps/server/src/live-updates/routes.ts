import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../identity/auth/index.ts";
import type { EventHub } from "./hub.ts";

/** GET /events: pushes changes to an open page. */
export function eventRoutes(hub: Pick<EventHub, "open" | "stop">, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    // Stop before the server stops listening, or it would wait for the streams like for any answer in flight.
    app.addHook("preClose", () => hub.stop());

    app.get("/events", { onRequest: requireUser, schema: SCHEMA }, (request, reply) => {
      const { id: userId, sessionHash, sessionEndsAtMs: endsAtMs } = request.user;
      const isReturning = request.headers["last-event-id"] !== undefined;
      return reply
        .type("text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        .header("connection", "close")
        .send(hub.open({ userId, sessionHash, endsAtMs }, isReturning));
    });
  };
}

const SCHEMA = {
  summary: "What changes, as it changes: server-sent events",
  description:
    "`order` and `alert` hold the whole row as their lists show it, and `isNew: true` when it has just been added; `subscription`, `account` and `steps` say that these are to be loaded again. The first event is `ready`, or `resync` after a reconnection (Last-Event-ID): something may have been missed.",
  tags: ["events"],
} as const;
