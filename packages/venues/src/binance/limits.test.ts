import { describe, expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

const MINUTE_MS = 60_000;

/** A venue that allows an address this much per minute. */
const allowing = (limit: number) => ({
  rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit }] as const,
});

describe.each(MARKETS)("$market", (market) => {
  const [noisy, quiet, demo] = [keyOf(market, "trial"), keyOf(market, "pro"), keyOf(market, "pro", "demo")];

  // @covers V20
  test.each(["429", "418"] as const)(
    "pitfall 20: after a %s nothing is sent for anybody until it is over",
    async (kind) => {
      const { sandbox, binance, clock } = await atTheSandbox(market);
      const placed = orderOf(market);
      await binance.place(placed, quiet, patient());
      sandbox.faults.set({ kind, retryAfterS: 7, times: 1 });
      const throttled = { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 7_000 };
      expect(await binance.place(orderOf(market), noisy, patient())).toMatchObject(throttled);
      clock.nowMs += 2_000;
      expect(await binance.place(orderOf(market), quiet, patient())).toEqual({
        ...throttled,
        retryAfterMs: 5_000,
        response: null,
        isUnsent: true,
      });
      expect(await binance.find(placed, quiet, patient())).toEqual({ kind: "unclear", cause: "VENUE_THROTTLED" });
      expect(await binance.check(demo, patient())).toMatchObject({ kind: "granted" });
      expect(sandbox.calls.count({ environment: "live", operation: "order" })).toBe(2);
      expect(sandbox.calls.count({ environment: "live", operation: "find" })).toBe(0);
      clock.nowMs += 5_000;
      expect(await binance.find(placed, quiet, patient())).toMatchObject({ kind: "found" });
      expect(await binance.place(orderOf(market), quiet, patient())).toMatchObject({ kind: "accepted" });
    },
  );

  test("the environments are two hosts: a closed one doesn't hold up the other", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "429", environment: "demo", retryAfterS: 60, times: 1 });
    await binance.place(orderOf(market), demo, patient());
    expect(await binance.place(orderOf(market), demo, patient())).toMatchObject({ kind: "throttled" });
    expect(await binance.place(orderOf(market), quiet, patient())).toMatchObject({ kind: "accepted" });
  });

  test("a 429 for the symbols holds back everything else too", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "429", operation: "market-data", retryAfterS: 3, times: 1 });
    const throttled = { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 3_000 };
    expect(await binance.place(orderOf(market), noisy, patient())).toMatchObject(throttled);
    expect(await binance.place(orderOf(market), quiet, patient())).toMatchObject(throttled);
    expect(sandbox.calls.count()).toBe(1);
  });

  // @covers V20
  test("pitfall 20: a flood of orders and look-ups never gets a 429, and look-ups outlast orders", async () => {
    const { sandbox, binance, clock, exchanges } = await atTheSandbox(market, {}, allowing(200));
    const orders = Array.from({ length: 400 }, () => orderOf(market, { ticker: market.ticker }));
    const first = orderOf(market);
    await binance.place(first, quiet, patient());
    const outcomes = [];
    for (const order of orders) {
      outcomes.push(await binance.place(order, noisy, patient()));
      await binance.find(order, noisy, patient());
    }
    expect(outcomes.at(-1)).toMatchObject({ kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: MINUTE_MS });
    expect(exchanges.filter(({ status }) => status === 429 || status === 418)).toEqual([]);
    const executed = outcomes.filter(({ kind }) => kind === "accepted");
    expect(sandbox.ledger.entries()).toHaveLength(executed.length + 1);
    const lastOrder = exchanges.findLastIndex(({ method }) => method === "POST");
    expect(exchanges.length - 1 - lastOrder).toBeGreaterThan(market === SPOT ? 5 : 30);
    clock.nowMs += MINUTE_MS;
    expect(await binance.place(orderOf(market), noisy, patient())).toMatchObject({ kind: "accepted" });
  });

  test("usage by others behind our address counts", async () => {
    const { sandbox, binance } = await atTheSandbox(market, {}, allowing(200));
    await binance.place(orderOf(market), quiet, patient());
    const { apiUrl } = sandbox[market === SPOT ? "binanceSpot" : "binanceFutures"];
    const others = market === SPOT ? "/api/v3/exchangeInfo" : "/fapi/v1/exchangeInfo";
    for (let count = 0; count < (market === SPOT ? 7 : 150); count += 1) await fetch(apiUrl + others);
    await binance.place(orderOf(market), quiet, patient());
    expect(await binance.place(orderOf(market), quiet, patient())).toMatchObject({
      kind: "throttled",
      reason: "VENUE_THROTTLED",
    });
    // A stop's order may end a risk.
    const closing = { ...orderOf(market), isUrgent: true };
    expect(await binance.place(closing, quiet, patient())).toMatchObject({ kind: "accepted" });
  });

  test("too many orders of one account stop that account and nobody else", async () => {
    const orders = { rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit: 1 } as const;
    const { binance, sandbox } = await atTheSandbox(
      market,
      {},
      { rateLimits: [...allowing(6_000).rateLimits, orders] },
    );
    const resting = { type: "LIMIT", price: "100000.1" } as const;
    await binance.place(orderOf(market, resting), noisy, patient());
    const throttled = { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 10_000 };
    expect(await binance.place(orderOf(market, resting), noisy, patient())).toMatchObject(throttled);
    expect(await binance.place(orderOf(market), quiet, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries()).toHaveLength(2);
  });

  test("wrong tickers use none of the shared weight", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    for (let count = 0; count < 50; count += 1)
      await binance.place(orderOf(market, { ticker: `NOSUCH${count}USDT` }), noisy, patient());
    expect(sandbox.calls.count()).toBe(1);
  });

  test("a hundred simultaneous orders share one list of symbols and one reading of the venue's clock", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const orders = Array.from({ length: 100 }, () => orderOf(market));
    const outcomes = await Promise.all(orders.map((order) => binance.place(order, quiet, patient())));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
    expect(sandbox.calls.count({ operation: "market-data" })).toBe(2);
    expect(sandbox.ledger.entries()).toHaveLength(100);
  });
});

test.each(MARKETS)("%s: orders that are placed use none of the shared weight", async (market) => {
  const { binance, exchanges } = await atTheSandbox(market, {}, allowing(100));
  const trader = keyOf(market);
  const outcomes = [];
  for (let count = 0; count < 150; count += 1) outcomes.push(await binance.place(orderOf(market), trader, patient()));
  expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(150);
  expect(exchanges.filter(({ status }) => status === 429)).toEqual([]);
});

test("a futures order weighs nothing, but still waits when the weight for look-ups runs out", async () => {
  const { binance, exchanges } = await atTheSandbox(FUTURES, {}, allowing(20));
  const trader = keyOf(FUTURES);
  const order = orderOf(FUTURES);
  await binance.place(order, trader, patient());
  for (let count = 0; count < 17; count += 1) await binance.find(order, trader, patient());
  expect(await binance.place(orderOf(FUTURES), trader, patient())).toMatchObject({ kind: "throttled" });
  expect(exchanges.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test.each([
  [SPOT, 6],
  [FUTURES, 1],
] as const)(
  "%s: the working orders of one symbol cost what a symbol costs, not what all do",
  async (market, weight) => {
    const { executions, exchanges, sandbox } = await atTheSandbox(market);
    const { message } = orderOf(market);
    for (const sought of [[message], [message, message]])
      expect(await executions.working(keyOf(market), patient(), sought)).toMatchObject({ kind: "read", value: [] });
    expect(exchanges.filter(({ url }) => /openOrders\?.*symbol=/.test(url))).toHaveLength(2);
    const many = Array.from({ length: 1_000 }, (_, number) => ({ ...message, ticker: `COIN${number}USDT` }));
    expect(executions.following.cost([message, message])).toBe(weight);
    expect(executions.following.cost(many)).toBe(market === SPOT ? 80 : 40);
    expect(sandbox.calls.count({ operation: "working" })).toBe(2);
  },
);

test.each([
  [SPOT, 600],
  [FUTURES, 300],
] as const)(
  "%s: once following orders has used up its part of the minute, what a closing order waits for is still read",
  async (market, limit) => {
    const { executions } = await atTheSandbox(market, {}, allowing(limit));
    const trader = keyOf(market);
    const read = async (isUrgent: boolean) => (await executions.working(trader, patient(), [], { isUrgent })).kind;
    // The first reading of positions learns what the address may use.
    await executions.positions(trader, patient());
    await executions.schedule(orderOf(market).message.ticker, trader, patient());
    const kinds = [];
    for (let count = 0; count < 5; count += 1) kinds.push(await read(false));
    expect(kinds.slice(-1)).toEqual(["unknown"]);
    expect(await read(true)).toBe("read");
    expect(await executions.positions(trader, patient())).toMatchObject({ kind: "unknown" });
    expect(await executions.positions(trader, patient(), { isUrgent: true })).toMatchObject({ kind: "read" });
  },
);
