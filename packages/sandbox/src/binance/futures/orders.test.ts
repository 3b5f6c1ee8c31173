import { describe, expect, test } from "vitest";
import { openBinance } from "../trader.fixture.ts";

const open = () => openBinance("BINANCE_FUTURES");
const AT = Date.UTC(2026, 10, 20, 9, 30);

describe("placing at futures", () => {
  test("a market order fills at once, and is recorded in the ledger exactly as sent", async () => {
    const { sandbox, trader } = await open();
    const { status, json } = await trader.market({
      side: "SELL",
      newClientOrderId: "order-7",
      newOrderRespType: "RESULT",
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      orderId: 4_055_000_000,
      symbol: "BTCUSDT",
      status: "FILLED",
      clientOrderId: "order-7",
      price: "0",
      origQty: "0.01",
      executedQty: "0.01",
      timeInForce: "GTC",
      type: "MARKET",
      reduceOnly: false,
      closePosition: false,
      side: "SELL",
      positionSide: "BOTH",
      stopPrice: "0",
      workingType: "CONTRACT_PRICE",
      priceProtect: false,
      origType: "MARKET",
      priceMatch: "NONE",
      selfTradePreventionMode: "EXPIRE_MAKER",
      goodTillDate: 0,
      updateTime: AT,
    });
    expect(sandbox.ledger.entries()).toMatchObject([
      {
        venue: "BINANCE_FUTURES",
        account: trader.apiKey,
        clientOrderId: "order-7",
        instrument: "BTCUSDT",
        side: "SELL",
        quantity: "0.01",
        price: null,
        environment: "demo",
        venueOrderId: "4055000000",
        board: "USDM",
      },
    ]);
  });

  test("ACK, the default, doesn't say what became of the order; the look-up does, and at what price", async () => {
    const { trader } = await open();
    expect((await trader.market({ newClientOrderId: "a" })).json).toMatchObject({ status: "NEW", executedQty: "0" });
    expect((await trader.find({ origClientOrderId: "a" })).json).toMatchObject({
      status: "FILLED",
      executedQty: "0.01",
      avgPrice: "104310.5",
      cumQuote: "1043.105",
    });
  });

  test("a limit order fills, rests, ends or is refused according to its price and time in force", async () => {
    const { trader } = await open();
    const outcomes = [];
    for (const fields of [
      { price: "104310.5" },
      { price: "104310.4" },
      { price: "104310.4", timeInForce: "IOC" },
      { price: "104310.4", timeInForce: "FOK" },
      { price: "104310.4", timeInForce: "GTX" },
      { price: "104310.5", timeInForce: "GTX" },
    ]) {
      const { json } = await trader.limit({ ...fields, newOrderRespType: "RESULT" });
      outcomes.push(json.status ?? json.code);
    }
    expect(outcomes).toEqual(["FILLED", "NEW", "EXPIRED", -5021, "NEW", -5022]);
  });

  test("order/test refuses what order would refuse, and executes nothing", async () => {
    const { sandbox, trader } = await open();
    const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" };
    expect((await trader.post("/fapi/v1/order/test", order)).json).toMatchObject({ status: "NEW", origQty: "0.01" });
    expect((await trader.post("/fapi/v1/order/test", { ...order, quantity: "0" })).json.code).toBe(-4003);
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});

describe("finding and cancelling at futures", () => {
  test("an order is found by the venue's id and by ours; a missing one is -2013", async () => {
    const { trader } = await open();
    const { json: placed } = await trader.market({ newClientOrderId: "ours" });
    for (const named of [{ orderId: placed.orderId }, { origClientOrderId: "ours" }])
      expect((await trader.find(named)).json).toMatchObject({ orderId: placed.orderId, clientOrderId: "ours" });
    for (const named of [{ origClientOrderId: "theirs" }, { symbol: "ETHUSDT", origClientOrderId: "ours" }])
      expect((await trader.find(named)).json).toEqual({ code: -2013, msg: "Order does not exist." });
  });

  test("open orders are listed, and each can be cancelled once", async () => {
    const { trader } = await open();
    await trader.limit({ newClientOrderId: "rests" });
    await trader.market({ newClientOrderId: "filled" });
    const { json: listed } = await trader.get("/fapi/v1/openOrders");
    expect(listed.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId)).toEqual(["rests"]);
    expect((await trader.cancel({ origClientOrderId: "rests" })).json.status).toBe("CANCELED");
    for (const origClientOrderId of ["rests", "filled", "never"])
      expect((await trader.cancel({ origClientOrderId })).json).toEqual({ code: -2011, msg: "Unknown order sent." });
    expect((await trader.get("/fapi/v1/openOrders")).json).toEqual([]);
  });
});

describe("position modes", () => {
  test("in one-way mode an order has no position side", async () => {
    const { sandbox, trader } = await open();
    expect((await trader.get("/fapi/v1/positionSide/dual")).json).toEqual({ dualSidePosition: false });
    for (const positionSide of ["LONG", "SHORT"])
      expect((await trader.market({ positionSide })).json).toEqual({
        code: -4061,
        msg: "Order's position side does not match user's setting.",
      });
    expect(sandbox.ledger.entries()).toEqual([]);
    for (const fields of [{ positionSide: "BOTH" }, { reduceOnly: "true" }, { reduceOnly: "false" }])
      expect((await trader.market(fields)).status).toBe(200);
  });

  test("in hedge mode an order must have a position side, and can't be reduceOnly", async () => {
    const { sandbox, trader } = await openBinance("BINANCE_FUTURES", { key: "hedge" });
    expect((await trader.get("/fapi/v1/positionSide/dual")).json).toEqual({ dualSidePosition: true });
    for (const fields of [{}, { positionSide: "BOTH" }, { reduceOnly: "true" }])
      expect((await trader.market(fields)).json.code).toBe(-4061);
    expect((await trader.market({ positionSide: "LONG", reduceOnly: "false" })).json).toEqual({
      code: -1106,
      msg: "Parameter 'reduceonly' sent when not required.",
    });
    expect(sandbox.ledger.entries()).toEqual([]);
    for (const positionSide of ["LONG", "SHORT"])
      expect((await trader.market({ positionSide })).json.positionSide).toBe(positionSide);
  });
});

describe("refusals at futures", () => {
  const limit = { type: "LIMIT", timeInForce: "GTC", price: "100000" };
  const algo = "Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.";
  const refused: readonly (readonly [string, Record<string, string | undefined>, number, string | RegExp])[] = [
    ["an unknown symbol", { symbol: "BTCUSD" }, -1121, "Invalid symbol."],
    ["a misspelt parameter", { reduceonly: "true" }, -1104, /Not all sent parameters were read/],
    ["a spot parameter", { quoteOrderQty: "100" }, -1104, /Not all sent parameters were read/],
    ["an empty parameter", { newClientOrderId: "" }, -1105, "Parameter 'newClientOrderId' was empty."],
    ["no type", { type: undefined }, -1102, /Mandatory parameter 'type'/],
    ["no quantity", { quantity: undefined }, -1102, /Mandatory parameter 'quantity'/],
    ["an unknown side", { side: "LONG" }, -1117, "Invalid side."],
    ["an unknown type", { type: "LIMIT_MAKER" }, -1116, "Invalid orderType."],
    ["an unknown time in force", { ...limit, timeInForce: "DAY" }, -1115, "Invalid timeInForce."],
    ["an unknown form of answer", { newOrderRespType: "FULL" }, -1136, "Invalid newOrderRespType."],
    ["an unknown side of a position", { positionSide: "NONE" }, -4060, "Invalid position side."],
    ["reduceOnly as a number", { reduceOnly: "1" }, -1130, /'reduceOnly'/],
    ["an exponent", { quantity: "1e-2" }, -1100, /Illegal characters found in parameter 'quantity'/],
    ["a client id of 37 signs", { newClientOrderId: "a".repeat(37) }, -4015, /more than 36 chars/],
    ["a client id with a space", { newClientOrderId: "a b" }, -1100, /'newClientOrderId'; legal range/],
    ["a price on a market order", { price: "100000" }, -1106, "Parameter 'price' sent when not required."],
    ["a limit order without a price", { ...limit, price: undefined }, -1102, /Mandatory parameter 'price'/],
    ["GTD without its end", { ...limit, timeInForce: "GTD" }, -1102, /Mandatory parameter 'goodTillDate'/],
    ["a stop", { type: "STOP_MARKET", stopPrice: "90000" }, -4120, algo],
    ["a take profit", { type: "TAKE_PROFIT", stopPrice: "110000" }, -4120, algo],
    ["a trailing stop", { type: "TRAILING_STOP_MARKET", callbackRate: "1" }, -4120, algo],
    ["more digits than the quantity has", { quantity: "0.01001" }, -1111, /Precision is over the maximum/],
    ["more digits than the price has", { ...limit, price: "100000.001" }, -1111, /Precision is over the maximum/],
    ["a quantity within its digits, off the step", { quantity: "0.0101" }, -4023, "Qty not increased by step size."],
    [
      "a price within its digits, off the tick",
      { ...limit, price: "100000.05" },
      -4014,
      "Price not increased by tick size.",
    ],
    [
      "a price off a tick of one",
      { ...limit, symbol: "YFIUSDT", price: "5100.5" },
      -4014,
      "Price not increased by tick size.",
    ],
    [
      "a step finer than a market order's",
      { symbol: "ETHUSDT", quantity: "0.011" },
      -4023,
      "Qty not increased by step size.",
    ],
    ["part of a contract", { symbol: "1000PEPEUSDT", quantity: "1000.5" }, -1111, /Precision is over the maximum/],
    ["no quantity at all", { quantity: "0" }, -4003, /Quantity less than/],
    ["less than the least", { quantity: "0.0005" }, -4004, "Quantity less than min quantity."],
    ["more than a market order may", { quantity: "121" }, -4005, "Quantity greater than max quantity."],
    ["a price of nothing", { ...limit, price: "0" }, -4001, /Price less than/],
    ["a price too low for the symbol", { ...limit, price: "500" }, -4013, "Price less than min price."],
    ["a price too high for the symbol", { ...limit, price: "5000000" }, -4002, "Price greater than max price."],
    ["a price far above the mark", { ...limit, price: "109526.1" }, -4016, /mark price multiplier cap/],
    ["a price far below the mark", { ...limit, price: "99094.9" }, -4024, /mark price multiplier floor/],
    ["an order of too little", { symbol: "ETHUSDT", quantity: "0.005" }, -4164, /no smaller than 20 /],
    ["a symbol that is settling", { symbol: "WAVESUSDT", quantity: "100" }, -4140, /Invalid symbol status/],
  ];
  for (const [what, fields, code, msg] of refused) {
    // @covers V27
    test(`an order with ${what} is refused with ${code}`, async () => {
      const { sandbox, trader } = await open();
      const answer = await trader.market(fields);
      expect([answer.status, answer.json]).toEqual([
        400,
        { code, msg: msg instanceof RegExp ? expect.stringMatching(msg) : msg },
      ]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });
  }

  const taken: readonly (readonly [string, Record<string, string>])[] = [
    ["too little for any but a closing one", { symbol: "ETHUSDT", quantity: "0.005", reduceOnly: "true" }],
    ["a quantity on a limit order's finer step", { ...limit, symbol: "ETHUSDT", price: "3800", quantity: "0.011" }],
    ["whole contracts", { symbol: "1000PEPEUSDT", quantity: "1000" }],
    ["a dated contract", { symbol: "BTCUSDT_261225" }],
  ];
  for (const [what, fields] of taken) {
    test(`an order with ${what} is accepted`, async () => {
      const { sandbox, trader } = await open();
      expect((await trader.market(fields)).status).toBe(200);
      expect(sandbox.ledger.entries()).toHaveLength(1);
    });
  }

  test("an account without margin is refused", async () => {
    const { sandbox, trader } = await openBinance("BINANCE_FUTURES", { key: "no-money" });
    expect((await trader.market()).json).toEqual({ code: -2019, msg: "Margin is insufficient." });
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});
