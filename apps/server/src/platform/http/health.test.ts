import { expect, test } from "vitest";
import { readAnswer } from "../../../test/api.ts";
import { startServer } from "../../../test/server.ts";
import type { Database } from "../db/database.ts";

const server = await startServer();
const get = async (path: string) => readAnswer(await fetch(server.url + path));

test("a running server is alive and takes alerts", async () => {
  expect(await get("/healthz")).toMatchObject({ status: 200, body: { status: "alive" } });
  expect(await get("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
});

test("a server whose storage doesn't answer is alive and takes no alerts", async () => {
  const { database } = server.parts;
  let isAway = false;
  const journal: Database["journal"] = {
    query: (text, values) => (isAway ? Promise.reject(new Error("away")) : database.journal.query(text, values)),
  };
  const own = await startServer({ parts: { database: { ...database, journal } } });
  isAway = true;
  const ready = await readAnswer(await fetch(`${own.url}/readyz`));
  expect([ready.status, ready.body.code]).toEqual([503, "storage_unavailable"]);
  expect((await fetch(`${own.url}/healthz`)).status).toBe(200);
  isAway = false;
  expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
});

test("every answer forbids to be stored, framed, sniffed or scripted", async () => {
  const answers = [
    await get("/healthz"),
    await get("/api/v1/users/me"),
    await get("/nothing"),
    await server.api().post("/auth/login", "{"),
  ];
  for (const { headers } of answers) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none';.*object-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  }
});

test("/docs shows the API by its own files only, under a policy that lets it", async () => {
  const page = await get("/docs/");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  // No script stands in the page itself, so none is stopped by the policy.
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address = ""]) => new URL(address, `${server.url}/docs/`),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect(file.origin).toBe(server.url);
    expect([file.href, (await fetch(file)).status]).toEqual([file.href, 200]);
  }
  const initializer = await get("/docs/static/swagger-initializer.js");
  expect(initializer.text.replaceAll(/^\s*\/\/.*$/gm, "")).not.toMatch(/https?:/);

  const description = await get("/docs/json");
  expect(
    description.body.paths["/api/v1/accounts/me/list"].post.requestBody.content["application/json"].schema.type,
  ).toBe("array");
});
