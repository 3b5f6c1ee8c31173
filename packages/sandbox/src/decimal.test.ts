import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalOf, isMultipleOf } from "./decimal.ts";

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
});
