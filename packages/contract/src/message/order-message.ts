/** The order webhook message: specification, section 3. What TradingView posts to /api/v1/orders. */
import {
  CANCEL_ACTIONS,
  CLOSE_ACTIONS,
  ORDER_SIDES,
  ORDER_TYPES,
  POSITION_SIDES,
  STOP_CONDITIONS,
  TIMES_IN_FORCE,
  type CancelAction,
  type CloseAction,
  type OrderSide,
  type OrderType,
  type PositionSide,
  type StopCondition,
  type TimeInForce,
} from "../enumerations.ts";
import type { JsonNode } from "./json.ts";
import { boolean, choice, decimal, integer, text, unixSeconds, type FieldReader } from "./field-readers.ts";

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

/** What a message says about its signal, apart from what to trade. */
export interface SignalFacts {
  /** The price for which the signal was sent; may be negative. */
  readonly signalPrice?: string;
  /** When it was sent: ISO 8601, in UTC, with milliseconds. */
  readonly signalTime?: string;
  /** The contract behind a continuous symbol. */
  readonly currentContract?: string;
}

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

/** Returns whether an order names its account, its side and its size in contracts: what a venue needs. */
export function isForAccount(order: PostedOrder): order is AccountOrder {
  return order.account !== undefined && order.direction !== undefined && order.contracts !== undefined;
}

/** What a posted order gets from its account's queue: who, which way and how much. */
export type OrderTerms = Pick<OrderMessage, "account" | "direction" | "contracts">;

/** Returns a posted order as its venue gets it: with these terms, and without what only we read. */
export function venueMessage(order: PostedOrder, { account, direction, contracts }: OrderTerms): OrderMessage {
  const own = Object.entries(order).filter(([field]) => Object.hasOwn(FIELDS, field));
  return { ...(Object.fromEntries(own) as Omit<OrderMessage, keyof OrderTerms>), account, direction, contracts };
}

const FIELDS: { readonly [Name in keyof Required<OrderMessage>]: FieldReader<NonNullable<OrderMessage[Name]>> } = {
  account: text(64),
  ticker: text(64),
  direction: choice(ORDER_SIDES),
  type: choice(ORDER_TYPES),
  contracts: decimal("positive"),
  price: decimal("positive"),
  timeInForce: choice(TIMES_IN_FORCE),
  icebergFixed: integer("positive"),
  icebergVariance: decimal("positive"),
  condition: choice(STOP_CONDITIONS),
  stopEndUnixTime: unixSeconds,
  triggerPrice: decimal("positive"),
  activate: boolean,
  positionSide: choice(POSITION_SIDES),
  id: text(255),
};
export const ORDER_MESSAGE_FIELDS = Object.keys(FIELDS) as OrderField[];

/** Returns the reader of the field of that name in an order's message; undefined if there is no such field. */
export function readerOf(name: string): FieldReader<unknown> | undefined {
  return Object.hasOwn(FIELDS, name) ? FIELDS[name as OrderField] : undefined;
}

const CANCEL_READERS: Readonly<Record<CancelAction, ReadonlyMap<string, FieldReader<unknown>>>> = {
  cancel: new Map(Object.entries({ ...cancelFields(), ticker: FIELDS.ticker })),
  cancelAll: new Map(Object.entries(cancelFields())),
};

function cancelFields() {
  return { account: FIELDS.account, action: choice(CANCEL_ACTIONS), id: FIELDS.id };
}

/** Returns the same as `readerOf` for a message with this action, which needs nothing else of an order's message. */
export function cancelReaderOf(action: CancelAction, name: string): FieldReader<unknown> | undefined {
  return CANCEL_READERS[action].get(name);
}

/** Returns the action that a value of `action` names; undefined if it names none that cancels. */
export function cancelActionIn(node: JsonNode): CancelAction | undefined {
  const read = choice(CANCEL_ACTIONS)(node);
  return "value" in read ? read.value : undefined;
}

const ALWAYS_REQUIRED = ["account", "ticker", "direction", "type", "contracts"] as const;
const REQUIRED_BY_TYPE: Readonly<Record<OrderType, readonly OrderField[]>> = {
  MARKET: [],
  LIMIT: ["price"],
  STOP: ["condition", "triggerPrice"],
  STOP_LIMIT: ["price", "condition", "triggerPrice"],
};

/** Returns the fields that an order of that type requires. */
export function requiredFields(type: OrderType | undefined): readonly OrderField[] {
  return type === undefined ? ALWAYS_REQUIRED : [...ALWAYS_REQUIRED, ...REQUIRED_BY_TYPE[type]];
}

/** Returns the fields that a message with this action requires besides it. */
export function requiredToCancel(action: CancelAction): readonly OrderField[] {
  return action === "cancel" ? ["account", "ticker"] : ["account"];
}
