import fc from "fast-check";
import { expect, test } from "vitest";
import { plainDecimal } from "../decimal.ts";
import { readWrittenNumber } from "./written-number.ts";

test.each([
  ["1194.6000000000001", "1194.6"],
  ["0.7999999999999999", "0.8"],
  ["0.30000000000000004", "0.3"],
  ["2.9999999999999996", "3"],
  ["0.000012000000000000002", "0.000012"],
])("%s is the float noise of %s", (written, meant) => {
  expect(readWrittenNumber(written)).toEqual({ value: meant, repairs: ["FLOAT_NOISE"] });
});

test.each([
  // No double prints this.
  "1194.6000000000002",
  "0.10000000000000000001",
  // Rounding removes nothing.
  "0.1234567890123456",
  "0.08366942148760331",
  // The noise would be in significant digits.
  "100000000000000.02",
  "1000000000000001",
  "1.00000000001",
])("%s is taken as it stands", (written) => {
  expect(readWrittenNumber(written)).toEqual({ value: written, repairs: [] });
});

test("a sum that doubles get almost right is read as the exact decimal sum", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const exact = plainDecimal(`${one + other}e-2`);
      expect(readWrittenNumber(String(one / 100 + other / 100))).toMatchObject({ value: exact });
    }),
    { numRuns: 2_000 },
  );
});
