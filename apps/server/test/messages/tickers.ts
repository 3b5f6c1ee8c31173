/** Messages with tickers in each spelling, of each venue and of none. */
import type { Fields, RightMessages } from "./right-messages.ts";

/** The Moscow Exchange's tickers, as TradingView, the exchange and people write them. */
const MOSCOW = ["sber", "MOEX_DLY:SBER", "RUS:SBER", "SBERP", "T", "SPBX:AAPL", "QIWI", "SU26238RMFS4", "CNYRUB_TOM"];
const MOSCOW_FUTURES = ["SiZ6", "SIZ6", "MOEX:SIZ2026", "SIZ2035", "SI1!", "SI-12.26", "BR-1.27"];
const BINANCE = ["btcusdt", "BINANCE:BTCUSDT", "WAVESUSDT", "BTCTRY", "NOSUCH.P"];
const BINANCE_FUTURES = ["BTCUSDT.P", "BINANCE:btcusdt.p", "BTCUSDT_261225", "BTCUSDT_261225.P", "BTCUSDT1!"];
const ELSEWHERE = ["BYBIT:BTCUSDT.P", "NASDAQ:AAPL", "NOSUCH", "1000PEPEUSDT.P"];
const NO_TICKERS = ["SB ER", "$$$", "BTC/USDT", "", undefined, 5, "{{ticker}}", "A".repeat(65)];

export function tickerMessages({ market }: RightMessages): readonly (readonly [string, Fields])[] {
  const tickers = [MOSCOW, MOSCOW_FUTURES, BINANCE, BINANCE_FUTURES, ELSEWHERE, NO_TICKERS].flat();
  return tickers.map((ticker) => [`ticker ${JSON.stringify(ticker)}`, { ...market, ticker }]);
}
