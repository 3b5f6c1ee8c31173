/** What an alert's ticker names at Alor: facts/venues.md, Ticker mapping. */

export type AlorExchange = "MOEX" | "SPBX";

export interface AlorTicker {
  readonly exchange: AlorExchange;
  readonly symbol: string;
}

/** TradingView's and Alor's own names. RUS is TradingView's older name for Moscow. */
const EXCHANGES: Readonly<Record<string, AlorExchange>> = { MOEX: "MOEX", RUS: "MOEX", SPBX: "SPBX" };

/** TradingView marks an exchange whose data is delayed (facts/venues.md, Ticker mapping). */
const DELAYED = /_DLY?$/;

/** It goes into a URL's path, so it may not be made of dots alone. */
const SYMBOL = /^[\p{L}\d][\p{L}\d._@+-]*$/u;

/** Reads `SYMBOL` (Moscow is meant) or `EXCHANGE:SYMBOL`; undefined when it can name nothing at Alor. */
export function readTicker(ticker: string): AlorTicker | undefined {
  const colon = ticker.indexOf(":");
  const prefix = colon < 0 ? "MOEX" : ticker.slice(0, colon).toUpperCase().replace(DELAYED, "");
  const exchange = Object.hasOwn(EXCHANGES, prefix) ? EXCHANGES[prefix] : undefined;
  const symbol = ticker.slice(colon + 1);
  return exchange && SYMBOL.test(symbol) ? { exchange, symbol } : undefined;
}
