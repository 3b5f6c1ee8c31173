/** Serves the built web application: its pages, and the files that they load. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import { PAGES, SITE_ELEMENT_ID, type Site } from "@chartrelay/contract";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { pagePolicy } from "./page-policy.ts";

/** The folder of hashed files, of which a new version has a new name. */
const HASHED = "/assets/";
/** Files of a fixed name, which a release may change. */
const FIXED = ["theme.js", "favicon.svg", "robots.txt"];
const FIXED_MAX_AGE_S = 3_600;

const SITE_ELEMENT = new RegExp(`(<script type="application/json" id="${SITE_ELEMENT_ID}">)[^<]*(</script>)`);

export interface WebPagesOptions {
  /** What `npm run build` wrote. */
  readonly directory: string;
  /** What every page shows of the operator. */
  readonly site: Site;
}

/**
 * Pages by their addresses, files by their names. Any other address that a browser asks for a page gets the page too,
 * with 404: the web application says that there is no such page.
 */
export function webPages({ directory, site }: WebPagesOptions): FastifyPluginAsync {
  return async (app) => {
    const page = await preparePage(readFileSync(join(directory, "index.html"), "utf8"), site);

    await app.register(fastifyStatic, {
      root: join(directory, HASHED),
      prefix: HASHED,
      preCompressed: true,
      immutable: true,
      maxAge: "1y",
      index: false,
    });
    for (const file of FIXED) {
      app.get(`/${file}`, { schema: { hide: true } }, (_, reply) =>
        reply.sendFile(file, directory, { maxAge: FIXED_MAX_AGE_S * 1_000, immutable: false }),
      );
    }

    const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
      const { encoding, body } = page.in(request.headers["accept-encoding"]);
      reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", pagePolicy(request.url, site))
        .header("cache-control", "no-cache")
        .header("etag", page.etag)
        .header("vary", "Accept-Encoding");
      if (request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send();
      if (encoding) reply.header("content-encoding", encoding);
      return reply.send(body);
    };
    for (const path of PAGES) app.get(path, { schema: { hide: true } }, sendPage);
    app.get("/*", { schema: { hide: true } }, (request, reply) =>
      isPageRequest(request) ? sendPage(request, reply.code(404)) : reply.callNotFound(),
    );
  };
}

/** Whether a browser asks for something to show; what a page itself loads, or a program asks for, is no page. */
function isPageRequest({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith("/api/") && (headers.accept ?? "").includes("text/html");
}

interface Encoded {
  readonly encoding?: "br" | "gzip";
  readonly body: Buffer;
}

interface Page {
  /** Weak, as the same page goes out in several encodings. */
  readonly etag: string;
  in(acceptEncoding: string | undefined): Encoded;
}

/** Writes the operator's details into the page, and compresses it once for everybody. */
async function preparePage(built: string, site: Site): Promise<Page> {
  if (!SITE_ELEMENT.test(built)) throw new Error(`the built page has no place for what it shows of the operator`);
  // A `<` in a value must not end the element.
  const json = JSON.stringify(site).replaceAll("<", String.raw`\u003c`);
  const html = Buffer.from(built.replace(SITE_ELEMENT, (_, start: string, end: string) => start + json + end));
  const brotli: Encoded = { encoding: "br", body: await promisify(brotliCompress)(html) };
  const gzipped: Encoded = { encoding: "gzip", body: await promisify(gzip)(html) };
  return {
    etag: `W/"${hash("sha256", html, "base64url")}"`,
    in(acceptEncoding = "") {
      return [brotli, gzipped].find(({ encoding = "" }) => acceptEncoding.includes(encoding)) ?? { body: html };
    },
  };
}
