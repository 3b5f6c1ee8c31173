import { describe, expect, test } from "vitest";
import { limit, openSandbox, traderOf, uidOf } from "./trader.fixture.ts";

const SELL = { direction: "ORDER_DIRECTION_SELL" };

describe("holdings", () => {
  // @covers V41
  test("positions are pieces; what sell orders block is counted apart, and shorts are negative", async () => {
    const { trader, clock } = await openSandbox();
    await trader.order({ quantity: "7" });
    await trader.order({ ...limit("310", 0), ...SELL, quantity: "5" });
    await trader.order({ ...SELL, instrumentId: uidOf("GAZP"), quantity: "2" });
    await trader.order({ instrumentId: uidOf("SiZ6"), quantity: "3" });
    clock.ms += 1_000;
    const { json } = await trader.call("OperationsService/GetPositions", { accountId: trader.account });
    expect(json).toMatchObject({
      securities: [
        { ticker: "SBER", balance: "20", blocked: "50", instrumentType: "share" },
        { ticker: "GAZP", balance: "-20", blocked: "0" },
      ],
      futures: [{ ticker: "SiZ6", balance: "3", blocked: "0" }],
      limitsLoadingInProgress: false,
    });
  });

  // @covers V45
  test("an order's state knows of a fill first, positions next, the portfolio last", async () => {
    const { trader, clock } = await openSandbox();
    const id = crypto.randomUUID();
    await trader.order({ orderId: id });
    const look = async () => {
      const ask = async (method: string) => (await trader.call(method, { accountId: trader.account })).json;
      return [
        (await trader.state(id)).json.lotsExecuted,
        (await ask("OperationsService/GetPositions")).securities[0].balance,
        (await ask("OperationsService/GetPortfolio")).positions.length,
      ];
    };
    expect(await look()).toEqual(["1", "0", 0]);
    clock.ms += 200;
    expect(await look()).toEqual(["1", "10", 0]);
    clock.ms += 500;
    expect(await look()).toEqual(["1", "10", 1]);
  });

  test("the portfolio has average prices, present prices and the profit", async () => {
    const { sandbox, trader, clock } = await openSandbox();
    await trader.order({ quantity: "2" });
    sandbox.market("TINKOFF", "live").setPrice("SBER", "303.15");
    clock.ms += 1_000;
    const { json } = await trader.call("OperationsService/GetPortfolio", { accountId: trader.account });
    expect(json).toMatchObject({
      totalAmountShares: { currency: "rub", units: "6063", nano: 0 },
      positions: [
        {
          quantity: { units: "20" },
          averagePositionPrice: { units: "302", nano: 150_000_000 },
          currentPrice: { units: "303", nano: 150_000_000 },
          expectedYield: { units: "20", nano: 0 },
        },
      ],
    });
  });

  test("a future's margin is blocked apart from what orders block; in the sandbox it is the full price", async () => {
    const { sandbox } = await openSandbox();
    const marginOf = async (environment: "live" | "demo") => {
      const trader = traderOf(sandbox, "pro", environment);
      await trader.order({ instrumentId: uidOf("SiZ6") });
      const { json } = await trader.call("OperationsService/GetWithdrawLimits", { accountId: trader.account });
      expect(json.blocked.find(({ currency }: { currency: string }) => currency === "rub")).toMatchObject({
        units: "0",
      });
      return Number(json.blockedGuarantee.find(({ currency }: { currency: string }) => currency === "rub").units);
    };
    const [live, demo] = [await marginOf("live"), await marginOf("demo")];
    expect(live).toBeGreaterThan(0);
    expect(demo / live).toBeCloseTo(5, 2);
  });

  test.each(["GetPositions", "GetPortfolio", "GetWithdrawLimits"])("%s refuses another's account", async (method) => {
    const { trader } = await openSandbox();
    const { json } = await trader.call(`OperationsService/${method}`, { accountId: "2000039001" });
    expect(json.description).toBe(40002);
  });
});

describe("orders in the market", () => {
  test("an order rests, fills in parts, and ends; each state has its trades in lots", async () => {
    const { sandbox, trader } = await openSandbox();
    const market = sandbox.market("TINKOFF", "live");
    const id = crypto.randomUUID();
    await trader.order(limit("300", 0, { orderId: id, quantity: "10" }));
    market.setVolume("SBER", "4");
    market.setPrice("SBER", "300");
    const { json } = await trader.state(id);
    expect(json).toMatchObject({
      executionReportStatus: "EXECUTION_REPORT_STATUS_PARTIALLYFILL",
      lotsExecuted: "4",
      stages: [{ quantity: "4", tradeId: "7653265991", price: { units: "300" } }],
      executedCommission: { units: "6", nano: 0 },
    });
    const listed = await trader.call("OrdersService/GetOrders", { accountId: trader.account });
    expect(listed.json.orders).toEqual([json]);
    market.advance(24 * 60 * 60);
    expect((await trader.state(id)).json.executionReportStatus).toBe("EXECUTION_REPORT_STATUS_CANCELLED");
    const after = await trader.call("OrdersService/GetOrders", { accountId: trader.account });
    expect(after.json.orders).toEqual([]);
  });

  test("an account that was given money can't spend more than that", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.market("TINKOFF", "live").fund(trader.account, { RUB: "4000" });
    expect((await trader.order({ quantity: "2" })).json.description).toBe(30042);
    expect((await trader.order()).status).toBe(200);
    const body = { accountId: trader.account, instrumentId: uidOf("SBER") };
    const { json } = await trader.call("OrdersService/GetMaxLots", body);
    expect(json).toMatchObject({ buyLimits: { buyMaxLots: "0" }, currency: "rub" });
  });

  test("a future's trades are money, or points if asked for", async () => {
    const { sandbox, trader } = await openSandbox();
    const id = crypto.randomUUID();
    const points = sandbox.market("TINKOFF", "live").price("SiZ6");
    await trader.order({ orderId: id, instrumentId: uidOf("SiZ6") });
    const body = { accountId: trader.account, orderId: id, orderIdType: "ORDER_ID_TYPE_REQUEST" };
    const { json } = await trader.call("OrdersService/GetOrderState", { ...body, priceType: "PRICE_TYPE_POINT" });
    expect(json.stages[0].price.units).toBe(points);
  });

  test("an estimate is the order's value with its commission", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.call("OrdersService/GetOrderPrice", {
      accountId: trader.account,
      instrumentId: uidOf("SBER"),
      price: { units: "300", nano: 0 },
      direction: "ORDER_DIRECTION_BUY",
      quantity: "2",
    });
    expect(json).toMatchObject({
      initialOrderAmount: { units: "6000", nano: 0 },
      executedCommission: { units: "3", nano: 0 },
      totalOrderAmount: { units: "6003", nano: 0 },
    });
  });
});

describe("trading hours", () => {
  const ask = async (period: object) => {
    const { trader } = await openSandbox();
    return (await trader.call("InstrumentsService/TradingSchedules", { exchange: "MOEX", ...period })).json;
  };

  test("a calendar lists the days and their sessions", async () => {
    const { exchanges } = await ask({ from: "2026-11-20T12:00:00Z", to: "2026-11-22T12:00:00Z" });
    expect(exchanges).toMatchObject([
      {
        exchange: "MOEX",
        days: [
          { isTradingDay: true, startTime: "2026-11-20T07:00:00.000Z", endTime: "2026-11-20T20:50:00.000Z" },
          { isTradingDay: false },
          { isTradingDay: false },
        ],
      },
    ]);
  });

  test.each([
    ["no beginning", { to: "2026-11-22T00:00:00Z" }, 30001],
    ["no end", { from: "2026-11-22T00:00:00Z" }, 30004],
    ["a beginning in the past", { from: "2026-11-19T00:00:00Z", to: "2026-11-22T00:00:00Z" }, 30003],
    ["more than 14 days", { from: "2026-11-20T00:00:00Z", to: "2026-12-22T00:00:00Z" }, 30002],
    ["no date", { from: "soon", to: "2026-12-22T00:00:00Z" }, 30009],
    ["an unknown exchange", { exchange: "NYSE", from: "2026-11-20T00:00:00Z", to: "2026-11-22T00:00:00Z" }, 50001],
  ])("a period with %s is refused", async (_, period, description) => {
    expect((await ask(period)).description).toBe(description);
  });

  test("an instrument trades, or doesn't", async () => {
    const { trader } = await openSandbox();
    const statusOf = async (ticker: string) =>
      (await trader.call("MarketDataService/GetTradingStatus", { instrumentId: uidOf(ticker) })).json.tradingStatus;
    expect(await statusOf("SBER")).toBe("SECURITY_TRADING_STATUS_NORMAL_TRADING");
    expect(await statusOf("QIWI")).toBe("SECURITY_TRADING_STATUS_NOT_AVAILABLE_FOR_TRADING");
  });
});

test("limits are the user's: two tokens spend one budget", async () => {
  const { sandbox, trader } = await openSandbox();
  const secret = "t.second-token";
  const { account } = trader;
  sandbox.register({ venue: "TINKOFF", environment: "live", account, secret });
  const remaining = async (token?: string) =>
    Number((await trader.call("UsersService/GetAccounts", {}, token)).headers.get("x-ratelimit-remaining"));
  expect(await remaining()).toBe(99);
  expect(await remaining(secret)).toBe(98);
});
