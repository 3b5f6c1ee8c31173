/** Our fields of an order message, by what it asks for: how each is read, and which are required. */
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
  type OrderType,
} from "../enumerations.ts";
import {
  boolean,
  choice,
  decimal,
  ifReadable,
  integer,
  moment,
  orNone,
  signedDecimal,
  text,
  unixSeconds,
  unsigned,
  type FieldReader,
} from "./field-readers.ts";
import type { JsonNode } from "./json.ts";
import type { OrderField, OrderMessage, PostedField, SignalFacts } from "./order-message.ts";

type Readers<Fields> = { readonly [Name in keyof Required<Fields>]: FieldReader<NonNullable<Fields[Name]>> };

const VENUE_FIELDS: Readers<OrderMessage> = {
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
/** The fields of an order as its venue gets it. */
export const ORDER_MESSAGE_FIELDS = Object.keys(VENUE_FIELDS) as OrderField[];

const MARKET_POSITIONS = ["long", "short", "flat"] as const;

/** What TradingView has before a strategy's first fill may be nothing at all. */
const POSITION_PLACEHOLDERS = {
  marketPosition: choice(MARKET_POSITIONS),
  marketPositionSize: unsigned,
  prevMarketPosition: orNone(choice(MARKET_POSITIONS), "flat" as const),
  prevMarketPositionSize: orNone(unsigned, "0"),
};
export const POSITION_FIELDS = Object.keys(POSITION_PLACEHOLDERS) as (keyof typeof POSITION_PLACEHOLDERS)[];

/** They decide no order by themselves, so one that can't be read is only shown. The contract is an exception. */
const FACTS = {
  signalPrice: ifReadable(signedDecimal),
  signalTime: ifReadable(moment),
  currentContract: orNone(text(64), undefined),
  ...POSITION_PLACEHOLDERS,
} satisfies Readonly<Record<keyof SignalFacts, FieldReader<unknown>>>;
/** Shown with the order like fields that aren't ours. */
const SHOWN_FACTS: ReadonlySet<string> = new Set(Object.keys(FACTS));

const SIZES = {
  contracts: VENUE_FIELDS.contracts,
  money: decimal("positive"),
  equityPercent: decimal("positive"),
  position: signedDecimal,
};
/** A message has exactly one of them. */
export const SIZE_FIELDS = Object.keys(SIZES) as (keyof typeof SIZES)[];

const ORDER = new Map<string, FieldReader<unknown>>(
  Object.entries({ ...VENUE_FIELDS, strategy: text(64), ...SIZES, ...FACTS }),
);
/** All of our fields but `action`. */
export const POSTED_FIELDS = [...ORDER.keys()] as Exclude<PostedField, "action">[];

type Action = CancelAction | CloseAction;
const ACTIONS = [...CANCEL_ACTIONS, ...CLOSE_ACTIONS];

const { account, ticker, id } = VENUE_FIELDS;
const EVERY_ACTION = { account, strategy: text(64), action: choice(ACTIONS), id };
const { signalPrice, signalTime } = FACTS;
const BY_ACTION: Readonly<Record<Action, ReadonlyMap<string, FieldReader<unknown>>>> = {
  cancel: new Map(Object.entries({ ...EVERY_ACTION, ticker })),
  cancelAll: new Map(Object.entries(EVERY_ACTION)),
  close: new Map(Object.entries({ ...EVERY_ACTION, ticker, ...FACTS })),
  closeAll: new Map(Object.entries({ ...EVERY_ACTION, signalPrice, signalTime })),
};

/** TradingView's own spelling of its four position placeholders. */
const SPELLINGS: ReadonlyMap<string, PostedField> = new Map(
  POSITION_FIELDS.map((field) => [field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field]),
);

/** Returns which of our fields a name is. */
export function fieldNamed(name: string): string {
  return SPELLINGS.get(name) ?? name;
}

/** Returns how a field is read in a message with that action, or in an order's; undefined if it has no such field. */
export function readerOf(field: string, action?: Action): FieldReader<unknown> | undefined {
  return (action ? BY_ACTION[action] : ORDER).get(field);
}

/** Returns whether a field is shown with its order, beside being read. */
export function isShownFact(field: string): boolean {
  return SHOWN_FACTS.has(field);
}

/** Returns the action that a value of `action` names; undefined if it names none, or that of placing an order. */
export function actionIn(node: JsonNode): Action | undefined {
  const read = choice(ACTIONS)(node);
  return "value" in read ? read.value : undefined;
}

const REQUIRED_BY_TYPE: Readonly<Record<OrderType, readonly OrderField[]>> = {
  MARKET: [],
  LIMIT: ["price"],
  STOP: ["condition", "triggerPrice"],
  STOP_LIMIT: ["price", "condition", "triggerPrice"],
};

/** Returns the fields that an order of that type requires, if its size is in contracts. */
export function requiredFields(type: OrderType | undefined): readonly OrderField[] {
  return ["account", "ticker", "direction", "type", "contracts", ...(type === undefined ? [] : REQUIRED_BY_TYPE[type])];
}

/** Returns the fields that a message with this action requires besides it. */
export function requiredFor(action: Action): readonly OrderField[] {
  return action === "cancel" || action === "close" ? ["account", "ticker"] : ["account"];
}
