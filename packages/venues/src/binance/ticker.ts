/** What an alert's ticker names at Binance: facts/venues.md, Ticker mapping. */

export interface BinanceTicker {
  /** Binance writes its symbols in capitals. */
  readonly symbol: string;
  /** TradingView marks a perpetual contract by `.P`; the same name without it is the spot pair. */
  readonly isPerpetual: boolean;
}

/** TradingView marks an exchange whose data is delayed (facts/venues.md, Ticker mapping). */
const PREFIX = /^BINANCE(?:_DLY?)?$/i;

/** Some symbols hold letters that aren't Latin. */
const SYMBOL = /^[\p{L}\d][\p{L}\d_-]{0,39}$/u;

const PERPETUAL = ".P";

/** Reads `SYMBOL` or `BINANCE:SYMBOL`, with or without `.P`; undefined when it can name nothing at Binance. */
export function readTicker(ticker: string): BinanceTicker | undefined {
  const colon = ticker.indexOf(":");
  if (colon >= 0 && !PREFIX.test(ticker.slice(0, colon))) return undefined;
  const name = ticker.slice(colon + 1);
  const isPerpetual = name.toUpperCase().endsWith(PERPETUAL);
  const symbol = isPerpetual ? name.slice(0, -PERPETUAL.length) : name;
  return SYMBOL.test(symbol) ? { symbol: symbol.toUpperCase(), isPerpetual } : undefined;
}

/** As TradingView writes it. */
export function tickerOf({ symbol, isPerpetual }: BinanceTicker): string {
  return isPerpetual ? symbol + PERPETUAL : symbol;
}
