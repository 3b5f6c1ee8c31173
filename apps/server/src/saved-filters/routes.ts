import { problemDetails, savedFilter, savedFilterPayload } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Guards } from "../identity/auth/index.ts";
import { listFilters, removeFilter, saveFilter, type SavedFiltersParts } from "./service.ts";

const tags = ["saved filters"];
const response = { 200: z.array(savedFilter), 401: problemDetails };

/** GET and POST /saved-filters/me, DELETE /saved-filters/me/:id. Each answers with all of the user's filters. */
export function savedFilterRoutes(parts: SavedFiltersParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/saved-filters/me",
      { onRequest: requireUser, schema: { tags, summary: "The user's named filters of orders and alerts", response } },
      async ({ user }) => listFilters(parts, user.id),
    );

    app.post(
      "/saved-filters/me",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary:
            "Saves filters under a name, which replaces what had that name; with an id, renames or changes that one",
          body: savedFilterPayload,
          response: { ...response, 404: problemDetails, 422: problemDetails },
        },
      },
      async ({ user, body }) => saveFilter(parts, user.id, body),
    );

    app.delete(
      "/saved-filters/me/:id",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Deletes a named filter",
          params: z.object({ id: z.uuid() }),
          response: { ...response, 404: problemDetails },
        },
      },
      async ({ user, params }) => removeFilter(parts, user.id, params.id),
    );
  };
}
