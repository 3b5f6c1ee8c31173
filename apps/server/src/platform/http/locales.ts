import { hash } from "node:crypto";
import { LANGUAGES } from "@chartrelay/contract";
import { NAMESPACES, readNamespace } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { Problem } from "./problem.ts";

/** After a release a page may show old texts for this long. */
const CACHE_CONTROL = "public, max-age=300";

type Files = ReadonlyMap<string, { json: string; etag: string }>;

let files: Files | undefined;

/** Reads the texts once, though a process may run several servers, as tests do. */
function readFiles(): Files {
  files ??= new Map(
    LANGUAGES.flatMap((language) =>
      NAMESPACES.map((namespace) => {
        const json = JSON.stringify(readNamespace(language, namespace));
        return [`${language}/${namespace}.json`, { json, etag: `"${hash("sha256", json, "base64url")}"` }] as const;
      }),
    ),
  );
  return files;
}

/** Serves the texts to the web's translation library. They are read once, when the server starts. */
export const localeRoutes: FastifyPluginAsyncZod = async (app) => {
  const texts = readFiles();

  app.get(
    "/locales/:language/:file",
    {
      schema: {
        tags: ["locales"],
        summary: "One namespace's texts in one language; `file` is the namespace and .json",
        params: z.object({ language: z.string(), file: z.string() }),
      },
    },
    async ({ params: { language, file }, headers }, reply) => {
      const found = texts.get(`${language}/${file}`);
      if (!found) throw new Problem("not_found");
      reply.header("cache-control", CACHE_CONTROL).header("etag", found.etag);
      // Proxies send a list, and mark the ETags of what they compressed as weak.
      if (headers["if-none-match"]?.includes(found.etag)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(found.json);
    },
  );
};
