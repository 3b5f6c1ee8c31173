import { expect, test } from "vitest";
import { parseOrderMessage } from "./parse.ts";

const GOOD = { account: "a1", ticker: "SBER", direction: "buy", type: "limit", contracts: "10", price: "270.05" };
const ALL = { ticker: "SBER", direction: "BUY", type: "LIMIT", contracts: "10", price: "270.05" };

const legibleIn = (message: unknown) =>
  parseOrderMessage(new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message))).legible;

test("of a message that is right nothing needs to be read twice", () => {
  expect(legibleIn(GOOD)).toEqual({});
});

test("one bad field doesn't hide the others", () => {
  const { contracts: _, ...others } = ALL;
  expect(legibleIn({ ...GOOD, contracts: "many" })).toEqual(others);
  expect(legibleIn({ ...GOOD, contracts: undefined })).toEqual(others);
  expect(legibleIn({ ...GOOD, stopLoss: 5 })).toEqual(ALL);
});

test.each([
  [0, "0"],
  ["-5", "-5"],
  ["0.000", "0.000"],
  ["−1.50", "-1.50"],
])("a number that no order can have is shown as it was sent: %j", (contracts, shown) => {
  expect(legibleIn({ ...GOOD, contracts }).contracts).toBe(shown);
});

test("digits are kept as they were sent, however many there are", () => {
  const price = "0.12345678901234567890";
  expect(legibleIn({ ...GOOD, contracts: "many", price }).price).toBe(price);
});

test("a field under a wrong name is shown as the one that was meant", () => {
  const { ticker, direction, ...others } = GOOD;
  expect(legibleIn({ ...others, tickr: ticker, action: direction })).toEqual(ALL);
});

test("of two different values neither is shown", () => {
  const twice = `${JSON.stringify(GOOD).slice(0, -1)},"ticker":"GAZP"}`;
  const { ticker: _, ...others } = ALL;
  expect(legibleIn(twice)).toEqual(others);
});

test("a placeholder that TradingView didn't fill in is no value", () => {
  expect(legibleIn({ ...GOOD, contracts: "{{strategy.order.contracts}}" }).contracts).toBeUndefined();
});

test.each([
  ["a text in front of it", `Signal! ${JSON.stringify(GOOD)} ${JSON.stringify(GOOD)}`],
  ["no structure", "account=a1; ticker: SBER; direction: buy; type = limit; contracts: 10; price: 270.05 !"],
  ["a bracket too many", `${JSON.stringify(GOOD).slice(0, -1)}]`],
])("a text that isn't JSON is read as far as it can be: %s", (_, text) => {
  expect(parseOrderMessage(new TextEncoder().encode(text)).problems.map(({ field }) => field)).toContain("syntax");
  expect(legibleIn(text)).toEqual(ALL);
});
