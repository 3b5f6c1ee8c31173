/** What an alert's ticker names at Binance: docs/venues/tradingview.md, Tickers. */

import type { TickerFault } from "../ticker-fault.ts";

export interface BinanceTicker {
  /** Binance writes its symbols in capitals. */
  readonly symbol: string;
  /** TradingView marks a perpetual contract with `.P`; the same name without it is the spot pair. */
  readonly isPerpetual: boolean;
}

/** TradingView marks an exchange whose data is delayed (docs/venues/tradingview.md, Placeholders). */
const PREFIX = /^BINANCE(?:_DLY?)?$/i;

/** Some symbols contain letters that aren't Latin. */
const SYMBOL = /^[\p{L}\d][\p{L}\d_-]{0,39}$/u;

/** Names at other exchanges. */
const NAME = /^[\p{L}\d][\p{L}\d.!_-]*$/u;

const PERPETUAL = ".P";

/** TradingView's chain of contracts: `BTCUSDT1!`. */
const CONTINUOUS = /^[\p{L}\d]+[1-9]!$/u;

/**
 * Reads `SYMBOL` or `BINANCE:SYMBOL`, with or without `.P`; returns the fault of a ticker that can't name anything at
 * Binance.
 */
export function readTicker(ticker: string): BinanceTicker | TickerFault {
  const colon = ticker.indexOf(":");
  const [prefix, name] = [ticker.slice(0, Math.max(colon, 0)), ticker.slice(colon + 1)];
  if (colon >= 0 && !PREFIX.test(prefix))
    return SYMBOL.test(prefix) && NAME.test(name) ? "OTHER_EXCHANGE" : "NOT_A_TICKER";
  if (CONTINUOUS.test(name)) return "CONTINUOUS_FUTURES";
  const isPerpetual = name.toUpperCase().endsWith(PERPETUAL);
  const symbol = isPerpetual ? name.slice(0, -PERPETUAL.length) : name;
  return SYMBOL.test(symbol) ? { symbol: symbol.toUpperCase(), isPerpetual } : "NOT_A_TICKER";
}

/** Returns the ticker as TradingView writes it. */
export function tickerOf({ symbol, isPerpetual }: BinanceTicker): string {
  return isPerpetual ? symbol + PERPETUAL : symbol;
}
