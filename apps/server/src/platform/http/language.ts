import { LANGUAGES, type Language } from "@chartrelay/contract";
import type { FastifyRequest } from "fastify";

const FALLBACK: Language = "en";
/** The cookie in which the pages store the user's choice. */
export const LANGUAGE_COOKIE = "i18next";
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=([^;]+)`);

/**
 * Returns the language of a request, in the specification's order as far as a server can see it: the query's `lng`, the
 * cookie `i18next`, then Accept-Language.
 */
export function languageOf(request: FastifyRequest): Language {
  const query = request.query as Record<string, unknown> | undefined;
  const cookie = COOKIE.exec(request.headers.cookie ?? "")?.[1];
  const accepted = (request.headers["accept-language"] ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", quality] = entry.trim().split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
  for (const candidate of [query?.["lng"], cookie, ...accepted]) {
    const language = typeof candidate === "string" ? candidate.slice(0, 2).toLowerCase() : undefined;
    const known = LANGUAGES.find((supported) => supported === language);
    if (known) return known;
  }
  return FALLBACK;
}
