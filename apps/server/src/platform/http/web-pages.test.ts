import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { LANGUAGES, NOT_FOUND_PAGE, pageFile, LISTED_PAGES, PAGES } from "@chartrelay/contract";
import { afterAll, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const SCRIPT = "globalThis.built = true;";

/** Returns a page as the web application's build/build.ts writes it, with only the parts that the server fills. */
const pageOf = (name: string) => `<!doctype html><html><head>
  <title>${name} · ⟦brand⟧</title><link rel="canonical" href="⟦origin⟧/${name}⟦query⟧"/>
  <script type="application/ld+json">{"name":"⟦json:brand⟧"}</script></head>
  <body>⟦?contactEmail⟧<a href="mailto:⟦contactEmail⟧">⟦contactEmail⟧</a>⟦/contactEmail⟧⟦?contactTelegram⟧<a
  href="https://t.me/⟦contactTelegram⟧">@⟦contactTelegram⟧</a>⟦/contactTelegram⟧
  <script type="application/json" id="site">{}</script></body></html>`;

const webDirectory = mkdtempSync(join(tmpdir(), "chartrelay-web-"));
mkdirSync(join(webDirectory, "assets"));
for (const language of LANGUAGES) {
  mkdirSync(join(webDirectory, "pages", language), { recursive: true });
  for (const page of [NOT_FOUND_PAGE, ...PAGES] as const) {
    const file = pageFile(page);
    writeFileSync(join(webDirectory, "pages", language, file), pageOf(`${language}-${file.replace(".html", "")}`));
  }
}
writeFileSync(join(webDirectory, "before-paint.js"), "// theme");
writeFileSync(join(webDirectory, "assets/main-4f2a.js"), SCRIPT);
writeFileSync(join(webDirectory, "assets/main-4f2a.js.br"), brotliCompressSync(SCRIPT));
afterAll(() => rmSync(webDirectory, { recursive: true }));

const server = await startServer({
  parts: { webDirectory },
  settings: {
    BRAND_NAME: `A </script> "brand"`,
    CONTACT_EMAIL: "hello@example.com",
    METRIKA_ID: "42",
    OFFERED_VENUES: "TINKOFF,ALOR_BROKER",
    OUTGOING_ADDRESSES: "192.0.2.1, 2001:db8::1",
    PUBLIC_URL: "https://relay.example/",
  },
});
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: "text/html", ...headers }, redirect: "manual" });
const titleOf = async (answer: Promise<Response>) => /<title>(\S+)/.exec(await (await answer).text())?.[1];

test("every page of the specification is served, and revalidated each time", async () => {
  for (const path of PAGES) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const again = await get(path, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  }
});

test("a page is in the language of the query, else the cookie, else the browser, and its headers tell caches so", async () => {
  const russian = { "accept-language": "ru-RU,ru;q=0.9,en;q=0.8" };
  expect(await titleOf(get("/about"))).toBe("en-about");
  expect(await titleOf(get("/about", russian))).toBe("ru-about");
  expect(await titleOf(get("/about", { ...russian, cookie: "theme=dark; i18next=en" }))).toBe("en-about");
  expect(await titleOf(get("/about?lng=ru", { cookie: "i18next=en" }))).toBe("ru-about");
  expect(await titleOf(get("/about?lng=de", russian))).toBe("ru-about");
  const answer = await get("/about", russian);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding, Accept-Language, Cookie");
  expect(answer.headers.get("content-language")).toBe("ru");
  // To a cache, the other language is a different page.
  expect((await get("/about", { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(200);
});

test("a language chosen by URL is kept in the cookie, for a browser without scripts", async () => {
  expect((await get("/about?lng=ru")).headers.get("set-cookie")).toBe(
    "i18next=ru; Path=/; Max-Age=31536000; SameSite=Lax",
  );
  expect((await get("/about")).headers.get("set-cookie")).toBeNull();
  const fromElsewhere = await get("/about?lng=ru", { "sec-fetch-site": "cross-site" });
  expect([fromElsewhere.headers.get("content-language"), fromElsewhere.headers.get("set-cookie")]).toEqual([
    "ru",
    null,
  ]);
});

test("each page has its own content", async () => {
  for (const path of PAGES) {
    const name = path === "/" ? "index" : path.slice(1).replaceAll("/", "-").replaceAll(":", "");
    expect([path, await titleOf(get(path))]).toEqual([path, `en-${name}`]);
  }
});

test("a prerendered page is filled with the operator's details, as text, without those that aren't set", async () => {
  const html = await (await get("/about")).text();
  expect(html).toContain("<title>en-about · A &lt;/script&gt; &quot;brand&quot;</title>");
  expect(html).toContain(String.raw`{"name":"A \u003c/script> \"brand\""}`);
  expect(html).toContain('<a href="mailto:hello@example.com">hello@example.com</a>');
  expect(html).not.toMatch(/t\.me|[⟦⟧]/);
});

test("a page's canonical URL is at PUBLIC_URL, and names the language only if the request did", async () => {
  expect(await (await get("/about")).text()).toContain('href="https://relay.example/en-about"');
  expect(await (await get("/about?lng=ru")).text()).toContain('href="https://relay.example/ru-about?lng=ru"');
});

test("search engines find the listed pages in each language, and are kept out of the rest", async () => {
  const robots = await (await get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /profile\n");
  expect(robots).toContain("Sitemap: https://relay.example/sitemap.xml\n");
  const sitemap = await (await get("/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(LISTED_PAGES.length * (LANGUAGES.length + 1));
  expect(addresses).toContain("https://relay.example/tariffs?lng=ru");
  expect(sitemap).toContain('<xhtml:link rel="alternate" hreflang="x-default" href="https://relay.example/faq"/>');
});

test("a page's URL with a trailing slash, or in another case, redirects to the page", async () => {
  for (const written of ["/about/", "/About", "/ABOUT//"]) {
    const answer = await get(`${written}?lng=ru`);
    expect([written, answer.status, answer.headers.get("location")]).toEqual([written, 301, "/about?lng=ru"]);
  }
  const order = await get("/Profile/orders/0198C0DE/");
  expect([order.status, order.headers.get("location")]).toEqual([301, "/profile/orders/0198c0de"]);
});

test("every order's address leads to the page of the open order, whatever the order's id", async () => {
  for (const id of ["0198c0de-0000-7000-8000-000000000001", "none", "%D0%B0", "a%2Fb"]) {
    expect([id, await titleOf(get(`/profile/orders/${id}`))]).toEqual([id, "en-profile-orders-id"]);
  }
  expect((await get("/profile/orders/1/2")).status).toBe(404);
});

test("a page has the operator's details, and none of them can end the element that holds them", async () => {
  const html = await (await get("/")).text();
  const [, json = ""] = /<script type="application\/json" id="site">(.*)<\/script><\/body>/.exec(html) ?? [];
  expect(json).not.toContain("</script>");
  expect(JSON.parse(json)).toEqual({
    brand: `A </script> "brand"`,
    contactEmail: "hello@example.com",
    metrikaId: "42",
    offeredVenues: ["TINKOFF", "ALOR_BROKER"],
    outgoingAddresses: ["192.0.2.1", "2001:db8::1"],
    telegramBotName: "chartrelay_sandbox_bot",
  });
});

// @covers E15
test("no page may run inline scripts, be framed, or load third-party scripts except the counter, and on the checkout the payment script", async () => {
  const counter = "https://mc.yandex.ru https://yastatic.net";
  const widget = new URL(server.parts.payments?.widgetUrl ?? "").origin;
  for (const path of [...PAGES, "/%70rofile/api", "/profile/orders/0198c0de", "/nothing"]) {
    const policy = (await get(path)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; .*object-src 'none'.*frame-ancestors 'none'/);
    const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
    const isPrivate = /^\/(?:profile|%70rofile|orders-test|registration|reset-password)/.test(path);
    const others = path === "/profile/checkout" ? ` ${widget}` : isPrivate ? "" : ` ${counter}`;
    expect([path, scripts]).toEqual([path, `'self'${others}`]);
  }
});

test("an unknown URL answers 404: with a page to a browser that requests one, with a problem to any other client", async () => {
  const page = await get("/no/such/page");
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("en-not-found");
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

test.each(["//", "//profile/", "//relay.example/profile/", "///"])(
  "the URL %s, with its slashes kept, leads nowhere",
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
  },
);

test("a hashed file is cached for good and sent as compressed by the build; a fixed one is revalidated", async () => {
  const script = await get("/assets/main-4f2a.js", { "accept-encoding": "br" });
  expect(await script.text()).toBe(SCRIPT);
  expect(script.headers.get("content-encoding")).toBe("br");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await get("/before-paint.js")).headers.get("cache-control")).toBe("public, max-age=3600");
});

test("a server without a built web application is only an API", async () => {
  const api = await startServer();
  const answer = await fetch(api.url, { headers: { accept: "text/html" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json; charset=utf-8"]);
});
