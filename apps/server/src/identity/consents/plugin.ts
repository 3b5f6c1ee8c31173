import { consents as shown, consentsPayload } from "@chartrelay/contract";
import fp from "fastify-plugin";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { circumstancesOf } from "./service.ts";

const tags = ["users"];
const response = { 200: shown };

/** Routes that list and record what the signed-in user agreed to. */
export const consents = fp(
  async (app) => {
    const { requireUser: onRequest } = app.guards;
    const { consents: log } = app.identity;
    await app.platform.serve(async (api) => {
      const routes = api.withTypeProvider<ZodTypeProvider>();
      routes.get(
        "/users/me/consents",
        {
          onRequest,
          schema: { tags, summary: "The documents that the user agreed to, and those to agree to", response },
        },
        async ({ user }) => log.of(user.id),
      );
      routes.post(
        "/users/me/consents",
        {
          onRequest,
          schema: { tags, summary: "Agree to documents as they stand now", body: consentsPayload, response },
        },
        async (request) => {
          const { documents, place } = request.body;
          return await log.accept(request.user.id, documents, circumstancesOf(request, place));
        },
      );
    });
  },
  { name: "consents", dependencies: ["identity"] },
);
