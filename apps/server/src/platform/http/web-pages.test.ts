import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PAGES } from "@chartrelay/contract";
import { afterAll, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const SCRIPT = "globalThis.built = true;";

const webDirectory = mkdtempSync(join(tmpdir(), "chartrelay-web-"));
mkdirSync(join(webDirectory, "assets"));
writeFileSync(
  join(webDirectory, "index.html"),
  '<!doctype html><html><body><script type="application/json" id="site">{}</script></body></html>',
);
writeFileSync(join(webDirectory, "theme.js"), "// theme");
writeFileSync(join(webDirectory, "assets/main-4f2a.js"), SCRIPT);
writeFileSync(join(webDirectory, "assets/main-4f2a.js.br"), brotliCompressSync(SCRIPT));
afterAll(() => rmSync(webDirectory, { recursive: true }));

const server = await startServer({
  parts: { webDirectory },
  settings: { BRAND_NAME: "A </script> brand", CONTACT_EMAIL: "hello@example.com", METRIKA_ID: "42" },
});
const get = (path: string, headers: Record<string, string> = { accept: "text/html" }) =>
  fetch(server.url + path, { headers });

test("every page of the specification is served, and is asked for anew each time", async () => {
  for (const path of PAGES) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const again = await get(path, { accept: "text/html", "if-none-match": answer.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  }
});

test("a page shows the operator, and nothing of the operator ends the element that holds it", async () => {
  const html = await (await get("/")).text();
  const [, json = ""] = /<script type="application\/json" id="site">(.*)<\/script><\/body>/.exec(html) ?? [];
  expect(json).not.toContain("</script>");
  expect(JSON.parse(json)).toEqual({ brand: "A </script> brand", contactEmail: "hello@example.com", metrikaId: "42" });
});

test("no page may run a script that stands in it, be framed, or load anybody else's but the counter", async () => {
  for (const path of [...PAGES, "/nothing"]) {
    const policy = (await get(path)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; .*object-src 'none'.*frame-ancestors 'none'/);
    const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
    const isPrivate = /^\/(?:profile|registration|reset-password)/.test(path);
    expect([path, scripts]).toEqual([path, isPrivate ? "'self'" : "'self' https://mc.yandex.ru https://yastatic.net"]);
  }
});

test("an unknown address answers 404: a page to a browser that asks for one, a problem to anybody else", async () => {
  const page = await get("/no/such/page");
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  for (const [path, accept] of [
    ["/no/such/page", "*/*"],
    ["/assets/gone-1234.js", "*/*"],
    ["/api/v1/nothing", "text/html"],
  ] as const) {
    const answer = await get(path, { accept });
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/problem+json; charset=utf-8",
    ]);
  }
  expect((await get("/api/v1/auth/login")).status).toBe(405);
});

test("a hashed file is kept for good, and goes out compressed as it was built; a fixed one is asked for again", async () => {
  const script = await get("/assets/main-4f2a.js", { "accept-encoding": "br" });
  expect(await script.text()).toBe(SCRIPT);
  expect(script.headers.get("content-encoding")).toBe("br");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await get("/theme.js")).headers.get("cache-control")).toBe("public, max-age=3600");
});

test("a server without a built web application is an API", async () => {
  const api = await startServer();
  const answer = await fetch(api.url, { headers: { accept: "text/html" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json; charset=utf-8"]);
});
