/** What an alert's ticker names at Alor: facts/venues.md, Ticker mapping. */
import { isName, partTicker, readMoscowTicker, type MoscowTicker } from "../moscow-ticker.ts";

export type AlorExchange = "MOEX" | "SPBX";

export interface AlorTicker {
  readonly exchange: AlorExchange;
  readonly means: MoscowTicker;
}

/** Reads `SYMBOL` (Moscow is meant) or `EXCHANGE:SYMBOL`; undefined when it can name nothing at Alor. */
export function readTicker(ticker: string): AlorTicker | undefined {
  const { prefix, symbol } = partTicker(ticker);
  if (prefix === "SPBX")
    return isName(symbol) ? { exchange: "SPBX", means: { kind: "named", name: symbol } } : undefined;
  const means = readMoscowTicker(ticker);
  return means && { exchange: "MOEX", means };
}
