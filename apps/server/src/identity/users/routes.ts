import { infoPayload, passwordPayload, settingsPayload, user } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { originOf } from "../../platform/http/origin.ts";
import { presentUser, type Guards } from "../auth/index.ts";
import type { Users } from "./service.ts";

const tags = ["users"];
const response = { 200: user };

export function userRoutes(users: Users, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/users/me",
      { onRequest: requireUser, schema: { tags, summary: "The current user", response } },
      async (request) => presentUser(request.user),
    );

    app.post(
      "/users/password",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Change the password; ends all other sessions", body: passwordPayload, response },
      },
      async (request) => users.changePassword(request.user, request.body, originOf(request)),
    );

    app.post(
      "/users/info",
      { onRequest: requireUser, schema: { tags, summary: "Change the personal data", body: infoPayload, response } },
      async (request) => users.changeInfo(request.user, request.body),
    );

    app.post(
      "/users/settings",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Choose what is told, and in which language", body: settingsPayload, response },
      },
      async (request) => users.changeSettings(request.user, request.body),
    );
  };
}
