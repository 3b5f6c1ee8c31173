/** A contract that a venue lists. */
export interface ListedContract {
  /** As in {Instrument}: the venue's own. */
  readonly symbol: string;
  /** Names this contract in a message, and no other. */
  readonly ticker: string;
  /** The exchange's code: `SiZ6`. */
  readonly code: string;
  /** The last day on which it trades, by the exchange's calendar: `2026-12-17`. */
  readonly lastDay: string;
}
