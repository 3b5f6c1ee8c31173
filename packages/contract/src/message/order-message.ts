/** The order webhook message: specification, section 3. What TradingView posts to /api/v1/orders. */
import {
  CANCEL_ACTIONS,
  ORDER_SIDES,
  ORDER_TYPES,
  POSITION_SIDES,
  STOP_CONDITIONS,
  TIMES_IN_FORCE,
  type CancelAction,
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

/** A message that cancels our working orders: those of its ticker or, with `cancelAll`, all of the account's. */
export interface CancelMessage {
  readonly account: string;
  readonly action: CancelAction;
  /** Only `cancel` has one. */
  readonly ticker?: string;
  /** As in an order's message. */
  readonly id?: string;
}

/** Returns whether a message cancels orders instead of placing one. */
export function isCancel(message: OrderMessage | CancelMessage): message is CancelMessage {
  return "action" in message;
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
