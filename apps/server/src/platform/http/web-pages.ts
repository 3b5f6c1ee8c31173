/** Serves the built web application: its pages and the files that they load. */
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import {
  LANGUAGES,
  NOT_FOUND_PAGE,
  pageAt,
  pageFile,
  PAGES,
  type Language,
  type PagePath,
  type Site,
} from "@chartrelay/contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { readBuiltPages } from "./built-pages.ts";
import { LANGUAGE_COOKIE, languageOf } from "./language.ts";
import { pagePolicy, type PolicyParts } from "./page-policy.ts";
import { searchEngineRoutes } from "./search-engines.ts";

/** The folder of hashed files, whose new versions get new names. */
const HASHED = "/assets/";
/** Files with fixed names, which a release may change. */
const FIXED = ["before-paint.js", "favicon.svg", "share-en.png", "share-ru.png"];
const FIXED_MAX_AGE_S = 3_600;
const ONE_YEAR_S = 31_536_000;

export interface WebPagesOptions {
  /** The output of `npm run build`. */
  readonly directory: string;
  /** The operator's details, which every page shows. */
  readonly site: Site;
  /** The payment script of the checkout. */
  readonly payments?: PolicyParts["payments"];
  /** The site's public URL; localhost if undefined. */
  readonly publicUrl: string | undefined;
  /** Renders what the status page shows at the moment. */
  readonly figures: (language: Language) => string;
}

/**
 * Serves pages in the reader's language, and files. A browser that requests a page at any other URL gets the "not
 * found" page with 404.
 */
export function webPages({ directory, site, publicUrl, payments, figures }: WebPagesOptions): FastifyPluginAsync {
  return async (app) => {
    const origin = () => publicUrl ?? `http://localhost:${portOf(app)}`;
    const page = readBuiltPages({ directory, site, origin });

    await app.register(fastifyStatic, {
      root: join(directory, HASHED),
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: "1y",
      index: false,
    });
    // Not by the plugin's own route: that reads the whole folder for each request, only to refuse a name whose case
    // differs.
    app.get<{ Params: { "*": string } }>(`${HASHED}*`, { schema: { hide: true } }, ({ params }, reply) =>
      reply.sendFile(params["*"]),
    );
    for (const file of FIXED) {
      app.get(`/${file}`, { schema: { hide: true } }, (_, reply) =>
        reply.sendFile(file, directory, { maxAge: FIXED_MAX_AGE_S * 1_000, immutable: false }),
      );
    }
    await app.register(searchEngineRoutes(origin));

    const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: PagePath | typeof NOT_FOUND_PAGE) => {
      const file = pageFile(path);
      const language = languageOf(request);
      const isByQuery = LANGUAGES.some((known) => known === (request.query as { lng?: unknown }).lng);
      const { etag, in: inEncoding } = await page({
        file,
        language,
        isByQuery,
        figures: path === "/status" ? figures(language) : undefined,
      });
      const { encoding, body } = inEncoding(request.headers["accept-encoding"]);
      reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", pagePolicy(request.url, { ...site, payments }))
        .header("content-language", language)
        .header("cache-control", "no-cache")
        .header("etag", etag)
        .header("vary", "Accept-Encoding, Accept-Language, Cookie");
      // Keep a language chosen by URL even for browsers without scripts. A link on another site isn't the user's
      // choice.
      if (isByQuery && request.headers["sec-fetch-site"] !== "cross-site") {
        reply.header("set-cookie", `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`);
      }
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      if (encoding) reply.header("content-encoding", encoding);
      return reply.send(body);
    };
    for (const path of PAGES) {
      app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, path));
    }
    app.get("/*", { schema: { hide: true } }, (request, reply) => {
      if (!isPageRequest(request)) return reply.callNotFound();
      const meant = pageMeantBy(request);
      if (meant !== undefined) return reply.redirect(meant, 301);
      return sendPage(request, reply.code(404), NOT_FOUND_PAGE);
    });
  };
}

/** Whether a browser requests a page to show, as opposed to a page's own request or a program's. */
function isPageRequest({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith("/api/") && (headers.accept ?? "").includes("text/html");
}

/**
 * Returns the right URL of a page that was requested with a trailing slash or in another case; undefined if there is
 * none.
 */
function pageMeantBy({ url }: FastifyRequest): string | undefined {
  // Not `new URL`, which would take the text after two slashes for a host.
  const [pathname = ""] = url.split("?", 1);
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  return pageAt(path) && path !== pathname ? path + url.slice(pathname.length) : undefined;
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === "string" ? undefined : address?.port;
}
