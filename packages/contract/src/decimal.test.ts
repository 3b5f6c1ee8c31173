import fc from "fast-check";
import { expect, test } from "vitest";
import { plainDecimal, roundedDown } from "./decimal.ts";

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(""));
const exponent = fc.integer({ min: -20, max: 20 });

test.each([
  ["007.50", "7.5"],
  ["1e-7", "0.0000001"],
  ["1.5E+3", "1500"],
  ["0.000", "0"],
  ["0e999", "0"],
  ["92233720368547758079.000000000000000001", "92233720368547758079.000000000000000001"],
])("%s is written %s", (text, plain) => {
  expect(plainDecimal(text)).toBe(plain);
});

test.each(["", " 1", "-1", "+1", ".5", "1.", "1,5", "1_000", "0x10", "NaN", "Infinity", "1e", "1e1.5", "١"])(
  '"%s" is no number',
  (text) => {
    expect(plainDecimal(text)).toBeUndefined();
  },
);

test.each([`1${"0".repeat(40)}`, "1e40", "1e-41", "1e999", "1e-999"])("%s has too many digits", (text) => {
  expect(plainDecimal(text)).toBeUndefined();
});

test("the value is exact: scaled to integers, what is read equals what was written", () => {
  fc.assert(
    fc.property(digits(1, 15), digits(0, 15), exponent, (whole, fraction, power) => {
      const text = `${whole}${fraction && `.${fraction}`}e${power}`;
      const plain = plainDecimal(text);
      expect(plain).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      const [left = "", right = ""] = (plain ?? "").split(".");
      const written = BigInt(whole + fraction) * 10n ** BigInt(60 + power - fraction.length);
      const read = BigInt(left + right) * 10n ** BigInt(60 - right.length);
      expect(read).toBe(written);
    }),
  );
});

test("a plain decimal stays as it is", () => {
  fc.assert(
    fc.property(digits(1, 40), digits(0, 40), (whole, fraction) => {
      const plain = plainDecimal(fraction ? `${whole}.${fraction}` : whole);
      expect(plain).toBeDefined();
      expect(plainDecimal(plain ?? "")).toBe(plain);
    }),
  );
});

test("any text is read or refused, without a throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void plainDecimal(text)));
});

test.each([
  ["10", "1", "10"],
  ["1.5", "1", "1"],
  ["0.3", "0.1", "0.3"],
  ["1194.6", "0.05", "1194.6"],
  ["1194.62", "0.05", "1194.6"],
  ["100", "0.010", "100"],
  ["12345678901234567890.01", "0.02", "12345678901234567890"],
  ["0.0009", "0.001", "0"],
  ["0.1", "0", "0.1"],
])("%s is rounded down to steps of %s as %s", (value, step, rounded) => {
  expect(roundedDown(value, step)).toBe(rounded);
});
