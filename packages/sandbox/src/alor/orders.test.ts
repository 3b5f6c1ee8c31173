import { describe, expect, test } from "vitest";
import { openSandbox, Trader } from "./trader.fixture.ts";

const FUTURE = { symbol: "SI-12.26", exchange: "MOEX", instrumentGroup: "RFUD" };

describe("placing", () => {
  test("a market order is executed and recorded in the ledger exactly as sent", async () => {
    const { sandbox, trader } = await openSandbox();
    const answer = await trader.order(
      "market",
      { quantity: 3, side: "sell", comment: "order-7" },
      { "x-reqid": "req-7" },
    );
    expect(answer.json).toEqual({ message: "success", orderNumber: "40915300000" });
    expect(sandbox.ledger.entries()).toEqual([
      {
        venue: "ALOR_BROKER",
        account: "D49002",
        clientOrderId: "order-7",
        instrument: "SBER",
        side: "SELL",
        quantity: "3",
        price: null,
        receivedAt: "2026-11-20T09:30:00.000Z",
        receivedAtUs: Date.UTC(2026, 10, 20, 9, 30) * 1000,
        environment: "demo",
        type: "MARKET",
        venueOrderId: "40915300000",
        requestId: "req-7",
        exchange: "MOEX",
        board: "TQBR",
        timeInForce: "oneday",
      },
    ]);
  });

  test("a limit order's price reaches the ledger as the decimal that was sent", async () => {
    const { sandbox, trader } = await openSandbox();
    const instrument = { symbol: "LQDT", exchange: "MOEX", instrumentGroup: "TQTF" };
    await trader.order("limit", { instrument, price: 1.8411 });
    expect(sandbox.ledger.entries()[0]).toMatchObject({
      type: "LIMIT",
      price: "1.8411",
      instrument: "LQDT",
      board: "TQTF",
    });
  });

  test("an order is listed as filled, working or canceled according to its price and time in force", async () => {
    const { trader } = await openSandbox();
    await trader.order("market");
    await trader.order("limit", { price: 310 });
    await trader.order("limit", { price: 290 });
    await trader.order("limit", { price: 290, timeInForce: "fillorkill" });
    const { json } = await trader.orders();
    expect(json.map(({ status }: { status: string }) => status)).toEqual(["filled", "filled", "working", "canceled"]);
  });

  test("each environment has its own orders", async () => {
    const { sandbox, trader } = await openSandbox();
    const live = await Trader.signIn(sandbox, "pro", "live");
    await live.order("market");
    expect((await trader.orders()).json).toEqual([]);
    expect(sandbox.ledger.entries()).toMatchObject([{ environment: "live", account: "D39002" }]);
  });
});

describe("refusals", () => {
  test("an order without X-REQID is refused", async () => {
    const { trader } = await openSandbox();
    expect((await trader.order("market", {}, { "x-reqid": "" })).json).toEqual({
      message: "Header X-REQID is required",
    });
  });

  const unreadable: readonly (readonly [string, "market" | "limit", object])[] = [
    ["an unknown property", "market", { clientOrderId: "1" }],
    ["a price on a market order", "market", { price: 300 }],
    ["an iceberg on a market order", "market", { icebergFixed: 1 }],
    ["no price on a limit order", "limit", {}],
    ["a quantity as text", "market", { quantity: "1" }],
    ["a price as text", "limit", { price: "300" }],
    ["half a lot", "market", { quantity: 1.5 }],
    ["a quantity beyond int32", "market", { quantity: 2 ** 31 }],
    ["a side in capitals", "market", { side: "BUY" }],
    ["no side", "market", { side: undefined }],
    ["an instrument without its board", "market", { instrument: { symbol: "SBER", exchange: "MOEX" } }],
    ["an unknown time in force", "market", { timeInForce: "gtc" }],
    ["allowMargin as text", "market", { allowMargin: "true" }],
  ];
  for (const [what, type, fields] of unreadable) {
    // @covers V27
    test(`Alor can't read an order with ${what}`, async () => {
      const { sandbox, trader } = await openSandbox();
      const answer = await trader.order(type, fields);
      expect([answer.status, answer.json.message]).toEqual([
        400,
        expect.stringMatching(/^Provided json can't be properly deserialised/),
      ]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  test("Alor can't read a body that isn't JSON, or isn't sent as JSON", async () => {
    const { trader } = await openSandbox();
    const answers = [
      await trader.post("market", "{"),
      await trader.order("market", {}, { "content-type": "text/plain" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  const refused: readonly (readonly [string, "market" | "limit", object, RegExp])[] = [
    ["no lots", "market", { quantity: 0 }, /Invalid quantity/],
    ["fewer than no lots", "market", { quantity: -1 }, /Invalid quantity/],
    ["a price off the tick", "limit", { price: 302.155 }, /Minimum price step: 0\.01$/],
    [
      "a price on the tick's value instead of the tick",
      "limit",
      { price: 110_000 + 16.21, instrument: { ...FUTURE, symbol: "RTS-12.26" } },
      /Minimum price step: 10$/,
    ],
    ["a price of nothing", "limit", { price: 0 }, /Price may not be 0/],
    ["a price far from the market", "limit", { price: 500 }, /Цена сделки вне лимита/],
    [
      "an unknown instrument",
      "market",
      { instrument: { symbol: "SBRE", exchange: "MOEX", instrumentGroup: "TQBR" } },
      /Неизвестный инструмент/,
    ],
    [
      "a board where it doesn't trade",
      "market",
      { instrument: { symbol: "SBER", exchange: "MOEX", instrumentGroup: "TQTF" } },
      /Неизвестный инструмент/,
    ],
    [
      "the wrong exchange",
      "market",
      { instrument: { symbol: "SBER", exchange: "SPBX", instrumentGroup: "SPBX" } },
      /Неизвестный инструмент/,
    ],
    [
      "an instrument that isn't trading",
      "market",
      { instrument: { symbol: "QIWI", exchange: "MOEX", instrumentGroup: "TQBR" } },
      /not currently trading/,
    ],
    ["goodtillcancelled for a share", "market", { timeInForce: "goodtillcancelled" }, /derivatives/],
    ["attheclose at a price", "limit", { price: 300, timeInForce: "attheclose" }, /market orders only/],
    ["bookorcancel at any price", "market", { timeInForce: "bookorcancel" }, /limit orders only/],
    [
      "an iceberg's variance for a share",
      "limit",
      { price: 300, quantity: 9, icebergFixed: 3, icebergVariance: 10 },
      /derivatives/,
    ],
    ["a variance of no iceberg", "limit", { price: 84000, instrument: FUTURE, icebergVariance: 10 }, /icebergFixed/],
    ["an iceberg larger than the order", "limit", { price: 300, icebergFixed: 2 }, /Invalid quantity/],
    ["a comment of 101 characters", "market", { comment: "я".repeat(101) }, /100 characters/],
  ];
  for (const [what, type, fields, message] of refused) {
    // @covers V27
    test(`an order with ${what} is refused`, async () => {
      const { sandbox, trader } = await openSandbox();
      const answer = await trader.order(type, fields);
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(message)]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  const taken: readonly (readonly [string, "market" | "limit", object])[] = [
    ["a comment of 100 characters", "market", { comment: "я".repeat(100) }],
    ["goodtillcancelled for a future", "limit", { price: 84000, instrument: FUTURE, timeInForce: "goodtillcancelled" }],
    [
      "an iceberg with a variance for a future",
      "limit",
      { price: 84000, quantity: 9, instrument: FUTURE, icebergFixed: 3, icebergVariance: 10 },
    ],
    ["a price that floats can't hold exactly", "limit", { price: 300.07 }],
    ["a secondary board", "market", { instrument: { symbol: "SBER", exchange: "MOEX", instrumentGroup: "SMAL" } }],
  ];
  for (const [what, type, fields] of taken) {
    test(`an order with ${what} is accepted`, async () => {
      const { sandbox, trader } = await openSandbox();
      expect((await trader.order(type, fields)).status).toBe(200);
      expect((await trader.orders()).status).toBe(200);
      expect(sandbox.ledger.entries()).toHaveLength(1);
    });
  }

  test("a client of the initial risk level can trade futures only with allowMargin, and shares without it", async () => {
    const { sandbox } = await openSandbox();
    const beginner = await Trader.signIn(sandbox, "initial-risk", "demo");
    const bare = await beginner.order("market", { instrument: FUTURE });
    const allowed = await beginner.order("market", { instrument: FUTURE, allowMargin: true });
    const shares = await beginner.order("market");
    expect([bare.status, allowed.status, shares.status]).toEqual([400, 200, 200]);
    expect(bare.json.message).toContain("allowMargin");
  });

  test("a portfolio without money can't place an order", async () => {
    const { sandbox } = await openSandbox();
    const poor = await Trader.signIn(sandbox, "no-money", "demo");
    expect((await poor.order("market")).json.message).toContain("Нехватка средств");
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});

describe("cancelling", () => {
  test("a working order can be cancelled, but only once", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.order("limit", { price: 290 });
    const first = await trader.cancel(json.orderNumber);
    expect([first.status, first.text]).toEqual([200, "success"]);
    const again = await trader.cancel(json.orderNumber);
    expect([again.status, again.json]).toEqual([
      400,
      { code: "OrderToCancelNotFound (404)", message: "Order to cancel not found" },
    ]);
    expect((await trader.orders()).json[0].status).toBe("canceled");
  });

  test("cancelling requires every parameter, a token and the right portfolio", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.order("limit", { price: 290 });
    const otherUser = new Trader(trader.apiUrl, "forged", trader.portfolio);
    const answers = [
      await trader.cancel(json.orderNumber, "portfolio=D49002"),
      await otherUser.cancel(json.orderNumber),
      await trader.cancel(json.orderNumber, "portfolio=D49003&exchange=MOEX&stop=false"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 403]);
    expect((await trader.orders()).json[0].status).toBe("working");
  });
});
