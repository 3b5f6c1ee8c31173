/**
 * TradingView's position before and after the fill that a message reports: `strategy.market_position`,
 * `market_position_size` and their `prev_` forms. Consecutive messages form a position chain
 * (docs/decisions/strategies.md).
 */

import { compareDecimals, difference, fractionDigits, negated, product, absolute, signOf } from "../decimal.ts";
import type { CloseMessage, MarketPosition, PostedOrder } from "./order-message.ts";

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

/** Further digits are the noise of doubles. */
const MAX_DIGITS = 10;

/**
 * Returns the change that an order or a close brings, if its message has the four position placeholders. Only orders in
 * contracts say how much they trade: others must agree with the positions in what they do say.
 */
export function positionChangeOf(message: PostedOrder | CloseMessage): PositionChange | undefined {
  const { marketPosition, marketPositionSize, prevMarketPosition, prevMarketPositionSize, signalTime } = message;
  if (
    marketPosition === undefined ||
    marketPositionSize === undefined ||
    prevMarketPosition === undefined ||
    prevMarketPositionSize === undefined
  )
    return undefined;
  const [from, to] = [signed(prevMarketPosition, prevMarketPositionSize), signed(marketPosition, marketPositionSize)];
  const change = difference(to, from);
  const traded = tradedBy(message) ?? change;
  const isWritten = isSaid(prevMarketPosition, prevMarketPositionSize) && isSaid(marketPosition, marketPositionSize);
  return {
    from,
    to,
    traded,
    isConsistent: isWritten && isNear(change, traded) && isMeant(message, to, change),
    firedAtMs: signalTime === undefined ? null : Date.parse(signalTime),
  };
}

function signed(position: MarketPosition, size: string): string {
  if (position === "flat") return "0";
  return position === "long" || size === "0" ? size : negated(size);
}

/** Returns whether a position and its size go together: only flat has none. */
function isSaid(position: MarketPosition, size: string): boolean {
  return (position === "flat") === (size === "0");
}

/** Returns the signed size of an order in contracts. */
function tradedBy(message: PostedOrder | CloseMessage): string | undefined {
  if (!("direction" in message) || message.contracts === undefined) return undefined;
  return message.direction === "BUY" ? message.contracts : negated(message.contracts);
}

/** Returns whether a message that isn't in contracts asks for what the positions say. */
function isMeant(message: PostedOrder | CloseMessage, to: string, change: string): boolean {
  if ("action" in message) return to === "0";
  if (message.position !== undefined) return isNear(message.position, to);
  return signOf(change) === (message.direction === "BUY" ? 1 : -1);
}

/** Returns whether two numbers are apart by at most half of the smallest step that either is written in. */
function isNear(one: string, other: string): boolean {
  const digits = Math.min(MAX_DIGITS, Math.max(fractionDigits(one), fractionDigits(other)));
  const apart = absolute(difference(one, other));
  return compareDecimals(product(apart, "2"), `1e-${digits}`) <= 0;
}
