import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { fillOf, type FillToStore, type OrderToFill, storeFills, storeOrder } from "./filled-order.fixture.ts";
import { ownHoldings } from "./own-holdings.ts";
import { createSumming } from "./summing.ts";
import type { Valuation } from "./valuation.ts";

const server = await startServer();
const { database, clock } = server.parts;
const { platform, jobs } = server.app.http;
// The tests sum by themselves.
await jobs.stop();
const SBER: Valuation = { price: "305", readAtMs: 1_000, unitValue: "10", currency: "RUB", tick: "0.01" };

/** Sums as the job does, with a venue that values prices as the test says. */
const sumUp = (valueOf: () => Promise<Valuation | undefined> = async () => SBER) =>
  createSumming({ db: database, clock, bus: platform.bus, log: platform.log, valueOf }).sum();

/** Stores an order as its venue accepted it, received at noon, and its fills. Returns its id. */
async function filled(
  { accountId, user }: Trader,
  side: "BUY" | "SELL",
  fills: readonly FillToStore[],
  order: Partial<OrderToFill> = {},
): Promise<string> {
  const id = await storeOrder(database, { accountId, userId: user.id, side, ...order });
  await storeFills(
    database,
    id,
    fills.map((fill) => fillOf({ side, ...fill })),
  );
  return id;
}

const JULY = "from=2026-07-01T00:00:00Z&to=2026-08-01T00:00:00Z";

test("profit, fees and days in the user's zone are right to the kopeck; what is open is valued at the last price", async () => {
  const trader = await linkTrader(server);
  await filled(trader, "BUY", [
    { quantity: "2", price: "300.5", at: "2026-07-10T12:00:00Z" },
    { quantity: "1", price: "301", at: "2026-07-10T20:59:59Z" },
  ]);
  // Already the next day in Moscow.
  await filled(trader, "SELL", [{ quantity: "2", price: "302.1", at: "2026-07-10T21:00:00Z", fee: "0.61" }]);
  await sumUp();
  const { status, body } = await trader.user.api.get(`/reports/me?tz=Europe/Moscow&${JULY}`);
  expect(status).toBe(200);
  // The average is 300.666…: (302.1 − 300.666…) × 2 × 10.
  expect(body.totals).toEqual([
    {
      currency: "RUB",
      realised: "28.66666667",
      fees: "1.61",
      funding: "0",
      net: "27.05666667",
      fills: 3,
      open: expect.toBeOneOf([null, expect.any(String)]),
    },
  ]);
  expect(body.days).toEqual([
    expect.objectContaining({ day: "2026-07-10", realised: "0", fees: "1", net: "-1", running: "-1", fills: 2 }),
    expect.objectContaining({ day: "2026-07-11", realised: "28.66666667", fees: "0.61", running: "27.05666667" }),
  ]);
  expect(body.instruments).toEqual([
    expect.objectContaining({ instrument: { exchange: "ALOR_BROKER", ticker: "SBER" }, fills: 3 }),
  ]);
  expect(body.accounts).toEqual([expect.objectContaining({ accountId: trader.account, isDemo: true, fills: 3 })]);
  expect(body.uncounted).toBe(0);
  const { body: inUtc } = await trader.user.api.get(`/reports/me?${JULY}`);
  expect(inUtc.days).toHaveLength(1);
  expect((await trader.user.api.get(`/reports/me?${JULY}&ticker=gazp`)).body.totals).toEqual([]);
  expect((await trader.user.api.get(`/reports/me?${JULY}&account=${trader.account}`)).body.totals).toHaveLength(1);
  for (const [environment, count] of [
    ["demo", 1],
    ["live", 0],
  ]) {
    const { body: narrowed } = await trader.user.api.get(`/reports/me?${JULY}&environment=${environment}`);
    expect(narrowed.totals).toHaveLength(Number(count));
  }
  const other = await linkTrader(server);
  expect((await other.user.api.get(`/reports/me?${JULY}&account=${trader.account}`)).body.instruments).toEqual([]);
});

test("a fill reported late finds its place, whatever was summed before, and each fill counts once", async () => {
  const trader = await linkTrader(server);
  const realised = async () => {
    await sumUp();
    return (await trader.user.api.get(`/reports/me?${JULY}`)).body.totals[0]?.realised;
  };
  await filled(trader, "BUY", [
    { quantity: "1", price: "100", at: "2026-07-10T11:00:00Z" },
    { quantity: "1", price: "100", at: "2026-07-10T12:00:00Z" },
  ]);
  await filled(trader, "SELL", [{ quantity: "1", price: "110", at: "2026-07-10T15:00:00Z" }]);
  expect(await realised()).toBe("100");
  await Promise.all([sumUp(), sumUp()]);
  expect(await realised()).toBe("100");
  // Between the two: the average becomes 105.
  await filled(trader, "BUY", [{ quantity: "2", price: "110", at: "2026-07-10T13:00:00Z" }]);
  expect(await realised()).toBe("50");
  const { body } = await trader.user.api.get(`/reports/me?${JULY}`);
  expect(body.totals[0].fills).toBe(4);
  expect(await ownHoldings(database, [trader.accountId])).toEqual([expect.objectContaining({ quantity: "3" })]);
});

test("money and demo money are never added up: live counts if there is a live account, else demo, and a filter or an account decides", async () => {
  const demo = await linkTrader(server);
  await server.grantPro(demo.user);
  const { api } = demo.user;
  await filled(demo, "BUY", [{ quantity: "1", price: "100", at: "2026-07-10T12:00:00Z" }]);
  await sumUp();
  /** Returns the environment that is counted, and the fills of the report, the list of orders and the file. */
  const counted = async (filter = "") => {
    const { environment, totals } = (await api.get(`/reports/me?${JULY}${filter}`)).body;
    const orders = (await api.get(`/reports/me/orders?${JULY}${filter}`)).body.totalElements;
    const rows = (await api.get(`/reports/me/csv?${JULY}${filter}`)).text.trim().split("\r\n").length - 1;
    return [environment, totals[0]?.fills ?? 0, orders, rows];
  };
  expect(await counted()).toEqual(["demo", 1, 1, 1]);
  const live = await linkTrader(server, { user: demo.user, environment: "live" });
  expect(await counted()).toEqual(["live", 0, 0, 0]);
  for (const at of ["2026-07-10T12:00:00Z", "2026-07-10T12:00:01Z"])
    await filled(live, "BUY", [{ quantity: "1", price: "100", at }]);
  await sumUp();
  expect(await counted()).toEqual(["live", 2, 2, 2]);
  expect(await counted("&environment=demo")).toEqual(["demo", 1, 1, 1]);
  expect(await counted(`&account=${demo.account}`)).toEqual(["demo", 1, 1, 1]);
  expect(await counted(`&account=${demo.account}&environment=live`)).toEqual(["live", 0, 0, 0]);
});

test("fills that nobody can value are counted as uncounted, and later as soon as somebody can", async () => {
  const trader = await linkTrader(server);
  await filled(trader, "BUY", [{ quantity: "1", price: "100", at: "2026-07-10T12:00:00Z" }]);
  await sumUp(async () => undefined);
  expect((await trader.user.api.get(`/reports/me?${JULY}`)).body).toMatchObject({ uncounted: 1, totals: [] });
  await sumUp();
  expect((await trader.user.api.get(`/reports/me?${JULY}`)).body).toMatchObject({ uncounted: 0 });
  // The venue has fallen silent: the last value still counts.
  await filled(trader, "SELL", [{ quantity: "1", price: "101", at: "2026-07-10T12:30:00Z" }]);
  await sumUp(async () => undefined);
  expect((await trader.user.api.get(`/reports/me?${JULY}`)).body.totals[0]).toMatchObject({ realised: "10", fills: 2 });
});

test("the cost of execution is shown by order and summed: against the signal's price and time", async () => {
  const trader = await linkTrader(server);
  const id = await filled(
    trader,
    "BUY",
    [
      { quantity: "1", price: "300.1", at: "2026-07-10T12:00:02Z" },
      { quantity: "1", price: "300.2", at: "2026-07-10T12:00:03Z" },
    ],
    {
      otherFields: [
        { field: "signalPrice", value: "300" },
        { field: "signalTime", value: "2026-07-10T12:00:00Z" },
        { field: "strategy", value: "Breakout" },
      ],
    },
  );
  await sumUp();
  const { body } = await trader.user.api.get(`/reports/me?${JULY}`);
  expect(body.cost).toEqual({
    signalToReceivedMs: 1_000,
    receivedToSentMs: 20,
    sentToFilledMs: 1_480,
    slippage: [{ currency: "RUB", fills: 2, money: "3", basisPoints: "5", ticks: "15" }],
  });
  const { body: orders } = await trader.user.api.get(`/reports/me/orders?${JULY}`);
  expect(orders.totalElements).toBe(1);
  expect(orders.content).toEqual([
    {
      id,
      accountId: trader.account,
      instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
      strategy: "Breakout",
      quantity: "2",
      averagePrice: "300.15",
      filledAt: "2026-07-10T12:00:03.000Z",
      signalPrice: "300",
      signalTime: "2026-07-10T12:00:00.000Z",
      signalToReceivedMs: 1_000,
      receivedToSentMs: 20,
      sentToFilledMs: 1_980,
      currency: "RUB",
      slippage: { money: "3", basisPoints: "5", ticks: "15" },
      fees: [{ currency: "RUB", amount: "1" }],
    },
  ]);
});

test("what is realised is shown by strategy, and a fill without one has a row of its own", async () => {
  const trader = await linkTrader(server);
  const breakout = { otherFields: [{ field: "strategy", value: "Breakout" }] };
  await filled(trader, "BUY", [{ quantity: "2", price: "100", at: "2026-07-10T12:00:00Z" }], breakout);
  await filled(trader, "SELL", [{ quantity: "1", price: "101", at: "2026-07-10T12:01:00Z" }], breakout);
  await filled(trader, "SELL", [{ quantity: "1", price: "98", at: "2026-07-11T12:00:00Z" }]);
  // A second account of the same user.
  const other = await linkTrader(server, { user: trader.user });
  await filled(other, "BUY", [{ quantity: "1", price: "100", at: "2026-07-12T12:00:00Z", fee: null }], breakout);
  await sumUp();
  const { body } = await trader.user.api.get(`/reports/me?${JULY}`);
  expect(body.strategies).toEqual([
    expect.objectContaining({ strategy: null, realised: "-20", fees: "0.5", net: "-20.5", fills: 1 }),
    expect.objectContaining({ strategy: "Breakout", realised: "10", fees: "1", net: "9", fills: 3 }),
  ]);
  expect(body.totals[0]).toMatchObject({ realised: "-10", fees: "1.5", fills: 4 });
  expect(body.days.map(({ running }: { running: string }) => running)).toEqual(["9", "-11.5", "-11.5"]);
});

test("a fee of the whole order counts once, with its first fill, and again when the venue charges more", async () => {
  const trader = await linkTrader(server);
  const { api } = trader.user;
  const fills = [
    fillOf({ quantity: "1", price: "100", fee: null, at: "2026-07-10T12:00:00Z" }),
    fillOf({ quantity: "1", price: "101", fee: null, at: "2026-07-11T12:00:00Z" }),
  ];
  const id = await storeOrder(database, { ...trader, userId: trader.user.id, venue: "TINKOFF", side: "BUY" });
  const charged = async () => {
    await sumUp();
    const { body } = await api.get(`/reports/me?${JULY}`);
    return body.days.map(({ day, fees }: { day: string; fees: string }) => [day, fees]);
  };
  await storeFills(database, id, fills.slice(0, 1));
  expect(await charged()).toEqual([["2026-07-10", "0"]]);
  await storeFills(database, id, fills.slice(0, 1), { amount: "0.05", currency: "RUB" }, []);
  expect(await charged()).toEqual([["2026-07-10", "0.05"]]);
  await storeFills(database, id, fills, { amount: "0.11", currency: "RUB" }, fills.slice(1));
  expect(await charged()).toEqual([
    ["2026-07-10", "0.11"],
    ["2026-07-11", "0"],
  ]);
  const { text } = await api.get(`/reports/me/csv?${JULY}`);
  const rows = text.trim().split("\r\n").slice(1);
  expect(rows.map((row) => row.split(",").slice(10, 12))).toEqual([
    ["0.11", "RUB"],
    ["", ""],
  ]);
  expect((await api.get(`/reports/me/orders?${JULY}`)).body.content[0].fees).toEqual([
    { amount: "0.11", currency: "RUB" },
  ]);
});

test("a report reads as many rows for ten thousand fills as for one", async () => {
  const trader = await linkTrader(server);
  const id = await filled(trader, "BUY", [{ quantity: "1", price: "100", at: "2026-07-10T12:00:00Z" }]);
  await database.query(
    `insert into fills (order_id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, fee_amount, fee_currency, executed_at, stored_at)
     select order_id, 'M' || n, user_id, account_id, venue, symbol, case when n % 2 = 0 then 'BUY' else 'SELL' end, quantity, price,
       fee_amount, fee_currency, executed_at + n, stored_at from fills, generate_series(1, 9999) n where order_id = $1`,
    [id],
  );
  await sumUp();
  const [{ rows } = { rows: 0 }] = await database.query<{ rows: number }>(
    "select count(*)::int as rows from fill_sums where account_id = $1",
    [trader.accountId],
  );
  expect(rows).toBe(1);
  const { body } = await trader.user.api.get(`/reports/me?${JULY}`);
  expect(body.totals[0]).toMatchObject({ fills: 10_000, fees: "5000", realised: "0" });
});

test("the CSV file has a row for each fill, oldest first, and needs a period that isn't too long", async () => {
  const trader = await linkTrader(server);
  const id = await filled(trader, "BUY", [
    { quantity: "1", price: "300.2", at: "2026-07-10T12:00:03Z" },
    { quantity: "1", price: "300.1", at: "2026-07-10T12:00:02Z" },
  ]);
  const { text } = await trader.user.api.get(`/reports/me/csv?${JULY}`);
  const [header, ...rows] = text.trim().split("\r\n");
  expect(header).toContain("Fee currency");
  expect(rows.map((row) => row.split(",").slice(6, 12).join(","))).toEqual([
    "SBER,buy,1,300.1,0.5,RUB",
    "SBER,buy,1,300.2,0.5,RUB",
  ]);
  expect(rows[0]).toContain(id);
  const { status, body } = await trader.user.api.get("/reports/me/csv?from=2020-01-01&to=2026-01-01");
  expect([status, body.code]).toEqual([422, "validation_failed"]);
  expect((await trader.user.api.get("/reports/me?tz=Mars/Olympus")).body.errors).toHaveProperty("tz");
});
