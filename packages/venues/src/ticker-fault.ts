import type { Reason } from "@chartrelay/contract";
import { InstrumentError } from "./venue.ts";

/** What is wrong with a ticker's spelling at one venue; no list of instruments is needed to see it. */
export type TickerFault = Reason &
  (
    | "OTHER_EXCHANGE"
    /** No instrument's name can look like this. */
    | "NOT_A_TICKER"
    /** TradingView's chain of contracts. */
    | "CONTINUOUS_FUTURES"
  );

/** Returns the refusal of a misspelt ticker. `name` is the venue's own name, for messages; `candidates` may be meant. */
export function misspelt(
  fault: TickerFault,
  ticker: string,
  name: string,
  candidates: readonly string[] = [],
): InstrumentError {
  return new InstrumentError(fault, `nothing at ${name} can be called ${ticker}`, candidates);
}
