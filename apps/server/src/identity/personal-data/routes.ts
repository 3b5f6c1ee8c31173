import { Readable } from "node:stream";
import { deletionPayload, problemDetails } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { originOf } from "../../platform/http/origin.ts";
import { recordAudit } from "../audit/index.ts";
import type { Guards } from "../auth/index.ts";
import type { TwoFactor } from "../two-factor/index.ts";
import type { Erasure } from "./erasure.ts";
import { exportUser } from "./export.ts";

export interface PersonalDataParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly twoFactor: Pick<TwoFactor, "prove">;
  readonly erasure: Pick<Erasure, "remove">;
}

const tags = ["users"];
/** An export may be large. */
const perAddress = { rateLimit: { max: 20, timeWindow: "1 hour" } };

/** Routes that export the signed-in user's data and delete the user. */
export function personalDataRoutes(
  { database, clock, twoFactor, erasure }: PersonalDataParts,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/users/me/export",
      {
        onRequest: requireUser,
        config: perAddress,
        schema: {
          tags,
          summary: "Everything that is held of the user, as a JSON file; keys and passwords are not in it",
        },
      },
      async (request, reply) => {
        const { id } = request.user;
        const at = new Date(clock.nowMs());
        const origin = originOf(request);
        await recordAudit(database.orm, { at, userId: id, actor: id, action: "data_exported", ...origin });
        return reply
          .type("application/json; charset=utf-8")
          .header("content-disposition", 'attachment; filename="chartrelay.json"')
          .send(Readable.from(exportUser(database, id, at), { objectMode: false }));
      },
    );

    app.delete(
      "/users/me",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Removes the user: by the password, and a code where the second factor is on",
          body: deletionPayload,
          response: { 200: z.object({}), 401: problemDetails, 422: problemDetails },
        },
      },
      async (request) => {
        await twoFactor.prove(request.user, request.body);
        await erasure.remove(request.user.id, originOf(request));
        return {};
      },
    );
  };
}
