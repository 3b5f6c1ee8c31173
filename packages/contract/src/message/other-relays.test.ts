import { expect, test } from "vitest";
import { parseOrderMessage } from "./parse.ts";

const parse = (message: unknown) => parseOrderMessage(new TextEncoder().encode(JSON.stringify(message)));
const THREE_COMMAS = {
  secret: "s",
  max_lag: "300",
  timestamp: "{{timenow}}",
  trigger_price: "{{close}}",
  tv_exchange: "MOEX",
  tv_instrument: "SBER",
  action: "sell",
  bot_uuid: "u",
  order: { amount: "10", currency_type: "base" },
};

test.each([
  [
    "TradersPost",
    { ticker: "SBER", action: "buy", orderType: "limit", limitPrice: 300.5, quantity: 10, timeInForce: "day" },
    { ticker: "SBER", direction: "BUY", type: "LIMIT", contracts: "10", price: "300.5", timeInForce: "oneday" },
  ],
  [
    "TradersPost",
    { ticker: "SBER", action: "sell", orderType: "stop", stopPrice: 290, quantity: 10, quantityType: "fixed_quantity" },
    { ticker: "SBER", direction: "SELL", type: "STOP", contracts: "10", condition: "LessOrEqual", triggerPrice: "290" },
  ],
  ["3Commas", THREE_COMMAS, { ticker: "SBER", direction: "SELL", type: "MARKET", contracts: "10" }],
  [
    "OpenAlgo",
    {
      apikey: "k",
      symbol: "SBER",
      action: "BUY",
      pricetype: "SL",
      quantity: "10",
      price: "301",
      trigger_price: "300.5",
    },
    {
      ticker: "SBER",
      direction: "BUY",
      type: "STOP_LIMIT",
      contracts: "10",
      price: "301",
      condition: "MoreOrEqual",
      triggerPrice: "300.5",
    },
  ],
])("a message for %s is refused by name, and a correct message of ours is offered instead", (relay, theirs, ours) => {
  const { message, problems, toOurs } = parse(theirs);
  expect(message).toBeUndefined();
  expect(problems[0]).toMatchObject({ code: "OTHER_RELAYS_MESSAGE", detail: relay, line: 1, column: 1 });
  const offered = parseOrderMessage(new TextEncoder().encode(toOurs?.("a1")));
  expect([offered.repairs, offered.problems]).toEqual([[], []]);
  expect(offered.message).toEqual({ account: "a1", ...ours });
});

test("their template becomes our template", () => {
  const theirs = {
    ticker: "{{ticker}}",
    action: "{{strategy.order.action}}",
    quantity: "{{strategy.order.contracts}}",
  };
  expect(JSON.parse(parse(theirs).toOurs?.("a1") ?? "")).toEqual({
    account: "a1",
    ticker: "{{ticker}}",
    direction: "{{strategy.order.action}}",
    type: "market",
    contracts: "{{strategy.order.contracts}}",
  });
});

test("fields that our version would drop are reported", () => {
  const bracket = { ticker: "SBER", action: "buy", quantity: 10, takeProfit: { percent: 3 }, sentiment: "long" };
  expect(parse(bracket).problems.map(({ code }) => code)).toEqual([
    "OTHER_RELAYS_MESSAGE",
    "PROTECTION_NOT_SUPPORTED",
    "TARGET_NOT_SUPPORTED",
  ]);
});

test.each([
  ["TradersPost", { ticker: "SBER", action: "exit" }, { action: "close", ticker: "SBER" }],
  [
    "TradersPost",
    { ticker: "SBER", action: "sell", quantity: 5, sentiment: "flat" },
    { action: "close", ticker: "SBER" },
  ],
  ["TradersPost", { ticker: "SBER", action: "cancel" }, { action: "cancel", ticker: "SBER" }],
  [
    "TradersPost",
    { ticker: "SBER", action: "buy", quantity: 5_000, quantityType: "dollar_amount" },
    { ticker: "SBER", direction: "BUY", type: "MARKET", money: "5000" },
  ],
  [
    "TradersPost",
    { ticker: "SBER", action: "buy", quantity: 5, quantityType: "percent_of_equity" },
    { ticker: "SBER", direction: "BUY", type: "MARKET", equityPercent: "5" },
  ],
  [
    "3Commas",
    { ...THREE_COMMAS, order: { amount: "1000", currency_type: "quote" } },
    { ticker: "SBER", direction: "SELL", type: "MARKET", money: "1000" },
  ],
  [
    "OpenAlgo",
    { apikey: "k", strategy: "x", symbol: "SBER", action: "SELL", quantity: "3", position_size: "-10" },
    { ticker: "SBER", type: "MARKET", position: "-10" },
  ],
])("what a message for %s asks for beside plain orders is offered in our fields: %j", (relay, theirs, ours) => {
  const { problems, toOurs, strategy } = parse(theirs);
  expect([problems.map(({ code, detail }) => `${code} ${detail}`)[0], strategy]).toEqual([
    `OTHER_RELAYS_MESSAGE ${relay}`,
    undefined,
  ]);
  const offered = parseOrderMessage(new TextEncoder().encode(toOurs?.("a1")));
  expect([offered.repairs, offered.problems]).toEqual([[], []]);
  expect(offered.message ?? offered.close ?? offered.cancel).toEqual({ account: "a1", ...ours });
});

test("the strategy's position, which TradersPost calls sentiment, becomes our position chain", () => {
  const sentiment = "{{strategy.market_position}}";
  const { problems, toOurs } = parse({ ticker: "SBER", action: "buy", quantity: 5, sentiment });
  expect(problems.map(({ code }) => code)).toEqual(["OTHER_RELAYS_MESSAGE"]);
  expect(JSON.parse(toOurs?.("a1") ?? "")).toMatchObject({
    contracts: 5,
    marketPosition: sentiment,
    prevMarketPositionSize: "{{strategy.prev_market_position_size}}",
  });
});

test("3Commas' position placeholders become ours", () => {
  const strategy_info = {
    market_position: "flat",
    market_position_size: "0",
    prev_market_position: "long",
    prev_market_position_size: "10",
  };
  const { toOurs } = parse({ ...THREE_COMMAS, strategy_info });
  const { position } = parseOrderMessage(new TextEncoder().encode(toOurs?.("a1")));
  expect(position).toMatchObject({ from: "10", to: "0", traded: "-10", isConsistent: true });
});

test("a message that we have no fields for gets no version of ours", () => {
  expect(parse({ ticker: "SBER", action: "exit", quantity: 5 }).toOurs).toBeUndefined();
  expect(parse({ ticker: "SBER", action: "buy", quantity: 5, quantityType: "risk_percent" }).toOurs).toBeUndefined();
  expect(parse({ ...THREE_COMMAS, order: { amount: "10", currency_type: "margin_percent" } }).toOurs).toBeUndefined();
});

test("our own actions for a strategy are no other relay's", () => {
  expect(parse({ strategy: "s1", ticker: "SBER", action: "close" }).close).toBeDefined();
  expect(parse({ strategy: "s1", ticker: "SBER", action: "order", type: "market", position: 5 }).message).toBeDefined();
});
