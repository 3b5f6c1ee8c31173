import { problemDetails, recentSignInPayload, userSession } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { originOf } from "../../platform/http/origin.ts";
import type { Guards } from "./guards.ts";
import type { Sessions } from "./sessions.ts";

const tags = ["auth"];
const done = { 200: z.object({}) };

/** Routes that list, end and re-prove the user's sessions. */
export function sessionRoutes(sessions: Sessions, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/auth/sessions",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Where the user is signed in", response: { 200: z.array(userSession) } },
      },
      async ({ user }) => sessions.list(user),
    );

    app.post(
      "/auth/confirm-password",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Proves anew who uses this session, for what answered recent_sign_in_required",
          body: recentSignInPayload,
          response: done,
        },
      },
      async ({ user, body }) => {
        await sessions.prove(user, body);
        return {};
      },
    );

    app.delete(
      "/auth/sessions",
      { onRequest: requireUser, schema: { tags, summary: "Ends all sessions but this one", response: done } },
      async (request) => {
        await sessions.revokeOthers(request.user, originOf(request));
        return {};
      },
    );

    app.delete(
      "/auth/sessions/:id",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Ends one session",
          params: z.object({ id: z.uuid() }),
          response: { ...done, 404: problemDetails },
        },
      },
      async (request) => {
        await sessions.revoke(request.user, request.params.id, originOf(request));
        return {};
      },
    );
  };
}
