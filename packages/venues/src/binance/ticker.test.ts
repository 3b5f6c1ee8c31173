import { expect, test } from "vitest";
import { readTicker, tickerOf } from "./ticker.ts";

test.each([
  ["BTCUSDT", "BTCUSDT", false],
  ["BINANCE:BTCUSDT", "BTCUSDT", false],
  ["binance:BTCUSDT", "BTCUSDT", false],
  ["BINANCE_DL:BTCUSDT", "BTCUSDT", false],
  ["BTCUSDT.P", "BTCUSDT", true],
  ["BINANCE:BTCUSDT.P", "BTCUSDT", true],
  ["BINANCE_DLY:1000PEPEUSDT.P", "1000PEPEUSDT", true],
  ["BTCUSDT_261225", "BTCUSDT_261225", false],
  ["测试USDT.P", "测试USDT", true],
  ["btcusdt", "BTCUSDT", false],
  ["Binance:BtcUsdt.p", "BTCUSDT", true],
])("%s names %s", (ticker, symbol, isPerpetual) => {
  expect(readTicker(ticker)).toEqual({ symbol, isPerpetual });
  expect(readTicker(tickerOf({ symbol, isPerpetual }))).toEqual({ symbol, isPerpetual });
});

test.each([
  ["MOEX:SBER", "OTHER_EXCHANGE"],
  ["RUS:SI1!", "OTHER_EXCHANGE"],
  ["BYBIT:BTCUSDT.P", "OTHER_EXCHANGE"],
  ["BTCUSDT1!", "CONTINUOUS_FUTURES"],
  ["BINANCE:BTCUSDT2!", "CONTINUOUS_FUTURES"],
  ...["BINANCE:", ":BTCUSDT", ".P", "BTC/USDT", "BTC USDT", "..", "A:B:C", ""].map((ticker) => [
    ticker,
    "NOT_A_TICKER",
  ]),
])("%s names nothing at Binance: %s", (ticker = "", fault = "") => {
  expect(readTicker(ticker)).toBe(fault);
});
