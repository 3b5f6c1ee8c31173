import type { Reason } from "@chartrelay/contract";
import { InstrumentError } from "./venue.ts";

/** What a ticker's spelling alone says against it, at one venue: no list of instruments is asked for that. */
export type TickerFault = Reason &
  (
    | "OTHER_EXCHANGE"
    /** No instrument's name can look so. */
    | "NOT_A_TICKER"
    /** TradingView's chain of contracts. */
    | "CONTINUOUS_FUTURES"
  );

/** The refusal of a ticker for its spelling. `name` is the venue's own, for messages. */
export function misspelt(fault: TickerFault, ticker: string, name: string): InstrumentError {
  return new InstrumentError(fault, `nothing at ${name} can be called ${ticker}`);
}
