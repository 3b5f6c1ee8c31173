/** The choices in the message builder, and the message that they make. */
import {
  CHAIN_TEMPLATE,
  fieldNamed,
  isFieldSupported,
  orderTypesOf,
  type SIZE_FIELDS,
  type CancelAction,
  type CloseAction,
  type OrderField,
  type OrderSide,
  type OrderType,
  type PositionSide,
  type StopCondition,
  type TimeInForce,
  type VenueManifest,
} from "@chartrelay/contract";

/** TradingView fills these in when the alert fires. */
export const FROM_STRATEGY = {
  side: "{{strategy.order.action}}",
  size: "{{strategy.order.contracts}}",
  position: "{{strategy.position_size}}",
} as const;
export const FROM_CHART = { ticker: "{{ticker}}", price: "{{close}}" } as const;

export type Placeholder = `{{${string}`;

/** What a message asks for. */
export const DRAFT_ACTIONS = ["order", "close", "closeAll", "cancel", "cancelAll"] as const satisfies readonly (
  | "order"
  | CloseAction
  | CancelAction
)[];
export type DraftAction = (typeof DRAFT_ACTIONS)[number];

/** The field that an order's size is in. */
export type SizeField = (typeof SIZE_FIELDS)[number];

export interface Draft {
  readonly account: string;
  /** In place of the account; empty: the message is for an account. Both, if a pasted message names both: it is refused. */
  readonly strategy: string;
  readonly action: DraftAction;
  /** Empty: the chart's own. */
  readonly ticker: string;
  /** A placeholder: another one than the strategy's own. */
  readonly side: OrderSide | "strategy" | Placeholder;
  readonly type: OrderType;
  readonly sizedBy: SizeField;
  /** Empty: the strategy's own. Money and percent have none of its own. */
  readonly size: string;
  /** Empty: the chart's last. */
  readonly price: string;
  readonly timeInForce: TimeInForce | "";
  readonly icebergFixed: string;
  readonly icebergVariance: string;
  readonly condition: StopCondition;
  /** Empty: the chart's last price. */
  readonly triggerPrice: string;
  /** Unix seconds; empty: none. */
  readonly stopEndUnixTime: string;
  readonly isActive: boolean;
  readonly positionSide: PositionSide | "";
  /** Fields of a pasted message that aren't chosen here, as JSON: they stay in it. */
  readonly others: readonly (readonly [name: string, json: string])[];
}

export const EMPTY_DRAFT: Draft = {
  account: "",
  strategy: "",
  action: "order",
  ticker: "",
  side: "strategy",
  type: "MARKET",
  sizedBy: "contracts",
  size: "",
  price: "",
  timeInForce: "",
  icebergFixed: "",
  icebergVariance: "",
  condition: "More",
  triggerPrice: "",
  stopEndUnixTime: "",
  isActive: true,
  positionSide: "",
  others: [],
};

/** What the builder needs to know about a venue. */
export type DraftVenue = Pick<VenueManifest, "supports" | "timesInForce">;

export const hasPrice = ({ type }: Pick<Draft, "type">) => type === "LIMIT" || type === "STOP_LIMIT";

/** Returns whether the message names a ticker. */
export const hasTicker = ({ action }: Pick<Draft, "action">) => action !== "closeAll" && action !== "cancelAll";

/** A position says by its sign what these say. */
export const hasSide = ({ sizedBy }: Pick<Draft, "sizedBy">) => sizedBy !== "position";

/** Returns what TradingView fills in for a size that isn't typed; empty if it knows none. */
export function sizeFromStrategy({ sizedBy }: Pick<Draft, "sizedBy">): string {
  if (sizedBy === "contracts") return FROM_STRATEGY.size;
  return sizedBy === "position" ? FROM_STRATEGY.position : "";
}

/** Returns the order types that can be chosen. At a stop's trigger the position may be another one than before. */
export function typesFor({ sizedBy }: Pick<Draft, "sizedBy">, venue: DraftVenue): readonly OrderType[] {
  const types = orderTypesOf(venue);
  return sizedBy === "position" ? types.filter((type) => type === "MARKET" || type === "LIMIT") : types;
}

/**
 * Returns the draft for an account or a strategy. A strategy's message has the fields that prove that no signal is missing;
 * an account's doesn't, unless they were written by hand.
 */
export function addressedTo(draft: Draft, to: { readonly account: string } | { readonly strategy: string }): Draft {
  const { others } = draft;
  if ("account" in to) {
    const own = others.filter(
      ([name, json]) => !CHAIN_TEMPLATE.some((one) => one[0] === name && bareOf(json) === bareOf(one[1])),
    );
    return { ...draft, account: to.account, strategy: "", others: own };
  }
  const added = CHAIN_TEMPLATE.filter(([name]) => !others.some(([other]) => fieldNamed(other) === name));
  return { ...draft, account: "", strategy: to.strategy, others: [...others, ...added] };
}

/** A placeholder means the same with and without quotes. */
function bareOf(json: string): string {
  return json.replaceAll('"', "");
}

/** A JSON number, or a placeholder that TradingView replaces with one. */
const BARE = /^(?:(?:0|[1-9]\d*)(?:\.\d+)?|\{\{[^{}"]+\}\})$/;

/** Writes it without quotes where possible. Anything else is quoted, so that the parser refuses it at its own field. */
function number(typed: string, isSigned = false): string {
  return BARE.test(isSigned ? typed.replace(/^-/, "") : typed) ? typed : JSON.stringify(typed);
}

function sideOf({ side }: Draft): string {
  if (side === "strategy") return FROM_STRATEGY.side;
  return side === "BUY" || side === "SELL" ? side.toLowerCase() : side;
}

const text = (value: string) => JSON.stringify(value);

/** Returns the message to put into the alert. */
export function messageOf(draft: Draft, venue: DraftVenue): string {
  const isOrder = draft.action === "order";
  const lines: (readonly [string, string])[] = [];
  if (draft.account !== "" || draft.strategy === "") lines.push(["account", text(draft.account)]);
  if (draft.strategy !== "") lines.push(["strategy", text(draft.strategy)]);
  if (!isOrder) lines.push(["action", text(draft.action)]);
  if (hasTicker(draft)) lines.push(["ticker", text(draft.ticker || FROM_CHART.ticker)]);
  if (isOrder) lines.push(...orderFields(draft, venue));
  const written = new Set(lines.map(([field]) => field));
  lines.push(...draft.others.filter(([field]) => !written.has(field)));
  return `{\n${lines.map(([field, value]) => `  ${text(field)}: ${value}`).join(",\n")}\n}`;
}

/** Returns what only an order has: its side, its size and its terms. */
function orderFields(draft: Draft, venue: DraftVenue): readonly (readonly [string, string])[] {
  const lines: (readonly [string, string])[] = [
    ...(hasSide(draft) ? [["direction", text(sideOf(draft))] as const] : []),
    ["type", text(draft.type.toLowerCase())],
    [draft.sizedBy, number(draft.size || sizeFromStrategy(draft), draft.sizedBy === "position")],
  ];
  const add = (isWanted: boolean, field: OrderField, value: string) =>
    isWanted && isFieldSupported(venue, draft.type, field) && lines.push([field, value]);
  add(hasPrice(draft), "price", number(draft.price || FROM_CHART.price));
  add(true, "condition", text(draft.condition));
  add(true, "triggerPrice", number(draft.triggerPrice || FROM_CHART.price));
  add(draft.stopEndUnixTime !== "", "stopEndUnixTime", number(draft.stopEndUnixTime));
  add(!draft.isActive, "activate", "false");
  const isTimed = draft.timeInForce !== "" && venue.timesInForce[draft.type]?.includes(draft.timeInForce);
  add(isTimed === true, "timeInForce", text(draft.timeInForce));
  add(draft.icebergFixed !== "", "icebergFixed", number(draft.icebergFixed));
  add(draft.icebergVariance !== "", "icebergVariance", number(draft.icebergVariance));
  add(draft.positionSide !== "" && hasSide(draft), "positionSide", text(draft.positionSide));
  return lines;
}

/** Returns a message that takes everything from the strategy: what the builder shows before anybody has chosen anything. */
export function exampleMessage(account: string, venue: DraftVenue): string {
  return messageOf({ ...EMPTY_DRAFT, account, type: orderTypesOf(venue)[0] ?? "MARKET" }, venue);
}
