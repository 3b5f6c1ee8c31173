import { serviceStatus, type ServiceStatus } from "@chartrelay/contract";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { compress, type Compressed } from "../platform/http/compressed.ts";
import { languageOf } from "../platform/http/language.ts";
import { renderFeed } from "./feed.ts";
import type { StatusMonitor } from "./monitor.ts";

/** Proxies may answer for us this long. */
const CACHE_CONTROL = "public, max-age=10";

/** GET /status: for everybody. */
export function statusRoutes(monitor: Pick<StatusMonitor, "status">): FastifyPluginAsyncZod {
  return async (app) => {
    let last: { readonly status: ServiceStatus; readonly json: Promise<Compressed> } | undefined;

    app.get("/status", { schema: SCHEMA }, async ({ headers }, reply) => {
      const { status } = monitor;
      // Each reading becomes JSON once, however many requests it answers.
      if (last?.status !== status) last = { status, json: compress(JSON.stringify(status), "often") };
      const { encoding, body } = (await last.json).in(headers["accept-encoding"]);
      reply
        .type("application/json; charset=utf-8")
        .header("cache-control", CACHE_CONTROL)
        .header("vary", "Accept-Encoding");
      if (encoding) reply.header("content-encoding", encoding);
      // Bytes, though the schema describes what they say.
      return await (reply as FastifyReply).send(body);
    });
  };
}

const SCHEMA = {
  summary: "Whether the service works, how fast it is, its uptime and its incidents",
  tags: ["status"],
  response: { 200: serviceStatus },
} as const;

export interface FeedParts {
  readonly monitor: Pick<StatusMonitor, "status">;
  readonly brand: string;
  /** The site's address, http://host, once it is known. */
  readonly origin: () => string;
}

/** GET /status/feed.xml, beside the page. */
export function feedRoute({ monitor, brand, origin }: FeedParts): FastifyPluginAsync {
  return async (app) => {
    app.get("/status/feed.xml", { schema: { hide: true } }, (request, reply) => {
      const { incidents, at } = monitor.status;
      const language = languageOf(request);
      reply
        .type("application/atom+xml; charset=utf-8")
        .header("cache-control", CACHE_CONTROL)
        .header("content-language", language)
        .header("vary", "Accept-Language, Cookie");
      return reply.send(renderFeed({ incidents, language, brand, origin: origin(), at }));
    });
  };
}
