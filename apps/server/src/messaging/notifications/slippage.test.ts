import { describe, expect, test } from "vitest";
import { signalPriceIn, slippageOf } from "./slippage.ts";

const TERMS = { unitValue: "10", tick: "0.01", currency: "RUB" };

describe("slippage against the signal's price", () => {
  test.each([
    ["BUY", "300.15", { basisPoints: "5", ticks: "15", money: "15" }],
    ["BUY", "299.85", { basisPoints: "-5", ticks: "-15", money: "-15" }],
    ["SELL", "300.15", { basisPoints: "-5", ticks: "-15", money: "-15" }],
    ["SELL", "299.85", { basisPoints: "5", ticks: "15", money: "15" }],
    ["BUY", "300", { basisPoints: "0", ticks: "0", money: "0" }],
  ] as const)("%s at %s instead of 300: worse is positive", (side, averagePrice, expected) => {
    expect(slippageOf({ side, quantity: "10", averagePrice }, "300", TERMS)).toEqual({ ...expected, currency: "RUB" });
  });

  test("what isn't known of the instrument is left out, and basis points are always known", () => {
    const unknown = { unitValue: null, tick: null, currency: "RUB" };
    expect(slippageOf({ side: "BUY", quantity: "1", averagePrice: "101" }, "100", unknown)).toEqual({
      basisPoints: "100",
      ticks: null,
      money: null,
      currency: null,
    });
  });
});

test("a signal's price is read from the message's own field, if it is a price", () => {
  expect(signalPriceIn([{ field: "signalPrice", value: " 300.50 " }])).toBe("300.5");
  for (const value of ["", "{{close}}", "0", "-5", "many"])
    expect(signalPriceIn([{ field: "signalPrice", value }])).toBeUndefined();
  expect(signalPriceIn([{ field: "comment", value: "300" }])).toBeUndefined();
});
