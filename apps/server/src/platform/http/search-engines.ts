/** Files for search engines: which paths they may visit, and which pages there are. */
import { LANGUAGES, LISTED_PAGES } from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";

/** Nothing there is worth finding, or it can't be read without signing in. */
const CLOSED = ["/api/", "/profile", "/orders-test"];
const CACHE_CONTROL = "public, max-age=3600";

/** `origin` is the site's address, http://host, once it is known. */
export function searchEngineRoutes(origin: () => string): FastifyPluginAsync {
  return async (app) => {
    app.get("/robots.txt", { schema: { hide: true } }, (_, reply) =>
      reply.type("text/plain; charset=utf-8").header("cache-control", CACHE_CONTROL).send(robots(origin())),
    );
    app.get("/sitemap.xml", { schema: { hide: true } }, (_, reply) =>
      reply.type("application/xml; charset=utf-8").header("cache-control", CACHE_CONTROL).send(sitemap(origin())),
    );
  };
}

const robots = (origin: string) =>
  ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

/** Lists each page with all of its URLs: one that chooses the language automatically, and one per language. */
function sitemap(origin: string): string {
  const site = escapeXml(origin);
  const entries = LISTED_PAGES.flatMap((path) => {
    const addresses = [
      { language: "x-default", address: site + path },
      ...LANGUAGES.map((language) => ({ language, address: `${site}${path}?lng=${language}` })),
    ];
    const alternates = addresses.map(
      ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    );
    return addresses.map(({ address }) => `<url><loc>${address}</loc>${alternates.join("")}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

const escapeXml = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
