import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startPostgres } from "../../../../scripts/test-postgres.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import { openPostgres } from "../platform/db/postgres.ts";

const postgres = await startPostgres();
const database = await openPostgres({ url: postgres.url, directUrl: postgres.url, onConnectionError: () => undefined });
const server = await startServer({ parts: { database } });

afterAll(async () => {
  await database.close();
  await postgres.stop();
});

// @covers F2 P1
test(
  "promise 1: while PostgreSQL is down an alert gets 503 within two seconds, and the server recovers without a restart",
  { timeout: 120_000 },
  async () => {
    const trader = await linkTrader(server);
    expect((await trader.alert(trader.message({ contracts: 1 }))).status).toBe(200);
    await trader.ended(1);

    await postgres.kill();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const askedAt = performance.now();
      const answer = await trader.alert(trader.message({ contracts: 2 }));
      expect(answer.status).toBe(503);
      expect(answer.body.code).toBe("storage_unavailable");
      expect(performance.now() - askedAt).toBeLessThan(2_000);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    await postgres.start();
    await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200));
    expect((await trader.alert(trader.message({ contracts: 3 }))).status).toBe(200);
    await trader.ended(2);
    expect(trader.executed().map(({ quantity }) => quantity)).toEqual(["1", "3"]);
  },
);

// @covers F2
test(
  "promise 2: an order answered while PostgreSQL is down is sent once and recorded when PostgreSQL is back",
  { timeout: 120_000 },
  async () => {
    const trader = await linkTrader(server);
    server.sandbox.faults.set({ kind: "latency", latencyMs: 300, executed: true, account: trader.portfolio });
    expect((await trader.alert()).status).toBe(200);
    await eventually(() => expect(trader.executed()).toHaveLength(1));
    await postgres.kill();
    await postgres.start();
    const [order] = await eventually(() => trader.ended(1));
    expect(order).toMatchObject({ status: "CREATED" });
    expect(trader.executed()).toHaveLength(1);
  },
);

/** Changes a setting of the server, and settles once it is in force. */
async function configure(statement: string): Promise<void> {
  await asSuperuser(statement);
  await asSuperuser("select pg_reload_conf()");
}

/** Uses a connection of its own, which may write whatever the server's settings are. */
async function asSuperuser(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: postgres.url, options: "-c default_transaction_read_only=off" });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const CANCEL_WAITING = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";

// @covers P1
test("promise 1: an alert whose commit was not replicated gets 503, though PostgreSQL reports success with a warning", async () => {
  const trader = await linkTrader(server);
  await configure("alter system set synchronous_standby_names = 'absent'");
  const answered = trader.alert(trader.message({ contracts: 4 }));
  // What an operator does who sees statements hang.
  await eventually(async () => expect((await asSuperuser(CANCEL_WAITING)).rowCount).toBeGreaterThan(0));
  expect((await answered).status).toBe(503);
  await configure("alter system reset synchronous_standby_names");
  await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200));
  expect((await trader.alert(trader.message({ contracts: 4 }))).status).toBe(200);
  const [order] = await trader.ended(1);
  expect(order).toMatchObject({ status: "CREATED" });
  expect(trader.executed().map(({ quantity }) => quantity)).toEqual(["4"]);
});

// @covers P1
test("a server that takes no writes, as a demoted primary, gets 503, and its connections aren't kept", async () => {
  const trader = await linkTrader(server);
  await configure("alter system set default_transaction_read_only = on");
  await eventually(async () => expect((await trader.alert(trader.message({ contracts: 5 }))).status).toBe(503));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  await expect(database.openSession()).rejects.toMatchObject({ code: "25006" });
  await configure("alter system reset default_transaction_read_only");
  await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200));
  expect((await trader.alert(trader.message({ contracts: 6 }))).status).toBe(200);
});

// @covers F2 P1
test(
  "promise 1: while every connection for alerts is taken, alerts wait or get 503, and each one answered 2xx is executed",
  { timeout: 120_000 },
  async () => {
    const trader = await linkTrader(server);
    // Statements that nearly take their time limit, more of them than there are connections.
    const taken = Array.from({ length: 12 }, () => database.journal.query("select pg_sleep(0.9)").catch(() => []));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => trader.alert(trader.message({ contracts: index + 1 }))),
    );
    await Promise.all(taken);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    await eventually(async () => expect((await trader.alert(trader.message({ contracts: 11 }))).status).toBe(200));
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id as string));
    await eventually(() => {
      const executed = new Set(trader.executed().map(({ clientOrderId }) => clientOrderId));
      expect([...ids].filter((id) => !executed.has(id))).toEqual([]);
      expect(trader.executed().map(({ quantity }) => quantity)).toContain("11");
    });
    const quantities = trader.executed().map(({ quantity }) => quantity);
    expect(new Set(quantities).size).toBe(quantities.length);
  },
);
