import { describe, expect, test } from "vitest";
import type { RateLimit } from "./rate-limits.ts";
import { openBinance, traderOf, type BinanceTrader } from "./trader.fixture.ts";

const weight = (limit: number): RateLimit => ({
  rateLimitType: "REQUEST_WEIGHT",
  interval: "MINUTE",
  intervalNum: 1,
  limit,
});
const orders = (limit: number): RateLimit => ({ rateLimitType: "ORDERS", interval: "SECOND", intervalNum: 10, limit });

/** Returns what a call costs, according to the header. */
async function cost(trader: BinanceTrader, call: () => Promise<{ headers: globalThis.Headers }>): Promise<number> {
  const used = ({ headers }: { headers: globalThis.Headers }) => Number(headers.get("X-MBX-USED-WEIGHT-1M"));
  const base = trader.venue === "BINANCE_SPOT" ? "/api/v3" : "/fapi/v1";
  const before = used(await trader.send("GET", `${base}/ping`));
  return used(await call()) - before;
}

describe("weights", () => {
  test("on spot each call has its documented cost: nothing for an order that is placed or cancelled, 1 for a refused one", async () => {
    const { trader } = await openBinance("BINANCE_SPOT", { environment: "live" });
    const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" };
    const costs: readonly (readonly [number, () => ReturnType<BinanceTrader["get"]>])[] = [
      [1, () => trader.send("GET", "/api/v3/time")],
      [20, () => trader.send("GET", "/api/v3/exchangeInfo?symbol=BTCUSDT")],
      [0, () => trader.market()],
      [0, () => trader.limit({ newClientOrderId: "resting" })],
      [1, () => trader.market({ quantity: "0.0000001" })],
      [1, () => trader.post("/api/v3/order/test", order)],
      [20, () => trader.post("/api/v3/order/test", { ...order, computeCommissionRates: "true" })],
      [4, () => trader.find({ orderId: 1 })],
      [1, () => trader.cancel({ orderId: 1 })],
      [0, () => trader.cancel({ origClientOrderId: "resting" })],
      [6, () => trader.get("/api/v3/openOrders", { symbol: "BTCUSDT" })],
      [80, () => trader.get("/api/v3/openOrders")],
      [20, () => trader.get("/api/v3/account")],
      [0, () => trader.get("/sapi/v1/account/apiRestrictions")],
    ];
    for (const [expected, call] of costs) expect(await cost(trader, call)).toBe(expected);
  });

  test("at futures an order costs nothing, and other calls have their documented cost", async () => {
    const { trader } = await openBinance("BINANCE_FUTURES");
    const costs: readonly (readonly [number, () => ReturnType<BinanceTrader["get"]>])[] = [
      [0, () => trader.market()],
      [1, () => trader.find({ orderId: 1 })],
      [1, () => trader.cancel({ orderId: 1 })],
      [1, () => trader.get("/fapi/v1/openOrders", { symbol: "BTCUSDT" })],
      [40, () => trader.get("/fapi/v1/openOrders")],
      [30, () => trader.get("/fapi/v1/positionSide/dual")],
      [5, () => trader.get("/fapi/v3/account")],
      [1, () => trader.send("GET", "/fapi/v1/exchangeInfo")],
    ];
    for (const [expected, call] of costs) expect(await cost(trader, call)).toBe(expected);
  });

  test("exchangeInfo lists the limits that apply", async () => {
    for (const [venue, path, limit] of [
      ["BINANCE_SPOT", "/api/v3/exchangeInfo", 6000],
      ["BINANCE_FUTURES", "/fapi/v1/exchangeInfo", 2400],
    ] as const) {
      const { trader } = await openBinance(venue);
      expect((await trader.send("GET", path)).json.rateLimits).toContainEqual(weight(limit));
      const small = await openBinance(venue, { rateLimits: [weight(50)] });
      expect((await small.trader.send("GET", path)).json.rateLimits).toEqual([weight(50)]);
    }
  });
});

/** Costs 1, like an order that is refused. */
const spend = (trader: BinanceTrader) => trader.send("GET", "/api/v3/ping");

describe("a used-up budget", () => {
  test("is answered with 429 and the time to wait, for all keys of the environment, until the minute ends", async () => {
    const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT", { rateLimits: [weight(5)] });
    clock.ms += 12_500;
    await trader.find({ orderId: 1 });
    expect((await spend(trader)).status).toBe(200);
    for (const name of ["pro", "admin"] as const) {
      const { status, json, headers } = await traderOf(sandbox, "BINANCE_SPOT", name, "demo", clock).market();
      expect([status, json.code, headers.get("retry-after")]).toEqual([429, -1003, "48"]);
    }
    expect((await traderOf(sandbox, "BINANCE_SPOT", "pro", "live", clock).market()).status, "its own budget").toBe(200);
    clock.ms += 47_500;
    expect((await trader.market()).status).toBe(200);
    expect(sandbox.ledger.entries()).toHaveLength(2);
  });

  // @covers V27
  test("leads to a ban for callers that go on: 418 for all, for two minutes, then twice as long", async () => {
    const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT", {
      rateLimits: [weight(1)],
      toleratedRequests: 2,
    });
    await spend(trader);
    const goOn = async () => [
      (await trader.market()).status,
      (await trader.market()).status,
      (await trader.market()).status,
    ];
    expect(await goOn()).toEqual([429, 429, 418]);
    const { status, json, headers } = await trader.market();
    const until = clock.ms + 120_000;
    expect([status, json.code, headers.get("retry-after")]).toEqual([418, -1003, "120"]);
    expect(json.msg).toContain(`IP banned until ${until}.`);
    clock.ms = until - 1;
    expect((await trader.market()).status).toBe(418);
    clock.ms = until;
    expect((await trader.market()).status).toBe(200);
    await spend(trader);
    expect(await goOn()).toEqual([429, 429, 418]);
    expect((await trader.market()).headers.get("retry-after")).toBe("240");
    expect(sandbox.ledger.entries()).toHaveLength(1);
    sandbox.reset();
    expect((await trader.market()).status, "a reset ends bans").toBe(200);
  });

  test("leads to no ban for callers that wait as asked, however often it happens", async () => {
    const { clock, trader } = await openBinance("BINANCE_SPOT", { rateLimits: [weight(1)], toleratedRequests: 1 });
    const statuses: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      statuses.push((await spend(trader)).status);
      const { status, headers } = await trader.market();
      statuses.push(status);
      clock.ms += Number(headers.get("retry-after")) * 1000;
    }
    expect(statuses).toEqual([200, 429, 200, 429, 200, 429, 200, 429]);
  });

  test("still lets futures orders through, which cost nothing", async () => {
    const { trader } = await openBinance("BINANCE_FUTURES", { rateLimits: [weight(1)] });
    await trader.find({ orderId: 1 });
    expect((await trader.find({ orderId: 1 })).status).toBe(429);
    expect((await trader.market()).status).toBe(200);
  });

  test("lets spot orders through as long as they are accepted, until their own limit stops them", async () => {
    const { trader } = await openBinance("BINANCE_SPOT", { rateLimits: [weight(1), orders(3)] });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await trader.limit()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("may be one of raw requests, which are counted too", async () => {
    const raw: RateLimit = { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 2 };
    const { clock, trader } = await openBinance("BINANCE_FUTURES", { rateLimits: [raw] });
    const statuses = [(await trader.market()).status, (await trader.market()).status, (await trader.market()).status];
    expect(statuses).toEqual([200, 200, 429]);
    clock.ms += 5 * 60_000;
    expect((await trader.market()).status).toBe(200);
  });
});

describe("order counts", () => {
  test("spot counts only unfilled orders, futures all; each account is counted separately", async () => {
    for (const [venue, afterFill] of [
      ["BINANCE_SPOT", "0"],
      ["BINANCE_FUTURES", "1"],
    ] as const) {
      const { sandbox, clock, trader } = await openBinance(venue);
      const count = ({ headers }: { headers: globalThis.Headers }) => headers.get("X-MBX-ORDER-COUNT-10S");
      expect(count(await trader.market())).toBe(afterFill);
      expect(count(await trader.limit())).toBe(String(Number(afterFill) + 1));
      expect(count(await traderOf(sandbox, venue, "admin", "demo", clock).limit())).toBe("1");
      clock.ms += 10_000;
      expect(count(await trader.limit())).toBe("1");
    }
  });

  test("too many orders are answered with 429, -1015 and the time to wait; others may go on, and nobody is banned", async () => {
    for (const venue of ["BINANCE_SPOT", "BINANCE_FUTURES"] as const) {
      const { sandbox, clock, trader } = await openBinance(venue, { rateLimits: [orders(2)], toleratedRequests: 1 });
      await trader.limit();
      await trader.limit();
      clock.ms += 3000;
      for (let turn = 0; turn < 4; turn += 1) {
        const { status, json, headers } = await trader.market();
        expect([status, json, headers.get("retry-after")]).toEqual([
          429,
          { code: -1015, msg: "Too many new orders; current limit is 2 orders per 10 SECOND." },
          "7",
        ]);
      }
      expect((await traderOf(sandbox, venue, "admin", "demo", clock).market()).status).toBe(200);
      clock.ms += 7000;
      expect((await trader.market()).status).toBe(200);
      expect(sandbox.ledger.entries()).toHaveLength(4);
    }
  });
});
