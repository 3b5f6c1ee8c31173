import type { FastifyInstance } from "fastify";

/**
 * Records the routes added to `app` from now on. Returns a function that lists the methods a URL's path supports, which
 * is empty for an unknown path.
 */
export function knowMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[A-Za-z]+/g, "[^/]+");
    // A wildcard catches everything else, so it doesn't make a path known.
    if (!url.includes("*")) routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return (url) => {
    const [path = ""] = url.split("?", 1);
    return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
  };
}
