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

// @covers P1
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
