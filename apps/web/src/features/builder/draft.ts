/** The choices in the message builder, the message they make, and what the webhook would say to it. */
import {
  isFieldSupported,
  orderTypesOf,
  parseOrderMessage,
  type OrderField,
  type OrderSide,
  type OrderType,
  type ParsedOrderMessage,
  type PositionSide,
  type StopCondition,
  type TimeInForce,
  type VenueManifest,
} from "@chartrelay/contract";

/** TradingView fills these in when the alert fires. */
export const FROM_STRATEGY = { side: "{{strategy.order.action}}", size: "{{strategy.order.contracts}}" } as const;
export const FROM_CHART = { ticker: "{{ticker}}", price: "{{close}}" } as const;

export type Placeholder = `{{${string}`;

export interface Draft {
  readonly account: string;
  /** Empty: the chart's own. */
  readonly ticker: string;
  /** A placeholder: another one than the strategy's own. */
  readonly side: OrderSide | "strategy" | Placeholder;
  readonly type: OrderType;
  /** Empty: the strategy's own. */
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
  ticker: "",
  side: "strategy",
  type: "MARKET",
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

/** A JSON number, or a placeholder that TradingView replaces with one. */
const BARE = /^(?:(?:0|[1-9]\d*)(?:\.\d+)?|\{\{[^{}"]+\}\})$/;

/** Writes it without quotes where possible. Anything else is quoted, so that the parser refuses it at its own field. */
function number(typed: string): string {
  return BARE.test(typed) ? typed : JSON.stringify(typed);
}

function sideOf({ side }: Draft): string {
  if (side === "strategy") return FROM_STRATEGY.side;
  return side === "BUY" || side === "SELL" ? side.toLowerCase() : side;
}

/** Returns the message to put into the alert. */
export function messageOf(draft: Draft, venue: DraftVenue): string {
  const text = (value: string) => JSON.stringify(value);
  const lines: (readonly [string, string])[] = [
    ["account", text(draft.account)],
    ["ticker", text(draft.ticker || FROM_CHART.ticker)],
    ["direction", text(sideOf(draft))],
    ["type", text(draft.type.toLowerCase())],
    ["contracts", number(draft.size || FROM_STRATEGY.size)],
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
  add(draft.positionSide !== "", "positionSide", text(draft.positionSide));
  lines.push(...draft.others);
  return `{\n${lines.map(([field, value]) => `  ${text(field)}: ${value}`).join(",\n")}\n}`;
}

/** Returns a message that takes everything from the strategy: what the builder shows before anybody has chosen anything. */
export function exampleMessage(account: string, venue: DraftVenue): string {
  return messageOf({ ...EMPTY_DRAFT, account, type: orderTypesOf(venue)[0] ?? "MARKET" }, venue);
}

/** Reads a message as the webhook would, with TradingView's placeholders accepted in their places. */
export function readTemplate(message: string): ParsedOrderMessage {
  return parseOrderMessage(new TextEncoder().encode(message), undefined, { isTemplate: true });
}

/** Returns whether the webhook would make an order of the message as it is, without TradingView filling anything in. */
export function isComplete(message: string): boolean {
  return parseOrderMessage(new TextEncoder().encode(message)).message !== undefined;
}

/** Parser problems that have a short text of their own at a number's or a ticker's field. */
const WITH_OWN_TEXT = [
  "NOT_A_NUMBER",
  "AMBIGUOUS_NUMBER",
  "NOT_POSITIVE",
  "NOT_AN_INTEGER",
  "MILLISECONDS",
  "UNRESOLVED_PLACEHOLDER",
  "NO_VALUE",
  "TOO_LONG",
  "CONTROL_CHARACTER",
] as const;
export type FieldProblem = (typeof WITH_OWN_TEXT)[number] | "other";

/** Returns a problem code that has a text, for each field with a problem, by the field's name in the message. */
export function problemsByField({ problems }: Pick<ParsedOrderMessage, "problems">): ReadonlyMap<string, FieldProblem> {
  return new Map(problems.map(({ field, code }) => [field, WITH_OWN_TEXT.find((one) => one === code) ?? "other"]));
}

export interface CheckedDraft {
  /** The message to paste, after the parser's repairs; null when it would be refused. */
  readonly message: string | null;
  readonly problems: ReadonlyMap<string, FieldProblem>;
}

/** Runs the webhook's parser on the draft's message, so that the builder offers nothing that the webhook would refuse. */
export function checkDraft(draft: Draft, venue: DraftVenue): CheckedDraft {
  const parsed = readTemplate(messageOf(draft, venue));
  return { message: parsed.corrected, problems: problemsByField(parsed) };
}
