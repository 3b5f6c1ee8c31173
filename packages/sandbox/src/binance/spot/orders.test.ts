import { describe, expect, test } from "vitest";
import { openBinance } from "../trader.fixture.ts";

const open = () => openBinance("BINANCE_SPOT");
const AT = Date.UTC(2026, 10, 20, 9, 30);

describe("placing on spot", () => {
  test("a market order fills at once, and is recorded in the ledger exactly as sent", async () => {
    const { sandbox, trader } = await open();
    const { status, json } = await trader.market({ side: "SELL", quantity: "0.020", newClientOrderId: "order-7" });
    expect(status).toBe(200);
    expect(json).toEqual({
      symbol: "BTCUSDT",
      orderId: 1_200_000,
      orderListId: -1,
      clientOrderId: "order-7",
      transactTime: AT,
      price: "0.00000000",
      origQty: "0.02000000",
      executedQty: "0.02000000",
      origQuoteOrderQty: "0.00000000",
      cummulativeQuoteQty: "2085.00740000",
      status: "FILLED",
      timeInForce: "GTC",
      type: "MARKET",
      side: "SELL",
      selfTradePreventionMode: "NONE",
      workingTime: AT,
      fills: [
        {
          price: "104250.37000000",
          qty: "0.02000000",
          commission: "2.08500740",
          commissionAsset: "USDT",
          tradeId: 1_200_000,
        },
      ],
    });
    expect(sandbox.ledger.entries()).toEqual([
      {
        venue: "BINANCE_SPOT",
        account: trader.apiKey,
        clientOrderId: "order-7",
        instrument: "BTCUSDT",
        side: "SELL",
        quantity: "0.020",
        price: null,
        receivedAt: "2026-11-20T09:30:00.000Z",
        receivedAtUs: AT * 1000,
        environment: "demo",
        type: "MARKET",
        venueOrderId: "1200000",
        requestId: null,
        exchange: "BINANCE",
        board: "SPOT",
        timeInForce: "GTC",
      },
    ]);
  });

  test("an answer has the requested detail: ACK, RESULT, FULL; FULL by default", async () => {
    const { trader } = await open();
    const answers = [];
    for (const newOrderRespType of ["ACK", "RESULT", "FULL", undefined])
      answers.push((await trader.market({ newOrderRespType })).json);
    expect(answers.map(({ status, fills }) => [status, fills?.length])).toEqual([
      [undefined, undefined],
      ["FILLED", undefined],
      ["FILLED", 1],
      ["FILLED", 1],
    ]);
    expect(Object.keys(answers[0])).toEqual(["symbol", "orderId", "orderListId", "clientOrderId", "transactTime"]);
  });

  test("a limit order fills if its price reaches the market, else it rests or ends by its time in force", async () => {
    const { trader } = await open();
    const statuses = [];
    for (const fields of [
      { price: "104250.37" },
      { price: "104250.36" },
      { price: "104250.38", side: "SELL" },
      { price: "104250.36", timeInForce: "IOC" },
      { price: "104250.36", timeInForce: "FOK" },
      { price: "104250.36", type: "LIMIT_MAKER", timeInForce: undefined, newOrderRespType: "RESULT" },
    ])
      statuses.push((await trader.limit(fields)).json.status);
    expect(statuses).toEqual(["FILLED", "NEW", "NEW", "EXPIRED", "EXPIRED", "NEW"]);
    const crossing = await trader.limit({ price: "104250.37", type: "LIMIT_MAKER", timeInForce: undefined });
    expect(crossing.json).toEqual({ code: -2010, msg: "Order would immediately match and take." });
  });

  test("an order for an amount of the quote asset buys whole lots for at most that amount", async () => {
    const { sandbox, trader } = await open();
    const { json } = await trader.market({ quantity: undefined, quoteOrderQty: "100" });
    expect([json.executedQty, json.origQuoteOrderQty]).toEqual(["0.00095000", "100.00000000"]);
    expect(sandbox.ledger.entries()).toMatchObject([{ quantity: "0.00095" }]);
  });

  test("order/test refuses what order would refuse, and executes nothing", async () => {
    const { sandbox, trader } = await open();
    const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" };
    expect((await trader.post("/api/v3/order/test", order)).json).toEqual({});
    const withRates = await trader.post("/api/v3/order/test", { ...order, computeCommissionRates: "true" });
    expect(withRates.json.standardCommissionForOrder).toEqual({ maker: "0.00100000", taker: "0.00100000" });
    expect((await trader.post("/api/v3/order/test", { ...order, quantity: "0.00000001" })).json.code).toBe(-1013);
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});

describe("finding and cancelling on spot", () => {
  test("an order is found by the venue's id and by ours; a missing one is -2013", async () => {
    const { trader } = await open();
    const { json: placed } = await trader.market({ newClientOrderId: "ours" });
    const found = [
      await trader.find({ orderId: placed.orderId }),
      await trader.find({ origClientOrderId: "ours" }),
      await trader.find({ orderId: placed.orderId, origClientOrderId: "ours" }),
    ];
    for (const { json } of found) {
      expect(json).toEqual({
        symbol: "BTCUSDT",
        orderId: placed.orderId,
        orderListId: -1,
        clientOrderId: "ours",
        price: "0.00000000",
        origQty: "0.01000000",
        executedQty: "0.01000000",
        origQuoteOrderQty: "0.00000000",
        cummulativeQuoteQty: "1042.50370000",
        status: "FILLED",
        timeInForce: "GTC",
        type: "MARKET",
        side: "BUY",
        stopPrice: "0.00000000",
        icebergQty: "0.00000000",
        time: AT,
        updateTime: AT,
        isWorking: true,
        workingTime: AT,
        selfTradePreventionMode: "NONE",
      });
    }
    const absent = [
      { origClientOrderId: "theirs" },
      { orderId: 1 },
      { orderId: placed.orderId, origClientOrderId: "theirs" },
      { symbol: "ETHUSDT", origClientOrderId: "ours" },
    ];
    for (const named of absent)
      expect((await trader.find(named)).json).toEqual({ code: -2013, msg: "Order does not exist." });
    expect((await trader.find({})).json.code).toBe(-1102);
  });

  test("open orders are listed and can be cancelled once, and a filled one can't be cancelled", async () => {
    const { trader } = await open();
    await trader.limit({ newClientOrderId: "rests" });
    await trader.limit({ newClientOrderId: "rests-too", symbol: "ETHUSDT", price: "3000", quantity: "0.1" });
    await trader.market({ newClientOrderId: "filled" });
    const ids = async (symbol?: string) =>
      (await trader.get("/api/v3/openOrders", { symbol })).json.map(
        ({ clientOrderId }: { clientOrderId: string }) => clientOrderId,
      );
    expect([await ids(), await ids("ETHUSDT")]).toEqual([["rests", "rests-too"], ["rests-too"]]);
    const cancelled = await trader.cancel({ origClientOrderId: "rests" });
    expect(cancelled.json).toMatchObject({ status: "CANCELED", origClientOrderId: "rests", orderId: 1_200_000 });
    for (const origClientOrderId of ["rests", "filled", "never"])
      expect((await trader.cancel({ origClientOrderId })).json).toEqual({ code: -2011, msg: "Unknown order sent." });
    expect(await ids()).toEqual(["rests-too"]);
    expect((await trader.find({ origClientOrderId: "rests" })).json.status).toBe("CANCELED");
  });
});

describe("refusals on spot", () => {
  const limit = { type: "LIMIT", timeInForce: "GTC", price: "100000" };
  const refused: readonly (readonly [string, Record<string, string | undefined>, number, string | RegExp])[] = [
    ["an unknown symbol", { symbol: "BTCUSD" }, -1121, "Invalid symbol."],
    ["a futures ticker", { symbol: "BTCUSDT.P" }, -1121, "Invalid symbol."],
    ["a symbol in small letters", { symbol: "btcusdt" }, -1100, /parameter 'symbol'; legal range is/],
    ["a misspelt parameter", { newClientOrderID: "a" }, -1104, /read '6' parameter\(s\) but was sent '7'/],
    ["a futures parameter", { positionSide: "BOTH" }, -1104, /Not all sent parameters were read/],
    ["an empty parameter", { newClientOrderId: "" }, -1105, "Parameter 'newClientOrderId' was empty."],
    ["no side", { side: undefined }, -1102, /Mandatory parameter 'side'/],
    ["an unknown side", { side: "buy" }, -1117, "Invalid side."],
    ["an unknown type", { type: "market" }, -1116, "Invalid orderType."],
    ["an unknown time in force", { ...limit, timeInForce: "DAY" }, -1115, "Invalid timeInForce."],
    ["an unknown form of answer", { newOrderRespType: "ALL" }, -1130, /newOrderRespType/],
    ["an exponent", { quantity: "1e-2" }, -1100, /Illegal characters found in parameter 'quantity'/],
    ["a sign", { quantity: "-1" }, -1100, /Illegal characters found in parameter 'quantity'/],
    ["a comma", { ...limit, price: "100000,5" }, -1100, /Illegal characters found in parameter 'price'/],
    ["a client id of 37 signs", { newClientOrderId: "a".repeat(37) }, -1100, /'newClientOrderId'; legal range/],
    ["a client id with a space", { newClientOrderId: "a b" }, -1100, /'newClientOrderId'/],
    ["a client id that isn't Latin", { newClientOrderId: "ордер" }, -1100, /'newClientOrderId'/],
    [
      "no quantity",
      { quantity: undefined },
      -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
    ],
    ["both quantities", { quoteOrderQty: "100" }, -1128, "Combination of optional parameters invalid."],
    ["a price on a market order", { price: "100000" }, -1106, "Parameter 'price' sent when not required."],
    [
      "a time in force on a market order",
      { timeInForce: "GTC" },
      -1106,
      "Parameter 'timeInForce' sent when not required.",
    ],
    ["a limit order without a price", { ...limit, price: undefined }, -1102, /Mandatory parameter 'price'/],
    ["a limit order without a time in force", { ...limit, timeInForce: undefined }, -1102, /'timeInForce'/],
    [
      "a stop order",
      { type: "STOP_LOSS", stopPrice: "9" },
      -2010,
      "Stop loss orders are not supported for this symbol.",
    ],
    ["an iceberg", { ...limit, icebergQty: "0.001" }, -2010, "Iceberg orders are not supported for this symbol."],
    ["nine digits after the point", { quantity: "0.010000001" }, -1111, "Parameter 'quantity' has too much precision."],
    ["a price off the tick", { ...limit, price: "100000.005" }, -1013, "Filter failure: PRICE_FILTER"],
    ["a price above the highest", { ...limit, price: "1000000.01" }, -1013, "Filter failure: PRICE_FILTER"],
    ["a quantity off the step", { quantity: "0.010005" }, -1013, "Filter failure: LOT_SIZE"],
    ["no quantity at all", { quantity: "0" }, -1013, "Filter failure: LOT_SIZE"],
    ["more than the most", { ...limit, quantity: "9000.1" }, -1013, "Filter failure: LOT_SIZE"],
    ["part of a whole coin", { symbol: "DOGEUSDT", quantity: "100.5" }, -1013, "Filter failure: LOT_SIZE"],
    ["more than a market order may", { quantity: "71.6" }, -1013, "Filter failure: MARKET_LOT_SIZE"],
    [
      "a step finer than a market order's",
      { symbol: "ETHUSDT", quantity: "0.0105" },
      -1013,
      "Filter failure: MARKET_LOT_SIZE",
    ],
    ["a market order of too little", { quantity: "0.00004" }, -1013, "Filter failure: NOTIONAL"],
    ["a limit order of too little", { ...limit, quantity: "0.00004" }, -1013, "Filter failure: NOTIONAL"],
    ["a limit order of too much", { ...limit, quantity: "90.00001" }, -1013, "Filter failure: NOTIONAL"],
    ["a price far below the market", { ...limit, price: "20850.07" }, -1013, "Filter failure: PERCENT_PRICE_BY_SIDE"],
    ["a symbol that isn't trading", { symbol: "WAVESUSDT", quantity: "10" }, -2010, "Market is closed."],
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
    ["a limit order on the finer step", { ...limit, symbol: "ETHUSDT", price: "3800", quantity: "0.0105" }],
    ["a market order of little where minima don't apply to it", { symbol: "BTCTRY", quantity: "0.00001" }],
    ["a price on the tick that floats would miss", { ...limit, price: "100000.07" }],
    ["all signs that a client id may have", { newClientOrderId: ".A-Z:/a_z0-9" }],
    ["a client id of 36 signs", { newClientOrderId: "b".repeat(36) }],
  ];
  for (const [what, fields] of taken) {
    test(`an order with ${what} is accepted`, async () => {
      const { sandbox, trader } = await open();
      expect((await trader.market(fields)).status).toBe(200);
      expect(sandbox.ledger.entries()).toHaveLength(1);
    });
  }

  test("the matching engine refuses an account without money", async () => {
    const { sandbox, trader } = await openBinance("BINANCE_SPOT", { key: "no-money" });
    expect((await trader.market()).json).toEqual({
      code: -2010,
      msg: "Account has insufficient balance for requested action.",
    });
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});
