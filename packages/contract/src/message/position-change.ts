/**
 * TradingView's position before and after the fill that a message reports: `strategy.market_position`,
 * `market_position_size` and their `prev_` forms. Consecutive messages form a position chain
 * (docs/decisions/strategies.md).
 */

/** Signed decimals in TradingView's units: negative when short. */
export interface PositionChange {
  /** The position before the fill. */
  readonly from: string;
  /** The position after the fill. */
  readonly to: string;
  /** What was traded: positive for a purchase, `contracts` with the direction's sign. */
  readonly traded: string;
  /**
   * Whether `to` − `from` is `traded`, within half of the smallest step written. If not, the template is wrong: the
   * order is kept, but it is no link of the chain.
   */
  readonly isConsistent: boolean;
  /** When TradingView fired the alert, in milliseconds since the Unix epoch (`signalTime`); null if the message doesn't say. */
  readonly firedAtMs: number | null;
}
