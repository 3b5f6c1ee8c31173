import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { listAccountHoldings, listPositions } from "./list.ts";
import { createHoldingsReader } from "./reader.ts";
import { position, read, scripted } from "./scripted-venue.fixture.ts";

const server = await startServer();
const { database: db, clock } = server.parts;
const { accountDirectory: accounts, venues: adapters, platform } = server.app.http;

function reading() {
  const { venues, script } = scripted(adapters);
  const reader = createHoldingsReader({ venues, accounts, db, clock, log: platform.log });
  const parts = { db, accounts, strategies: server.app.http.strategyDirectory, reader };
  const lookup = async ({ accountId }: Trader) => {
    const account = await accounts.lookup(accountId);
    if (!account) throw new Error("no such account");
    return account;
  };
  return {
    script,
    listed: ({ user }: Trader) => listPositions(parts, user.id),
    holdings: ({ user }: Trader) => listAccountHoldings(parts, user.id),
    now: async (trader: Trader) => await reader.read(await lookup(trader), 0),
  };
}

test("positions and money are shown as the venue says, with the time of the reading, and all of it is drift", async () => {
  const trader = await linkTrader(server);
  const { script, listed, holdings } = reading();
  script.positions = read([position(), position({ symbol: "GAZP", ticker: "GAZP", quantity: "-2" })]);
  script.money = read([{ currency: "RUB", free: "1000.5", blocked: "20" }]);
  const before = Date.now();
  const rows = await listed(trader);
  expect(rows.map(({ instrument, quantity, drift }) => [instrument.ticker, quantity, drift])).toEqual([
    ["GAZP", "-2", "-2"],
    ["SBER", "3", "3"],
  ]);
  expect(rows[1]).toEqual({
    accountId: trader.account,
    instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
    quantity: "3",
    averagePrice: "300.5",
    price: "302",
    openProfit: "45",
    currency: "RUB",
    readAt: expect.any(String),
    strategies: [],
    protection: [],
    drift: "3",
  });
  expect(Date.parse(rows[1]?.readAt ?? "")).toBeGreaterThanOrEqual(before);
  expect(await holdings(trader)).toEqual([
    expect.objectContaining({
      accountId: trader.account,
      positions: { state: "read", readAt: rows[1]?.readAt, reason: null },
      money: expect.objectContaining({ currencies: [{ currency: "RUB", free: "1000.5", blocked: "20" }] }),
    }),
  ]);
});

test("what our fills explain is no drift, and what they bought and the venue doesn't hold is", async () => {
  const trader = await linkTrader(server);
  await db.query(
    `insert into fills (order_id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, executed_at, stored_at)
     select gen_random_uuid(), symbol || side || quantity, $2::uuid, $1, 'ALOR_BROKER', symbol, side, quantity, '100', 1, 1
     from (values ('SBER', 'BUY', '4'), ('SBER', 'SELL', '1'), ('GAZP', 'BUY', '0.50'), ('LKOH', 'BUY', '2'), ('LKOH', 'SELL', '2'))
       as t(symbol, side, quantity)`,
    [trader.accountId, trader.user.id],
  );
  const { script, listed } = reading();
  script.positions = read([position()]);
  expect((await listed(trader)).map(({ instrument, quantity, drift }) => [instrument.ticker, quantity, drift])).toEqual(
    [
      ["GAZP", "0", "-0.5"],
      ["SBER", "3", "0"],
    ],
  );
});

test("an account is read once for all pages that ask within a few seconds, and never twice at a time", async () => {
  const trader = await linkTrader(server);
  const { script, listed, holdings, now } = reading();
  const { promise, resolve } = Promise.withResolvers<void>();
  script.until = promise;
  const asked = [listed(trader), holdings(trader), now(trader), now(trader)];
  await expect.poll(() => script.reads).toBe(1);
  resolve();
  await Promise.all(asked);
  await listed(trader);
  expect(script.reads).toBe(1);
  await now(trader);
  expect(script.reads).toBe(2);
});

test("a key without the right says so and shows nothing; a venue that doesn't answer leaves the last reading, with its time", async () => {
  const trader = await linkTrader(server);
  const { script, listed, holdings, now } = reading();
  script.positions = { kind: "refused", reason: "NO_RIGHT_TO_READ" };
  script.money = read([{ currency: "RUB", free: "1", blocked: "0" }]);
  expect(await listed(trader)).toEqual([]);
  const [forbidden] = await holdings(trader);
  expect(forbidden?.positions).toEqual({ state: "forbidden", readAt: null, reason: "NO_RIGHT_TO_READ" });
  expect(forbidden?.money).toMatchObject({ state: "read", reason: null });

  script.positions = read([position()]);
  const { readAtMs } = (await now(trader)).positions;
  script.positions = { kind: "unknown", cause: "a timeout" };
  await now(trader);
  expect((await holdings(trader))[0]?.positions).toEqual({
    state: "unknown",
    readAt: new Date(readAtMs ?? 0).toISOString(),
    reason: null,
  });
  expect(await listed(trader)).toHaveLength(1);
  // After a restart as well.
  const restarted = reading();
  restarted.script.positions = { kind: "unknown", cause: "a timeout" };
  expect(await restarted.listed(trader)).toHaveLength(1);
});

test("a new key never shows what the former one's account held", async () => {
  const trader = await linkTrader(server);
  const { script, listed } = reading();
  script.positions = read([position()]);
  expect(await listed(trader)).toHaveLength(1);
  script.positions = { kind: "unknown", cause: "a timeout" };
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, apiKey: "D-another", secretKey: "another" }]);
  expect(await listed(trader)).toEqual([]);
});
