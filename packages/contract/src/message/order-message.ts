/** The order webhook message: specification, section 3. What TradingView posts to /api/v1/orders. */
import {
  CANCEL_ACTIONS,
  CLOSE_ACTIONS,
  type CancelAction,
  type CloseAction,
  type OrderSide,
  type OrderType,
  type PositionSide,
  type StopCondition,
  type TimeInForce,
} from "../enumerations.ts";

/** A message that passed every rule. Quantities and prices are plain decimal strings. */
export interface OrderMessage {
  readonly account: string;
  readonly ticker: string;
  readonly direction: OrderSide;
  readonly type: OrderType;
  /** Lots at Alor and T-Invest, base units at Binance. */
  readonly contracts: string;
  /** Required for LIMIT and STOP_LIMIT; for MARKET it is only shown. */
  readonly price?: string;
  readonly timeInForce?: TimeInForce;
  /** Lots. */
  readonly icebergFixed?: string;
  /** Percent of the fixed part. */
  readonly icebergVariance?: string;
  readonly condition?: StopCondition;
  /** Unix seconds, UTC; "0" for none. */
  readonly stopEndUnixTime?: string;
  readonly triggerPrice?: string;
  readonly activate?: boolean;
  /** For Binance futures in hedge mode only: which position the order trades. */
  readonly positionSide?: PositionSide;
  /** The sender's own name for this alert: a second message with the same name is the same alert. */
  readonly id?: string;
}

export type OrderField = keyof OrderMessage;

/** Whom a message is for: exactly one of the two. */
export interface Addressed {
  readonly account?: string;
  readonly strategy?: string;
}

/** What a message says about its signal: shown with the order, and used for strategies. */
export interface SignalFacts {
  /** The price for which the signal was sent; may be negative. */
  readonly signalPrice?: string;
  /** When it was sent: ISO 8601, in UTC, with milliseconds. */
  readonly signalTime?: string;
  /** The contract behind a continuous symbol. */
  readonly currentContract?: string;
  /** The strategy's position after and before the signal, as TradingView's placeholders name it. All four or none. */
  readonly marketPosition?: MarketPosition;
  readonly marketPositionSize?: string;
  readonly prevMarketPosition?: MarketPosition;
  readonly prevMarketPositionSize?: string;
}

export type MarketPosition = "long" | "short" | "flat";

/**
 * An order as its message asks for it, for an account or for a strategy. It has exactly one size: `contracts`, `money`,
 * `equityPercent` or `position`. With `position`, it has no direction either; otherwise it always has one.
 */
export interface PostedOrder extends Omit<OrderMessage, "account" | "direction" | "contracts">, Addressed, SignalFacts {
  readonly direction?: OrderSide;
  readonly contracts?: string;
  /** In the instrument's currency. */
  readonly money?: string;
  /** Percent of the account's equity; may exceed 100. */
  readonly equityPercent?: string;
  /** The position to end with, signed, in the strategy's units. */
  readonly position?: string;
}

/** An order whose message names everything that its venue needs. */
export type AccountOrder = PostedOrder & Pick<OrderMessage, "account" | "direction" | "contracts">;

/** A message that cancels our working orders: those of its ticker or, with `cancelAll`, all. */
export interface PostedCancel extends Addressed {
  readonly action: CancelAction;
  /** Only `cancel` has one. */
  readonly ticker?: string;
  /** As in an order's message. */
  readonly id?: string;
}

/** A cancelling message as one account's queue has it. */
export type CancelMessage = PostedCancel & { readonly account: string };

/** A message that closes: the position in its ticker or, with `closeAll`, every one. */
export interface CloseMessage extends Addressed, SignalFacts {
  readonly action: CloseAction;
  /** Only `close` has one. */
  readonly ticker?: string;
  /** As in an order's message. */
  readonly id?: string;
}

/** A field of ours in a message. */
export type PostedField = keyof PostedOrder | "action";

/** Anything that a message may ask for. */
export type PostedMessage = PostedOrder | PostedCancel | CloseMessage;

/** Returns whether a message cancels orders. */
export function isCancel<Message extends object>(
  message: Message,
): message is Extract<Message, { readonly action: CancelAction }> {
  return "action" in message && isOneOf(CANCEL_ACTIONS, message.action);
}

/** Returns whether a message closes positions. */
export function isClose<Message extends object>(
  message: Message,
): message is Extract<Message, { readonly action: CloseAction }> {
  return "action" in message && isOneOf(CLOSE_ACTIONS, message.action);
}

function isOneOf(words: readonly unknown[], word: unknown): boolean {
  return words.includes(word);
}
