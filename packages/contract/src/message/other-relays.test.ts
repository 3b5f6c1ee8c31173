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

test("a message that isn't an order with a size in contracts gets no version of ours", () => {
  expect(parse({ ticker: "SBER", action: "exit" }).toOurs).toBeUndefined();
  expect(parse({ ticker: "SBER", action: "buy", quantity: 5, quantityType: "risk_percent" }).toOurs).toBeUndefined();
  expect(parse({ ...THREE_COMMAS, order: { amount: "10", currency_type: "quote" } }).toOurs).toBeUndefined();
});
