/** What an account has, what an order would cost, and when a symbol trades. */
import { describe, expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

describe("at spot", () => {
  const trader = keyOf(SPOT);

  test("coins are positions in their usual pair, less the fee that bought them; money is the rest", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(SPOT);
    sandbox.market("BINANCE_SPOT", "live").fund(trader.apiKey, { USDT: "5000", BTC: "0.5", TRY: "100", WAVES: "3" });
    await binance.place(orderOf(SPOT), trader, patient());
    const positions = await executions.positions(trader, patient());
    // WAVESUSDT doesn't trade, so no ticker names that coin.
    expect(positions).toMatchObject({
      kind: "read",
      value: [{ symbol: "BTCUSDT", ticker: "BTCUSDT", quantity: "0.50999", averagePrice: null, currency: "USDT" }],
    });
    const money = await executions.money(trader, patient());
    expect(money).toMatchObject({
      kind: "read",
      value: [
        { currency: "USDT", free: "3957.4963", blocked: "0" },
        { currency: "TRY", free: "100", blocked: "0" },
        { currency: "WAVES", free: "3", blocked: "0" },
      ],
    });
  });

  test("an order's fee is counted by the venue's rate: a buyer pays it in coins, a seller in money", async () => {
    const { sandbox, executions } = await atTheSandbox(SPOT);
    const estimate = (direction: "BUY" | "SELL") =>
      executions.estimate(orderOf(SPOT, { direction }), trader, patient());
    expect(await estimate("BUY")).toMatchObject({
      value: { maxQuantity: null, fee: { amount: "0.00001", currency: "BTC" } },
    });
    expect(await estimate("SELL")).toMatchObject({ value: { fee: { amount: "1.0425037", currency: "USDT" } } });
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});

describe("at futures", () => {
  test("positions are signed, with the average price, the mark and the open profit", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(FUTURES);
    const trader = keyOf(FUTURES);
    await binance.place(orderOf(FUTURES, { direction: "SELL", contracts: "0.02" }), trader, patient());
    sandbox.market("BINANCE_FUTURES", "live").setPrice("BTCUSDT", "104300.5");
    expect(await executions.positions(trader, patient())).toMatchObject({
      kind: "read",
      value: [
        {
          symbol: "BTCUSDT",
          ticker: "BTCUSDT.P",
          quantity: "-0.02",
          averagePrice: "104310.5",
          price: "104300.5",
          openProfit: "0.2",
          currency: "USDT",
        },
      ],
    });
    expect(await executions.positions(trader, patient())).not.toHaveProperty("value.0.positionSide");
    await binance.place(orderOf(FUTURES, { contracts: "0.02" }), trader, patient());
    expect(await executions.positions(trader, patient())).toMatchObject({ value: [] });
  });

  test("in hedge mode a symbol has a long and a short position", async () => {
    const { binance, executions } = await atTheSandbox(FUTURES);
    const trader = keyOf(FUTURES, "hedge");
    await binance.place(orderOf(FUTURES, { positionSide: "LONG" }), trader, patient());
    await binance.place(
      orderOf(FUTURES, { positionSide: "SHORT", direction: "SELL", contracts: "0.03" }),
      trader,
      patient(),
    );
    const positions = await executions.positions(trader, patient());
    expect(positions).toMatchObject({
      value: [
        { ticker: "BTCUSDT.P", positionSide: "LONG", quantity: "0.01" },
        { ticker: "BTCUSDT.P", positionSide: "SHORT", quantity: "-0.03" },
      ],
    });
  });

  test("the margin of a position isn't free", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(FUTURES);
    const trader = keyOf(FUTURES);
    sandbox.market("BINANCE_FUTURES", "live").fund(trader.apiKey, { USDT: "1000" });
    await binance.place(orderOf(FUTURES), trader, patient());
    // 0.01 BTC at 104310.5, of which a twentieth is blocked and a 2000th is the fee.
    expect(await executions.money(trader, patient())).toMatchObject({
      value: [{ currency: "USDT", free: "947.3231975", blocked: "52.15525" }],
    });
  });

  test("an order's fee is counted by the account's rate", async () => {
    const { executions } = await atTheSandbox(FUTURES);
    expect(await executions.estimate(orderOf(FUTURES), keyOf(FUTURES), patient())).toMatchObject({
      value: { maxQuantity: null, fee: { amount: "0.5215525", currency: "USDT" } },
    });
  });
});

describe.each(MARKETS)("at $market", (market) => {
  test("symbols trade around the clock, or not now", async () => {
    const { executions } = await atTheSandbox(market);
    const of = (ticker: string) => executions.schedule(ticker, keyOf(market), patient());
    const always = { closesAtMs: null, opensAtMs: null };
    expect(await of(market.ticker)).toMatchObject({ kind: "read", value: { isOpen: true, ...always } });
    const halted = market.market === "spot" ? "WAVESUSDT" : "WAVESUSDT.P";
    expect(await of(halted)).toMatchObject({ kind: "read", value: { isOpen: false, ...always } });
    expect(await of("SBER")).toMatchObject({ kind: "refused", reason: "INSTRUMENT_NOT_FOUND" });
  });

  // @covers V20
  test("pitfall 20: reading executions stops before orders do, however often it is asked for", async () => {
    const rateLimits = [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 600 }] as const;
    const { binance, executions } = await atTheSandbox(market, {}, { rateLimits });
    await binance.place(orderOf(market), keyOf(market), patient());
    let reading = await executions.working(keyOf(market), patient());
    for (let reads = 0; reads < 20 && reading.kind === "read"; reads += 1)
      reading = await executions.working(keyOf(market), patient());
    expect(reading).toMatchObject({ kind: "unknown", cause: "VENUE_THROTTLED" });
    expect(await binance.place(orderOf(market), keyOf(market), patient())).toMatchObject({ kind: "accepted" });
  });
});
