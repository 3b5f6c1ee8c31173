/** The directory for the nodes of other cells. Nobody else learns that these routes exist. */
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { Problem } from "../platform/http/problem.ts";
import { type Directory, DIRECTORY_PATHS } from "./directory.ts";

const cell = z.string().length(2);
const email = z.string().max(320);
const schema = <Body extends z.ZodType>(body: Body) => ({ hide: true, body }) as const;

export function directoryRoutes(
  directory: Directory,
  isFromCell: (request: FastifyRequest) => boolean,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook("onRequest", async (request) => {
      if (!isFromCell(request)) throw new Problem("not_found");
    });
    app.post(DIRECTORY_PATHS.find, { schema: schema(z.object({ email })) }, async ({ body }) => ({
      cell: (await directory.find(body.email)) ?? null,
    }));
    app.post(
      DIRECTORY_PATHS.reserve,
      { schema: schema(z.object({ emails: z.array(email).max(1_000), cell })) },
      async ({ body }) => ({ cells: await directory.reserve(body.emails, body.cell) }),
    );
    app.post(DIRECTORY_PATHS.release, { schema: schema(z.object({ email, cell })) }, async ({ body }) => {
      await directory.release(body.email, body.cell);
      return {};
    });
  };
}
