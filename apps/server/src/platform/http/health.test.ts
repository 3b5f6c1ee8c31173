import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { readAnswer, type Answer } from "../../../test/api.ts";
import { createPglite } from "../../../test/database.ts";
import { startServer, type TestServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import type { Database } from "../db/database.ts";

const server = await startServer();
const get = async (path: string) => readAnswer(await fetch(server.url + path));

test("a running server is alive and accepts alerts", async () => {
  expect(await get("/healthz")).toMatchObject({ status: 200, body: { status: "alive" } });
  expect(await get("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
});

test("a server whose storage doesn't answer is alive but accepts no alerts", async () => {
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
  await expect.poll(async () => (await fetch(`${own.url}/readyz`)).status).toBe(200);
});

/**
 * Simulates a standby after a failover, or a full disk: reads work, writes fail. Returns the function that ends it.
 */
async function makeReadOnly({ database }: TestServer["parts"]): Promise<() => Promise<void>> {
  // Afterwards the server no longer has connections on which to ask for it.
  const [{ name } = {}] = await database.query<{ name: string }>("select current_database() as name");
  await setReadOnly(database, name, "on");
  return () => setReadOnly(database, name, "off");
}

async function setReadOnly(database: Database, name: string | undefined, value: "on" | "off"): Promise<void> {
  if (database.kind === "pglite") return void (await database.query(`set default_transaction_read_only = ${value}`));
  const superuser = new pg.Client({ connectionString: inject("postgresUrl") });
  await superuser.connect();
  await superuser.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  // The setting applies to new connections only.
  await superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await superuser.end();
}

// @covers F7
test("a server whose storage accepts no writes accepts no alerts, and says so", async () => {
  const own = await startServer();
  const trader = await linkTrader(own);
  expect((await trader.alert()).status).toBe(200);
  const endReadOnly = await makeReadOnly(own.parts);
  const answer = await trader.alert();
  expect([answer.status, answer.body.code]).toEqual([503, "storage_unavailable"]);
  expect((await fetch(`${own.url}/readyz`)).status).toBe(503);
  await endReadOnly();
  await expect.poll(async () => (await fetch(`${own.url}/readyz`)).status).toBe(200);
  expect((await trader.alert()).status).toBe(200);
});

// @covers F7
test("a server whose embedded database has a full disk accepts no alerts and says so, until there is room", async () => {
  let freeMiB = 1_024;
  const storage = await createPglite(() => freeMiB * 1_048_576);
  onTestFinished(() => storage.drop());
  const own = await startServer({ parts: { database: storage.database } });
  const trader = await linkTrader(own);
  const answers = async () => {
    const { status, body } = await trader.alert();
    const ready = await readAnswer(await fetch(`${own.url}/readyz`));
    return [status, body.code, ready.status, (await fetch(`${own.url}/healthz`)).status];
  };
  expect(await answers()).toEqual([200, undefined, 200, 200]);
  freeMiB = 63;
  expect(await answers()).toEqual([503, "storage_unavailable", 503, 200]);
  // Meanwhile the node has let go of its queues, as it can't be sure that they are still its own.
  await expect.poll(() => own.app.http.orders.queues.share).toBe(0);
  freeMiB = 64;
  await expect.poll(answers).toEqual([200, undefined, 200, 200]);
  await trader.ended(2);
});

// @covers E15
test("every answer forbids storing, framing, sniffing and scripts", async () => {
  const trader = await linkTrader(server);
  const accepted = await trader.alert();
  expect(accepted.status).toBe(200);
  const answers = [
    await get("/healthz"),
    await get("/api/v1/users/me"),
    await get("/nothing"),
    await server.api().post("/auth/login", "{"),
    accepted,
    await trader.alert("nonsense"),
    await server.api().post("/alerts?account=nobody", "hello"),
  ];
  const securityHeaders = ({ headers }: Answer) =>
    [...headers].filter(([name]) => /^(x-(?!ratelimit)|cross-|origin-|content-security|strict-|referrer)/.test(name));
  for (const answer of answers) {
    const { headers } = answer;
    expect(securityHeaders(answer)).toEqual(answers[0] && securityHeaders(answers[0]));
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

test("/docs shows the API with its own files only, under a policy that allows them", async () => {
  const page = await get("/docs/");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  // The page has no inline script, so the policy blocks none.
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address = ""]) => new URL(address, `${server.url}/docs/`),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect(file.origin).toBe(server.url);
    const answer = await fetch(file);
    // An unread file would keep its connection open, and the server would wait for that when it stops.
    await answer.arrayBuffer();
    expect([file.href, answer.status]).toEqual([file.href, 200]);
  }
  const initializer = await get("/docs/static/swagger-initializer.js");
  expect(initializer.text.replaceAll(/^\s*\/\/.*$/gm, "")).not.toMatch(/https?:/);

  const description = await get("/docs/json");
  expect(
    description.body.paths["/api/v1/accounts/me/list"].post.requestBody.content["application/json"].schema.type,
  ).toBe("array");
});
