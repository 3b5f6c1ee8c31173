/** What other relays' messages say in our fields: docs/venues/tradingview.md, Other relays' messages. */
import type { JsonNode } from "./json.ts";

export type OtherRelay = "TradersPost" | "3Commas" | "OpenAlgo";

export type Fields = ReadonlyMap<string, JsonNode>;
/** Our fields as JSON, and the names of the message's fields that they were made from. */
export interface Translation {
  readonly ours: Readonly<Record<string, string | undefined>>;
  readonly taken: readonly string[];
}

export const TRANSLATIONS: Readonly<
  Record<OtherRelay, (fields: Fields, json: (node: JsonNode | undefined) => string | undefined) => Translation>
> = {
  TradersPost(fields, json) {
    const action = word(fields.get("action"));
    const sentiment = word(fields.get("sentiment"));
    const cancels = action === "cancel";
    // Flat closes all, whatever the quantity says; so does an exit without one.
    const closes = sentiment === "flat" || (action === "exit" && !fields.has("quantity"));
    if (cancels || closes) {
      return {
        taken: ["ticker", "action", "price", "signalPrice"].concat(
          closes ? ["sentiment", "quantity", "orderType"] : [],
        ),
        ours: { action: cancels ? '"cancel"' : '"close"', ticker: json(fields.get("ticker")) },
      };
    }
    const type = word(fields.get("orderType")) ?? "market";
    const size = TRADERSPOST_SIZES.get(word(fields.get("quantityType")) ?? "fixed_quantity");
    const stop = type.startsWith("stop") ? fields.get("stopPrice") : undefined;
    // The strategy's position after each order is what the four placeholders say.
    const isChained = sentiment === "{{strategy.market_position}}";
    return {
      taken: [
        "ticker",
        "action",
        "orderType",
        "quantity",
        "limitPrice",
        "stopPrice",
        "price",
        "timeInForce",
        "signalPrice",
      ].concat(size ? ["quantityType"] : [], isChained ? ["sentiment"] : []),
      ours: {
        ticker: json(fields.get("ticker")),
        direction: sideOf(fields.get("action")),
        type: ["market", "limit", "stop", "stop_limit"].includes(type) ? JSON.stringify(type) : undefined,
        ...(size && { [size]: json(fields.get("quantity")) }),
        price: type.endsWith("limit") ? json(fields.get("limitPrice") ?? fields.get("price")) : undefined,
        ...(stop && { condition: conditionOf(fields.get("action")), triggerPrice: json(stop) }),
        timeInForce: TIMES_IN_FORCE.get(word(fields.get("timeInForce")) ?? ""),
        ...(isChained && CHAIN_TEMPLATE),
      },
    };
  },
  "3Commas"(fields, json) {
    const order = fields.get("order");
    const inside: Fields = new Map(order?.kind === "object" ? order.entries.map(({ key, value }) => [key, value]) : []);
    const type = word(inside.get("order_type") ?? fields.get("order_type")) ?? "market";
    const size = THREE_COMMAS_SIZES.get(word(inside.get("currency_type")) ?? "base");
    const info = fields.get("strategy_info");
    return {
      taken: [
        "secret",
        "bot_uuid",
        "timestamp",
        "trigger_price",
        "tv_exchange",
        "tv_instrument",
        "action",
        "order_type",
      ].concat(["strategy_info", "price"], size ? ["order", "currency_type"] : ["order"]),
      ours: {
        ticker: json(fields.get("tv_instrument")),
        direction: sideOf(fields.get("action")),
        type: ["market", "limit"].includes(type) ? JSON.stringify(type) : undefined,
        ...(size && { [size]: json(inside.get("amount")) }),
        price: type === "limit" ? json(inside.get("price") ?? fields.get("price")) : undefined,
        ...chainIn(info, json),
      },
    };
  },
  OpenAlgo(fields, json) {
    const type = OPENALGO_TYPES.get(word(fields.get("pricetype")) ?? "market");
    const isStop = type?.startsWith("stop") ?? false;
    const target = fields.get("position_size");
    if (target && !isStop) {
      return {
        taken: [
          "apikey",
          "strategy",
          "exchange",
          "symbol",
          "action",
          "pricetype",
          "product",
          "quantity",
          "price",
        ].concat("position_size"),
        ours: {
          ticker: json(fields.get("symbol")),
          type: type && JSON.stringify(type),
          position: json(target),
          price: type === "limit" ? json(fields.get("price")) : undefined,
        },
      };
    }
    return {
      taken: ["apikey", "strategy", "exchange", "symbol", "action", "pricetype", "product", "quantity", "price"].concat(
        isStop ? ["trigger_price"] : [],
      ),
      ours: {
        ticker: json(fields.get("symbol")),
        direction: sideOf(fields.get("action")),
        type: type && JSON.stringify(type),
        contracts: json(fields.get("quantity")),
        price: type?.endsWith("limit") ? json(fields.get("price")) : undefined,
        ...(isStop && {
          condition: conditionOf(fields.get("action")),
          triggerPrice: json(fields.get("trigger_price")),
        }),
      },
    };
  },
};

const TRADERSPOST_SIZES: ReadonlyMap<string, string> = new Map([
  ["fixed_quantity", "contracts"],
  ["dollar_amount", "money"],
  ["percent_of_equity", "equityPercent"],
]);
const THREE_COMMAS_SIZES: ReadonlyMap<string, string> = new Map([
  ["base", "contracts"],
  ["contracts", "contracts"],
  ["quote", "money"],
]);
/** TradingView's names of the four position placeholders, by our fields. */
const CHAIN = {
  marketPosition: "market_position",
  marketPositionSize: "market_position_size",
  prevMarketPosition: "prev_market_position",
  prevMarketPositionSize: "prev_market_position_size",
} as const;
const CHAIN_TEMPLATE = Object.fromEntries(
  Object.entries(CHAIN).map(([field, name]) => [field, JSON.stringify(`{{strategy.${name}}}`)]),
);

/** Returns the four position fields of an object that has them all. */
function chainIn(
  info: JsonNode | undefined,
  json: (node: JsonNode | undefined) => string | undefined,
): Translation["ours"] {
  const inside: Fields = new Map(info?.kind === "object" ? info.entries.map(({ key, value }) => [key, value]) : []);
  const found = Object.entries(CHAIN).map(([field, name]) => [field, json(inside.get(name))] as const);
  return found.every(([, value]) => value !== undefined) ? Object.fromEntries(found) : {};
}

const OPENALGO_TYPES: ReadonlyMap<string, string> = new Map([
  ["market", "market"],
  ["limit", "limit"],
  ["sl", "stop_limit"],
  ["sl-m", "stop"],
]);
const TIMES_IN_FORCE: ReadonlyMap<string, string> = new Map([
  ["day", '"oneday"'],
  ["gtc", '"goodtillcancelled"'],
  ["ioc", '"immediateorcancel"'],
  ["fok", '"fillorkill"'],
]);

/** Returns a text in lower case, without the space around it. */
export function word(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.text.trim().toLowerCase() : undefined;
}

/** Returns buy, sell, or TradingView's placeholder for them; exits and the like aren't orders of ours. */
function sideOf(node: JsonNode | undefined): string | undefined {
  const side = word(node);
  return side !== undefined && /^(?:buy|sell|\{\{strategy\.order\.action\}\})$/.test(side)
    ? JSON.stringify(side)
    : undefined;
}

/** Returns a stop's condition: a buy stop waits for a rise, a sell stop for a fall (docs/venues/alor.md, Orders). */
function conditionOf(node: JsonNode | undefined): string | undefined {
  return ({ buy: '"MoreOrEqual"', sell: '"LessOrEqual"' } as Record<string, string>)[word(node) ?? ""];
}
