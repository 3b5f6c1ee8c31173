import { consents as shown, consentsPayload } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../auth/index.ts";
import { circumstancesOf, type Consents } from "./service.ts";

const tags = ["users"];
const response = { 200: shown };

export function consentRoutes(consents: Consents, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/users/me/consents",
      {
        onRequest: requireUser,
        schema: { tags, summary: "The documents that the user agreed to, and those to agree to", response },
      },
      async ({ user }) => consents.of(user.id),
    );

    app.post(
      "/users/me/consents",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Agree to documents as they stand now", body: consentsPayload, response },
      },
      async (request) => {
        const { documents, place } = request.body;
        return await consents.accept(request.user.id, documents, circumstancesOf(request, place));
      },
    );
  };
}
