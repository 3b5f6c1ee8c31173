/** Leader election between two nodes, one of which reaches PostgreSQL through a network that can go silent. */
import Fastify from "fastify";
import fp from "fastify-plugin";
import { afterAll, expect, test } from "vitest";
import { startTcpProxy } from "../../../../scripts/tcp-proxy.ts";
import { openTestDatabase } from "../../test/database.ts";
import { silentLog } from "../../test/retry-log.ts";
import { systemClock } from "./clock.ts";
import { openPostgres } from "./db/postgres.ts";
import { jobs } from "./jobs.ts";

const storage = await openTestDatabase();
const direct = new URL(storage.url ?? "");
const proxy = await startTcpProxy(Number(direct.port));
const proxied = new URL(direct);
proxied.port = String(proxy.port);

afterAll(async () => {
  await proxy.close();
  await storage.drop();
});

/** Starts a candidate; `leads` says whether its job is running. */
async function startCandidate(url: URL) {
  const database = await openPostgres({ url: url.href, directUrl: url.href, onConnectionError: () => undefined });
  const app = Fastify();
  const parts = { database, clock: systemClock, log: silentLog };
  await app.register(fp(async (instance) => void instance.decorate("platform", parts as never), { name: "platform" }));
  await app.register(jobs);
  let leads = false;
  app.jobs.add({
    run: async (ended) => {
      leads = true;
      await new Promise<void>((resolve) => ended.addEventListener("abort", () => resolve(), { once: true }));
      leads = false;
    },
  });
  app.jobs.start();
  return {
    leads: () => leads,
    async stop() {
      await app.jobs.stop();
      await database.close();
    },
  };
}

test("a leader whose database connection has gone silent stops leading, so that there is only one", async () => {
  const first = await startCandidate(proxied);
  await expect.poll(first.leads).toBe(true);
  const second = await startCandidate(direct);
  proxy.cut("black hole");
  // As PostgreSQL does once it notices that the machine is gone, or because another server was promoted.
  await storage.database.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [0x4352_0004],
  );
  await expect.poll(second.leads).toBe(true);
  await expect.poll(first.leads, { timeout: 5_000 }).toBe(false);
  proxy.cut("reset");
  proxy.heal();
  await Promise.all([first.stop(), second.stop()]);
});
