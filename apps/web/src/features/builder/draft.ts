/** What is chosen in the message builder, and the message that comes of it. */
import type { OrderSide, OrderType, PositionSide, StopCondition, TimeInForce, VenueName } from "@chartrelay/contract";

/** TradingView fills these in when the alert fires. */
const FROM_STRATEGY = { side: "{{strategy.order.action}}", size: "{{strategy.order.contracts}}" } as const;
const FROM_CHART = { ticker: "{{ticker}}", price: "{{close}}" } as const;

export interface Draft {
  readonly account: string;
  /** Empty: the chart's own. */
  readonly ticker: string;
  readonly side: OrderSide | "strategy";
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
};

/** The types of order that a venue takes from us. */
export function typesAt(venue: VenueName): readonly OrderType[] {
  return venue === "ALOR_BROKER" ? ["MARKET", "LIMIT", "STOP", "STOP_LIMIT"] : ["MARKET", "LIMIT"];
}

/** The times in force that an order of that type may have at a venue, as its adapter knows them. */
export function timesInForceAt(venue: VenueName, type: OrderType): readonly TimeInForce[] {
  if (venue === "ALOR_BROKER")
    return type === "STOP" ? [] : ["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled"];
  if (type !== "LIMIT") return [];
  return venue === "TINKOFF"
    ? ["oneday", "immediateorcancel", "fillorkill"]
    : ["goodtillcancelled", "immediateorcancel", "fillorkill"];
}

export const hasPrice = ({ type }: Pick<Draft, "type">) => type === "LIMIT" || type === "STOP_LIMIT";
export const hasTrigger = ({ type }: Pick<Draft, "type">) => type === "STOP" || type === "STOP_LIMIT";
export const hasIceberg = (venue: VenueName, draft: Pick<Draft, "type">) => venue === "ALOR_BROKER" && hasPrice(draft);

/** A number as JSON writes it, or a placeholder, in whose place TradingView puts one. */
const BARE = /^(?:(?:0|[1-9]\d*)(?:\.\d+)?|\{\{[^{}"]+\}\})$/;

/** Stands without quotes where it can. What else was typed is quoted: the parser then refuses it at its own field. */
function number(typed: string): string {
  return BARE.test(typed) ? typed : JSON.stringify(typed);
}

/** The message as it goes into the alert. */
export function messageOf(draft: Draft, venue: VenueName): string {
  const text = (value: string) => JSON.stringify(value);
  const lines: (readonly [string, string])[] = [
    ["account", text(draft.account)],
    ["ticker", text(draft.ticker || FROM_CHART.ticker)],
    ["direction", text(draft.side === "strategy" ? FROM_STRATEGY.side : draft.side.toLowerCase())],
    ["type", text(draft.type.toLowerCase())],
    ["contracts", number(draft.size || FROM_STRATEGY.size)],
  ];
  const add = (isWanted: boolean, field: string, value: string) => isWanted && lines.push([field, value]);
  add(hasPrice(draft), "price", number(draft.price || FROM_CHART.price));
  add(hasTrigger(draft), "condition", text(draft.condition));
  add(hasTrigger(draft), "triggerPrice", number(draft.triggerPrice || FROM_CHART.price));
  add(hasTrigger(draft) && draft.stopEndUnixTime !== "", "stopEndUnixTime", number(draft.stopEndUnixTime));
  add(hasTrigger(draft) && !draft.isActive, "activate", "false");
  const isTimed = draft.timeInForce !== "" && timesInForceAt(venue, draft.type).includes(draft.timeInForce);
  add(isTimed, "timeInForce", text(draft.timeInForce));
  add(hasIceberg(venue, draft) && draft.icebergFixed !== "", "icebergFixed", number(draft.icebergFixed));
  add(hasIceberg(venue, draft) && draft.icebergVariance !== "", "icebergVariance", number(draft.icebergVariance));
  add(venue === "BINANCE_FUTURES" && draft.positionSide !== "", "positionSide", text(draft.positionSide));
  return `{\n${lines.map(([field, value]) => `  ${text(field)}: ${value}`).join(",\n")}\n}`;
}
