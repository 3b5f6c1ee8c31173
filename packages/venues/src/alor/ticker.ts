/** What an alert's ticker names at Alor: docs/venues/tradingview.md, Tickers. */
import { faultOf, partTicker, readMoscowTicker, type MoscowTicker } from "../moscow-ticker.ts";
import type { TickerFault } from "../ticker-fault.ts";

export type AlorExchange = "MOEX" | "SPBX";

export interface AlorTicker {
  readonly exchange: AlorExchange;
  readonly means: MoscowTicker;
}

/** Reads `SYMBOL` (at Moscow) or `EXCHANGE:SYMBOL`; returns the fault of a ticker that can't name anything at Alor. */
export function readTicker(ticker: string): AlorTicker | TickerFault {
  const { prefix, symbol } = partTicker(ticker);
  if (prefix === "SPBX") return faultOf(symbol) ?? { exchange: "SPBX", means: { kind: "named", name: symbol } };
  const means = readMoscowTicker(ticker);
  return typeof means === "string" ? means : { exchange: "MOEX", means };
}
