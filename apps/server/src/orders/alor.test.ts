/** Everything an Alor order can contain, as its trader sees it: specification, section 3; docs/pitfalls.md. */
import { describe, expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const server = await startServer();

const BELOW_THE_MARKET = { type: "stop", condition: "LessOrEqual", triggerPrice: "270.05" };

async function placed(trader: Trader, fields: object) {
  await trader.alert(trader.message({ ...fields }));
  const [order] = (await trader.ended(1)).slice(-1);
  return order;
}

describe("an order for Alor", () => {
  // @covers S3.37 S3.38 S3.39 S3.40 S3.41 S3.42 S3.43
  test("may be a stop-limit order with every extra, written the way TradingView users write it", async () => {
    const trader = await linkTrader(server);
    const order = await placed(trader, {
      ticker: "RUS:SIZ2026",
      direction: "sell",
      type: "stop_limit",
      contracts: 10,
      price: 83_990,
      timeInForce: "GoodTillCancelled",
      icebergFixed: "2",
      icebergVariance: 5,
      condition: "lessorequal",
      stopEndUnixTime: 32_503_680_000,
      triggerPrice: "84000",
      activate: "true",
    });
    expect(order).toMatchObject({ status: "CREATED", type: "STOP_LIMIT", open: "83990", quantity: "10" });
    expect(trader.executed()).toMatchObject([
      {
        type: "STOP_LIMIT",
        instrument: "SI-12.26",
        side: "SELL",
        quantity: "10",
        price: "83990",
        timeInForce: "goodtillcancelled",
        trigger: { condition: "LessOrEqual", price: "84000" },
        clientOrderId: order?.id,
      },
    ]);
  });

  // @covers V12
  test("pitfall 12: an order for which a beginner's portfolio needs allowMargin is refused until the account has it", async () => {
    const trader = await linkTrader(server);
    const portfolio = { venue: "ALOR_BROKER", environment: "demo", account: trader.portfolio } as const;
    server.sandbox.register({ ...portfolio, secret: `of-${trader.portfolio}`, initialRisk: true });
    expect(await placed(trader, BELOW_THE_MARKET)).toMatchObject({ status: "REJECTED", reason: "MARGIN_NOT_ALLOWED" });
    await trader.user.api.post("/accounts/me/list", [{ id: trader.account, allowMargin: true }]);
    expect(await placed(trader, BELOW_THE_MARKET)).toMatchObject({ status: "CREATED", reason: null });
    expect(trader.executed()).toHaveLength(1);
  });

  // @covers V14
  test("pitfall 14: a chain of contracts is refused, and its contracts are offered instead", async () => {
    const trader = await linkTrader(server);
    expect(await placed(trader, { ticker: "RUS:SI1!" })).toMatchObject({
      status: "REJECTED",
      reason: "CONTINUOUS_FUTURES",
      responseServerJson: '{"candidates":["SiZ6","SiH7"]}',
    });
    expect(trader.executed()).toEqual([]);
  });

  // @covers V16
  test("pitfall 16: an end time in milliseconds is refused at its place in the message, with its own code", async () => {
    const trader = await linkTrader(server);
    const answer = await trader.alert(
      trader.message({ ...BELOW_THE_MARKET, stopEndUnixTime: Date.now() + 86_400_000 }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.problems).toMatchObject([{ code: "MILLISECONDS", field: "stopEndUnixTime" }]);
    expect(trader.executed()).toEqual([]);
  });

  // @covers V25
  test("pitfall 25: Alor's 200 makes an order CREATED, which means that Alor has it, not that it was filled", async () => {
    const trader = await linkTrader(server);
    const order = await placed(trader, { ...BELOW_THE_MARKET, ticker: "SBER" });
    expect(order).toMatchObject({ status: "CREATED", stage: "done", reason: null });
    expect(Object.keys(JSON.parse(order?.responseServerJson ?? "{}"))).toEqual(["message", "orderNumber"]);
    expect(order?.execution).toMatchObject({ state: "working", filledQuantity: "0", averagePrice: null });
  });
});
