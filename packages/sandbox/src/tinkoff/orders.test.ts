import { describe, expect, test } from "vitest";
import { limit, openSandbox, traderOf, uidOf } from "./trader.fixture.ts";

const ID = "3f1c2f0e-5b0a-4d6c-9a3e-0c6f5d3b7a10";
const POINTS = { priceType: "PRICE_TYPE_POINT" };

describe("placing", () => {
  test("a market order is executed and recorded in the ledger exactly as sent", async () => {
    const { sandbox, trader } = await openSandbox();
    const { json } = await trader.order({ quantity: "3", direction: "ORDER_DIRECTION_SELL", orderId: ID });
    expect(json).toMatchObject({
      orderId: "61952647200",
      orderRequestId: ID,
      executionReportStatus: "EXECUTION_REPORT_STATUS_FILL",
      lotsRequested: "3",
      lotsExecuted: "3",
    });
    expect(sandbox.ledger.entries()).toEqual([
      {
        venue: "TINKOFF",
        account: trader.account,
        clientOrderId: ID,
        instrument: "SBER",
        side: "SELL",
        quantity: "3",
        price: null,
        receivedAt: "2026-11-20T09:30:00.000Z",
        receivedAtUs: Date.UTC(2026, 10, 20, 9, 30) * 1000,
        environment: "live",
        type: "MARKET",
        venueOrderId: "61952647200",
        requestId: null,
        exchange: "MOEX",
        board: "TQBR",
        timeInForce: "DAY",
      },
    ]);
  });

  test("an order is filled, new or cancelled according to its price and time in force", async () => {
    const { trader } = await openSandbox();
    const statusOf = async (fields: object) => (await trader.order(fields)).json.executionReportStatus;
    expect(await statusOf(limit("310", 0))).toBe("EXECUTION_REPORT_STATUS_FILL");
    expect(await statusOf(limit("290", 0))).toBe("EXECUTION_REPORT_STATUS_NEW");
    const killed = limit("290", 0, { timeInForce: "TIME_IN_FORCE_FILL_OR_KILL" });
    expect(await statusOf(killed)).toBe("EXECUTION_REPORT_STATUS_CANCELLED");
  });

  test("a future's price in points is read as points, and without a type as money", async () => {
    const { sandbox, trader } = await openSandbox();
    const instrumentId = uidOf("RIZ6");
    await trader.order({ ...limit("112340", 0), ...POINTS, instrumentId });
    await trader.order({ ...limit("182103", 140_000_000), instrumentId });
    expect(sandbox.ledger.entries().map(({ price }) => price)).toEqual(["112340", "112340"]);
  });

  test("an account sells short only with confirmMarginTrade, and may sell what it bought", async () => {
    const { sandbox } = await openSandbox();
    const poor = traderOf(sandbox, "no-stock");
    const sell = { direction: "ORDER_DIRECTION_SELL" };
    expect((await poor.order(sell)).json.description).toBe(30240);
    expect((await poor.order()).status).toBe(200);
    expect((await poor.order(sell)).status).toBe(200);
    expect((await poor.order({ ...sell, confirmMarginTrade: true })).status).toBe(200);
  });
});

describe("refusals", () => {
  const BAD: readonly (readonly [string, object, number])[] = [
    ["a quantity as a number", { quantity: 1 }, 30016],
    ["a quantity of nothing", { quantity: "0" }, 30015],
    ["a negative quantity", { quantity: "-1" }, 30080],
    ["half a lot", { quantity: "1.5" }, 30016],
    ["no side", { direction: undefined }, 30019],
    ["a side of another name", { direction: "BUY" }, 30020],
    ["no type", { orderType: undefined }, 30025],
    ["a type of another name", { orderType: "MARKET" }, 30026],
    ["no key", { orderId: undefined }, 30027],
    ["a key that is no UUID", { orderId: "order-7" }, 30028],
    ["no instrument", { instrumentId: undefined }, 30237],
    ["a ticker for an instrument", { instrumentId: "SBER" }, 50002],
    ["an unknown field", { comment: "x" }, 30102],
    ["no price on a limit order", { orderType: "ORDER_TYPE_LIMIT" }, 30017],
    ["a price as a number", { orderType: "ORDER_TYPE_LIMIT", price: 300 }, 30018],
    ["a price whose parts differ in sign", limit("300", -5), 30018],
    ["a price of nothing", limit("0", 0), 30100],
    ["a price off the step", limit("300", 5_000_000), 30078],
    ["a price far from the market", limit("500", 0), 30099],
    ["points for a share", { ...limit("300", 0), ...POINTS }, 30085],
    ["fill or kill for a future", { instrumentId: uidOf("SiZ6"), timeInForce: "TIME_IN_FORCE_FILL_OR_KILL" }, 30254],
    ["an instrument that isn't traded by API", { instrumentId: uidOf("RU000A105Q89") }, 30052],
    ["an instrument that isn't trading", { instrumentId: uidOf("QIWI") }, 30079],
    ["more than 30 million roubles", { quantity: "10000" }, 90003],
    ["no account", { accountId: "" }, 30021],
    ["an unknown account", { accountId: "1" }, 50004],
    ["another's account", { accountId: "2000039001" }, 40002],
  ];
  for (const [what, fields, description] of BAD) {
    // @covers V27
    test(`an order with ${what} is refused with ${description}`, async () => {
      const { sandbox, trader } = await openSandbox();
      const { status, json } = await trader.order(fields);
      expect(json).toEqual({ code: expect.any(Number), message: expect.any(String), description });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  test.each([
    ["no-money", {}, 30042],
    ["read-only", {}, 40002],
    ["no-access", {}, 40002],
    ["expired", {}, 40003],
    ["no-margin", { instrumentId: uidOf("SiZ6") }, 30051],
    ["initial-risk", { instrumentId: uidOf("SiZ6") }, 30240],
  ] as const)("the account %s is refused", async (name, fields, description) => {
    const { sandbox } = await openSandbox();
    expect((await traderOf(sandbox, name).order(fields)).json.description).toBe(description);
  });

  test("a token of one environment doesn't work in the other", async () => {
    const { sandbox, trader } = await openSandbox();
    const demo = traderOf(sandbox, "pro", "demo");
    const crossed = await trader.call("UsersService/GetAccounts", {}, "t.sandbox-tinkoff-demo-pro-token");
    const back = await demo.call("UsersService/GetAccounts", {}, "t.sandbox-tinkoff-live-pro-token");
    expect([crossed.json.description, back.json.description]).toEqual([40003, 40003]);
  });

  test("a body that isn't JSON is refused, and an unknown method isn't found", async () => {
    const { trader } = await openSandbox();
    expect((await trader.call("OrdersService/PostOrder", "{")).json.description).toBe(30102);
    expect((await trader.call("OrdersService/PostOrders", {})).status).toBe(404);
  });
});

describe("repeats", () => {
  test("a repeat gets the order's current state, and nothing is executed twice", async () => {
    const { sandbox, trader } = await openSandbox();
    const first = await trader.order({ orderId: ID });
    const again = await trader.order({ orderId: ID.toUpperCase(), quantity: "5" });
    expect([again.status, again.json.orderId]).toEqual([200, first.json.orderId]);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("in its other documented form, a repeat is refused as a duplicate although the order can be found", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "repeat-as-refusal" });
    await trader.order({ orderId: ID });
    expect((await trader.order({ orderId: ID })).json.description).toBe(30057);
    expect((await trader.state(ID)).status).toBe(200);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  // @covers V27
  test("while an order's report is missing, a repeat is a duplicate and a look-up finds nothing", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "report-missing", times: 2 });
    await trader.order({ orderId: ID });
    expect((await trader.order({ orderId: ID })).json.description).toBe(30057);
    expect((await trader.state(ID)).json.description).toBe(50005);
    expect((await trader.state(ID)).status).toBe(200);
    expect((await trader.order({ orderId: ID })).status).toBe(200);
  });

  test("two accounts may use the same key", async () => {
    const { sandbox, trader } = await openSandbox();
    await trader.order({ orderId: ID });
    await traderOf(sandbox, "admin").order({ orderId: ID });
    expect(sandbox.ledger.entries()).toHaveLength(2);
  });

  test.each([
    [true, 30057],
    [false, undefined],
  ])("after clearing the key may be used up, although nothing was executed: %s", async (remembered, description) => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "clearing", remembered, times: 1 });
    expect((await trader.order({ orderId: ID })).json.description).toBe(30079);
    expect((await trader.order({ orderId: ID })).json.description).toBe(description);
    expect((await trader.state(ID)).json.description).toBe(remembered ? 50005 : undefined);
  });
});

test.each([
  [true, undefined],
  [false, 50005],
])("an unlisted refusal is sent whether the order was accepted or not: %s", async (executed, sought) => {
  const { sandbox, trader } = await openSandbox();
  sandbox.faults.set({ kind: "unlisted-refusal", executed, times: 1 });
  expect((await trader.order({ orderId: ID })).json).toMatchObject({ code: 3, description: 39_999 });
  expect((await trader.state(ID)).json.description).toBe(sought);
  expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
});

describe("finding and cancelling", () => {
  test("an order is found by our key and by the exchange's number", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.order({ orderId: ID });
    expect((await trader.state(ID)).json).toMatchObject({ orderId: json.orderId, orderRequestId: ID });
    expect((await trader.state(json.orderId, "ORDER_ID_TYPE_EXCHANGE")).json.orderRequestId).toBe(ID);
    expect((await trader.state(ID, "ORDER_ID_TYPE_EXCHANGE")).json.description).toBe(50005);
  });

  test("an order that the exchange rejects says so, and was never executed", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
    const { json } = await trader.order({ orderId: ID });
    expect(json).toMatchObject({
      executionReportStatus: "EXECUTION_REPORT_STATUS_REJECTED",
      message: expect.stringMatching(/./),
    });
    expect((await trader.state(ID)).json.executionReportStatus).toBe("EXECUTION_REPORT_STATUS_REJECTED");
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("only working orders are listed, and each can be cancelled once", async () => {
    const { trader } = await openSandbox();
    await trader.order();
    const { json } = await trader.order(limit("290", 0));
    const listed = async () =>
      (await trader.call("OrdersService/GetOrders", { accountId: trader.account })).json.orders;
    expect(await listed()).toMatchObject([{ orderId: json.orderId }]);
    const cancel = () => trader.call("OrdersService/CancelOrder", { accountId: trader.account, orderId: json.orderId });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).json.description).toBe(30059);
    expect(await listed()).toEqual([]);
  });
});

describe("limits", () => {
  test("an address may be given a limit of its own, whatever the token and the method", async () => {
    const { clock, sandbox, trader } = await openSandbox({ requestsPerMinute: 2 });
    const asked = { status: "ACCOUNT_STATUS_ALL" };
    expect((await trader.order(limit("290", 0))).status).toBe(200);
    expect((await traderOf(sandbox, "admin").call("UsersService/GetAccounts", asked)).status).toBe(200);
    const refused = await trader.call("UsersService/GetAccounts", asked);
    expect([refused.status, refused.json.description]).toEqual([429, 80002]);
    expect(refused.headers.get("x-ratelimit-reset")).toBe("60");
    clock.ms += 60_000;
    expect((await trader.call("UsersService/GetAccounts", asked)).status).toBe(200);
  });

  test("each answer says what is left of the minute, and beyond that nothing is done until the next", async () => {
    const { sandbox, clock, trader } = await openSandbox();
    sandbox.register({
      venue: "TINKOFF",
      environment: "live",
      account: trader.account,
      secret: "t.sandbox-tinkoff-live-pro-token",
      ordersPerMinute: 2,
    });
    clock.ms += 20_000;
    const headersOf = async () => {
      const { status, headers } = await trader.order();
      return [status, ...["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`))];
    };
    expect(await headersOf()).toEqual([200, "2", "1", "40"]);
    expect(await headersOf()).toEqual([200, "2", "0", "40"]);
    expect(await headersOf()).toEqual([429, "2", "0", "40"]);
    expect((await trader.state(ID)).status, "look-ups have a budget of their own").toBe(404);
    clock.ms += 40_000;
    expect(await headersOf()).toEqual([200, "2", "1", "60"]);
    expect(sandbox.ledger.entries()).toHaveLength(3);
  });

  test("every answer has a unique tracking id", async () => {
    const { trader } = await openSandbox();
    const ids = [(await trader.order()).headers, (await trader.order()).headers].map((one) => one.get("x-tracking-id"));
    expect(new Set(ids).size).toBe(2);
  });
});
