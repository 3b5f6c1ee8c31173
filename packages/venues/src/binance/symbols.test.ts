import { describe, expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

const INSTRUMENTS = [
  [SPOT, "BTCUSDT", { symbol: "BTCUSDT", board: "SPOT", tick: "0.01", quantityStep: "0.00001" }],
  [SPOT, "btcusdt", { symbol: "BTCUSDT", board: "SPOT", tick: "0.01", quantityStep: "0.00001" }],
  [FUTURES, "BTCUSDT", { symbol: "BTCUSDT", board: "PERPETUAL", tick: "0.1", quantityStep: "0.001" }],
  [FUTURES, "BINANCE:btcusdt.p", { symbol: "BTCUSDT", board: "PERPETUAL", tick: "0.1", quantityStep: "0.001" }],
  [SPOT, "BINANCE:ETHUSDT", { symbol: "ETHUSDT", board: "SPOT", tick: "0.01", quantityStep: "0.0001" }],
  [SPOT, "BINANCE_DL:DOGEUSDT", { symbol: "DOGEUSDT", board: "SPOT", tick: "0.00001", quantityStep: "1" }],
  [FUTURES, "BTCUSDT.P", { symbol: "BTCUSDT", board: "PERPETUAL", tick: "0.1", quantityStep: "0.001" }],
  [
    FUTURES,
    "BINANCE_DLY:1000PEPEUSDT.P",
    { symbol: "1000PEPEUSDT", board: "PERPETUAL", tick: "0.0000001", quantityStep: "1" },
  ],
] as const;

test.each(INSTRUMENTS)(
  "$market has one instrument called %s; its tick and step come from filters, not precisions",
  async (market, ticker, instrument) => {
    const { binance } = await atTheSandbox(market);
    expect(await binance.instrument(ticker, keyOf(market), patient())).toEqual({
      ...instrument,
      lotSize: "1",
      // Of these, a step is also the least.
      minQuantity: instrument.quantityStep,
    });
  },
);

// @covers V10
test("pitfall 10: the precision fields of exchangeInfo aren't ticks and steps", async () => {
  const { binance, exchanges } = await atTheSandbox(FUTURES);
  const { tick, quantityStep } = await binance.instrument("BTCUSDT.P", keyOf(FUTURES), patient());
  const info = JSON.parse(exchanges.find(({ url }) => url.endsWith("exchangeInfo"))?.responseBody ?? "{}");
  const { pricePrecision, quantityPrecision } = info.symbols.find(
    ({ symbol }: { symbol: string }) => symbol === "BTCUSDT",
  );
  expect([tick, quantityStep]).toEqual(["0.1", "0.001"]);
  expect([pricePrecision, quantityPrecision]).toEqual([2, 4]);
});

// @covers V14
test.each([
  [SPOT, "BTCUSDT.P", "CONTRACT_AT_SPOT", ["BTCUSDT"]],
  [SPOT, "1000PEPEUSDT.P", "CONTRACT_AT_SPOT", []],
  [SPOT, "BTCUSDT_261225", "CONTRACT_AT_SPOT", ["BTCUSDT"]],
  [SPOT, "BTCUSD", "INSTRUMENT_NOT_FOUND", ["BTCUSDT"]],
  [SPOT, "BINANCE:ETHUSTD", "INSTRUMENT_NOT_FOUND", ["ETHUSDT"]],
  [SPOT, "WAVESUSTD", "INSTRUMENT_NOT_FOUND", []],
  [SPOT, "SBER", "INSTRUMENT_NOT_FOUND", []],
  [SPOT, "BTC/USDT", "NOT_A_TICKER", ["BTCUSDT"]],
  [FUTURES, "BINANCE:BTC/USDT.P", "NOT_A_TICKER", ["BTCUSDT.P"]],
  [FUTURES, "BTCUSD", "INSTRUMENT_NOT_FOUND", ["BTCUSDT.P"]],
  [FUTURES, "ETHUSTD.P", "INSTRUMENT_NOT_FOUND", ["ETHUSDT.P"]],
  [FUTURES, "BTCUSDT_261225", "DELIVERY_CONTRACT", ["BTCUSDT.P"]],
  [FUTURES, "BTCUSDT_261225.P", "DELIVERY_CONTRACT", ["BTCUSDT.P"]],
  [FUTURES, "BTCUSDT_200101", "INSTRUMENT_NOT_FOUND", ["BTCUSDT.P"]],
] as const)(
  "pitfall 14: %o: %s is not guessed: %s, and exact tickers are offered",
  async (market, ticker, reason, candidates) => {
    const { sandbox, binance } = await atTheSandbox(market);
    const refusal = { reason, candidates };
    await expect(binance.instrument(ticker, keyOf(market), patient())).rejects.toMatchObject(refusal);
    expect(await binance.place(orderOf(market, { ticker }), keyOf(market), patient())).toEqual({
      kind: "rejected",
      reason,
      response: candidates.length === 0 ? null : JSON.stringify({ candidates }),
      isUnsent: true,
    });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  },
);

describe.each(MARKETS)("$market", (market) => {
  const suffix = market === FUTURES ? ".P" : "";

  test.each([
    ["MOEX:SBER", "OTHER_EXCHANGE"],
    ["RUS:SiZ6", "OTHER_EXCHANGE"],
    ["BYBIT:BTCUSDT.P", "OTHER_EXCHANGE"],
    ["BTCUSDT1!", "CONTINUOUS_FUTURES"],
    ["BINANCE:", "NOT_A_TICKER"],
    ["a/b", "NOT_A_TICKER"],
  ])("%s isn't a ticker of Binance's, %s, and Binance isn't asked for it", async (ticker, reason) => {
    const { sandbox, binance } = await atTheSandbox(market);
    const outcome = await binance.place(orderOf(market, { ticker }), keyOf(market), patient());
    expect(outcome).toEqual({ kind: "rejected", reason, response: null, isUnsent: true });
    expect(sandbox.calls.count()).toBe(0);
  });

  test("an instrument that isn't trading is refused", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const outcome = await binance.place(orderOf(market, { ticker: `WAVESUSDT${suffix}` }), keyOf(market), patient());
    expect(outcome).toMatchObject({ kind: "rejected", reason: "INSTRUMENT_NOT_TRADABLE" });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  });

  test("the list is renewed after ten minutes; after one, before a ticker is refused because of it", async () => {
    const { sandbox, binance, clock } = await atTheSandbox(market);
    const listsAfter = async (minutes: number, ticker: string) => {
      clock.nowMs += minutes * 60_000;
      await binance.instrument(ticker, keyOf(market), patient()).catch(() => {});
      return sandbox.calls.count({ operation: "market-data" });
    };
    expect(await listsAfter(0, `BTCUSDT${suffix}`)).toBe(1);
    expect(await listsAfter(0, `NOSUCHUSDT${suffix}`)).toBe(1);
    expect(await listsAfter(1, `BTCUSDT${suffix}`)).toBe(1);
    expect(await listsAfter(0, `NOSUCHUSDT${suffix}`)).toBe(2);
    expect(await listsAfter(9, `BTCUSDT${suffix}`)).toBe(2);
    expect(await listsAfter(1, `BTCUSDT${suffix}`)).toBe(3);
  });

  test("if Binance doesn't return the list, the error says so", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "5xx", operation: "market-data" });
    await expect(binance.instrument(market.ticker, keyOf(market), patient())).rejects.toMatchObject({
      name: "InstrumentError",
      reason: "VENUE_UNAVAILABLE",
    });
  });
});
