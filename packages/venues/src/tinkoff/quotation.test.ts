import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromQuotation, toQuotation } from "./quotation.ts";

test.each([
  ["114.25", { units: "114", nano: 250_000_000 }],
  ["0.000000001", { units: "0", nano: 1 }],
  ["-0.5", { units: "0", nano: -500_000_000 }],
  ["-200.05", { units: "-200", nano: -50_000_000 }],
  ["9223372036854775807", { units: "9223372036854775807", nano: 0 }],
])("%s is %o, and back", (decimal, quotation) => {
  expect(toQuotation(decimal)).toEqual(quotation);
  expect(fromQuotation({ units: quotation.units, nano: String(quotation.nano) })).toBe(decimal);
});

test.each(["9223372036854775808", "0.0000000001", "1e-7", "", ".5", "1.", "+1", "0x1"])(
  "%j isn't such a number: refused, not rounded",
  (decimal) => {
    expect(toQuotation(decimal)).toBeUndefined();
  },
);

test.each([
  ["parts of unlike sign", { units: "1", nano: "-1" }],
  ["ten digits of billionths", { units: "1", nano: "1000000000" }],
  ["a fraction of a billionth", { units: "1", nano: "0.5" }],
  ["no digits", { units: "units", nano: "6" }],
])("%s can't be read", (_, quotation) => {
  expect(fromQuotation(quotation)).toBeUndefined();
});

test("a zero that was omitted is a zero", () => {
  expect([fromQuotation({}), fromQuotation({ nano: "10000000" }), fromQuotation({ units: "5" })]).toEqual([
    "0",
    "0.01",
    "5",
  ]);
});

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.bigInt({ min: 0n, max: 999_999_999n }))
  .map(([isNegative, whole, nano]) => {
    const fraction = String(nano).padStart(9, "0").replace(/0+$/, "");
    const isZero = whole === 0n && nano === 0n;
    return `${isNegative && !isZero ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
  });

// @covers V11
test("pitfall 11: any decimal of nine places converts to units and nano and back exactly, with one sign for both parts", () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      const quotation = toQuotation(decimal);
      expect(quotation).toBeDefined();
      const { units = "", nano = 0 } = quotation ?? {};
      expect(BigInt(units) * BigInt(nano)).toBeGreaterThanOrEqual(0n);
      expect(fromQuotation({ units, nano: String(nano) })).toBe(decimal);
    }),
    { numRuns: 1_000 },
  );
});
