import type { FastifyInstance } from "fastify";

/**
 * Remembers the routes that `app` is given from now on. The function it gives tells which methods the address of a URL
 * answers: none for an address that doesn't exist.
 */
export function knowMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[A-Za-z]+/g, "[^/]+");
    // A wildcard answers whatever nothing else does, so it makes no address exist.
    if (!url.includes("*")) routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return (url) => {
    const [path = ""] = url.split("?", 1);
    return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
  };
}
