/** Messages with an idempotency id: new ids, used ids, and values that aren't ids. */
import type { Fields, RightMessages } from "./right-messages.ts";

export function idMessages({ market, limit }: RightMessages): readonly (readonly [string, Fields])[] {
  const entry = { ...market, id: "entry" };
  return [
    ["a new id", entry],
    ["the same message under its id", entry],
    ["another message under a used id", { ...limit, id: "entry" }],
    ["a used id in an order that no venue takes", { ...market, ticker: "NOSUCH", id: "entry" }],
    ["a used id in a message with a slip", { ...market, contract: 1, id: "entry" }],
    ["an id that is a number", { ...market, id: 7 }],
    ["the same id as a text", { ...market, id: "7" }],
    ["an id of 256 characters", { ...market, id: "x".repeat(256) }],
    ["an empty id", { ...market, id: "" }],
    ["an id that TradingView left", { ...market, id: "{{strategy.order.id}}" }],
  ];
}
