import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, decimalOf, isMultipleOf, product, wholeTimes, withDigits } from "./decimal.ts";

describe("decimals", () => {
  test("a number is written plainly, never with an exponent", () => {
    expect([1e-7, 1.5e-7, 1.5e21, 0.1, 300.07, -2.5e-8, 12].map(decimalOf)).toEqual([
      "0.0000001",
      "0.00000015",
      "1500000000000000000000",
      "0.1",
      "300.07",
      "-0.000000025",
      "12",
    ]);
  });

  test("every number's plain decimal reads back as the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = decimalOf(number);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  test("a price is on the tick where floats would say it isn't", () => {
    expect([isMultipleOf("0.3", "0.1"), isMultipleOf("300.07", "0.01"), isMultipleOf("72.305", "0.005")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isMultipleOf("302.155", "0.01"), isMultipleOf("15", "10")]).toEqual([false, false]);
  });

  const decimal = fc
    .tuple(fc.nat({ max: 1_000_000 }), fc.nat({ max: 8 }))
    .map(([digits, scale]) => ({ digits, scale, text: plain(digits, scale) }));

  test("decimals are compared by their value, however many zeros they are written with", () => {
    expect([compare("1.10", "1.1"), compare("0.9", "0.10"), compare("2", "10")]).toEqual([0, 1, -1]);
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const [left, right] = [one.digits * 10 ** (8 - one.scale), other.digits * 10 ** (8 - other.scale)];
        expect(Math.sign(compare(one.text, other.text))).toBe(Math.sign(left - right));
      }),
    );
  });

  test("a product is exact, and as many whole times as went in come out", () => {
    expect([product("0.1", "0.2"), product("104250.37", "0.020"), product("3", "7")]).toEqual([
      "0.02",
      "2085.00740",
      "21",
    ]);
    fc.assert(
      fc.property(decimal, fc.integer({ min: 1, max: 1000 }), ({ digits, text }, times) => {
        fc.pre(digits > 0);
        expect(wholeTimes(product(text, String(times)), text)).toBe(String(times));
      }),
    );
    expect([wholeTimes("100", "1.04"), wholeTimes("0.9", "1")]).toEqual(["96", "0"]);
  });

  test("a decimal is cut or filled up to so many digits", () => {
    expect([withDigits("1.239", 2), withDigits("1", 3), withDigits("1.5", 0)]).toEqual(["1.23", "1.000", "1"]);
  });
});

function plain(digits: number, scale: number): string {
  const text = String(digits).padStart(scale + 1, "0");
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
