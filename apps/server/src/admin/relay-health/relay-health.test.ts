import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";

const server = await startServer({ settings: { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "admin-password" } });
const { body: session } = await server
  .api()
  .post("/auth/login", { email: "admin@example.com", password: "admin-password" });
const admin = server.api(session.accessToken);

test("an admin sees queue, outcomes, latency and nodes across all users", async () => {
  const [alor, binance] = [await linkTrader(server), await linkTrader(server, { venue: "BINANCE_SPOT" })];
  await alor.alert();
  await alor.alert(alor.message({ ticker: "NOSUCH" }));
  await binance.alert();
  await Promise.all([alor.ended(2), binance.ended(1)]);
  const { status, body } = await admin.get("/admin/relay?minutes=5");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    minutes: 5,
    queue: { queued: 0, sending: 0, unresolved: 0, lanes: 0, oldestUs: null },
    stalled: [],
    nodes: [{ isThis: true, relays: true, partitions: 64 }],
  });
  expect(body.outcomes).toEqual([
    { exchange: "ALOR_BROKER", status: "CREATED", reason: null, orders: 1 },
    { exchange: "ALOR_BROKER", status: "REJECTED", reason: "INSTRUMENT_NOT_FOUND", orders: 1 },
    { exchange: "BINANCE_SPOT", status: "CREATED", reason: null, orders: 1 },
  ]);
  const [ofAlor, ofBinance] = body.latency;
  // An order that was refused before the send was never on its way to the venue.
  expect(ofAlor.relay.orders.reduce((sum: number, orders: number) => sum + orders, 0)).toBe(1);
  expect(ofBinance.venue.orders.reduce((sum: number, orders: number) => sum + orders, 0)).toBe(1);
  expect(ofBinance.venue.p50Us).toBeGreaterThan(0);
  expect(body.pools.length).toBeGreaterThan(0);
});

test("orders that a venue doesn't answer count in the queue, and the venue shows as stalled", async () => {
  await server.parts.database.query(
    `insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, attempt, received_at,
       committed_at, ticker, direction, type, quantity)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'nobody', 'TINKOFF', false, 63, 'NEW', 'sending', 1, $1, $1,
       'SBER', 'BUY', 'MARKET', '1'`,
    [(Date.now() - 9_000) * 1_000],
  );
  const { body } = await admin.get("/admin/relay");
  expect(body.queue).toMatchObject({ queued: 0, lanes: 1 });
  expect(body.stalled).toEqual([{ exchange: "TINKOFF", isDemo: false, orders: 1, oldestUs: expect.any(Number) }]);
  expect(body.stalled[0].oldestUs).toBeGreaterThan(8_900_000);
});
