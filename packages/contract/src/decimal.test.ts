import fc from "fast-check";
import { expect, test } from "vitest";
import {
  absolute,
  compareDecimals,
  decimalOf,
  difference,
  isMultipleOf,
  negated,
  plainDecimal,
  product,
  quotient,
  ratio,
  rounded,
  roundedDown,
  signOf,
  smallerOf,
  sum,
  wholeTimes,
  withDigits,
} from "./decimal.ts";

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
  '"%s" is not a number',
  (text) => {
    expect(plainDecimal(text)).toBeUndefined();
  },
);

test.each([`1${"0".repeat(40)}`, "1e40", "1e-41", "1e999", "1e-999"])("%s has too many digits", (text) => {
  expect(plainDecimal(text)).toBeUndefined();
});

test("the value is exact: scaled to integers, the result equals the input", () => {
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

test("any text is read or refused without throwing", () => {
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
])("%s rounded down to steps of %s is %s", (value, step, rounded) => {
  expect(roundedDown(value, step)).toBe(rounded);
});

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
  expect([isMultipleOf("302.155", "0.01"), isMultipleOf("15", "10"), isMultipleOf("1", "0.00")]).toEqual([
    false,
    false,
    false,
  ]);
});

const decimal = fc
  .tuple(fc.nat({ max: 1_000_000 }), fc.nat({ max: 8 }))
  .map(([digits, scale]) => ({ digits, scale, text: plain(digits, scale) }));

test("decimals are compared by value, however many zeros they are written with", () => {
  expect([compareDecimals("1.10", "1.1"), compareDecimals("0.9", "0.10"), compareDecimals("2", "10")]).toEqual([
    0, 1, -1,
  ]);
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const [left, right] = [one.digits * 10 ** (8 - one.scale), other.digits * 10 ** (8 - other.scale)];
      expect(Math.sign(compareDecimals(one.text, other.text))).toBe(Math.sign(left - right));
    }),
  );
});

test("a product is exact, and dividing it by the unit gives back the number of times", () => {
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

test("a decimal is cut or padded to a number of digits", () => {
  expect([withDigits("1.239", 2), withDigits("1", 3), withDigits("1.5", 0)]).toEqual(["1.23", "1.000", "1"]);
});

test("a quotient is rounded half up, and exact where it has few enough digits", () => {
  expect([quotient("16.21", "10", 4), quotient("2", "3", 2), quotient("1", "8", 2), quotient("0", "7", 2)]).toEqual([
    "1.621",
    "0.67",
    "0.13",
    "0",
  ]);
  fc.assert(
    fc.property(decimal, fc.integer({ min: 1, max: 1000 }), ({ text }, times) => {
      expect(compareDecimals(quotient(product(text, String(times)), String(times), 8), text)).toBe(0);
    }),
  );
});

test("sums and differences are exact, and a difference may be negative", () => {
  expect([sum("0.1", "0.2"), sum("9.99", "0.010")]).toEqual(["0.3", "10"]);
  expect([difference("0.3", "0.1"), difference("302.15", "302.4"), difference("5", "5.00")]).toEqual([
    "0.2",
    "-0.25",
    "0",
  ]);
});

test("signed numbers are divided and rounded exactly", () => {
  expect(ratio("-1", "3")).toBe("-0.333333333333333333");
  expect(ratio("2", "-3")).toBe("-0.666666666666666667");
  expect(() => ratio("1", "0")).toThrow("Division by zero");
  expect(rounded("-1.005", 2)).toBe("-1.01");
  expect(rounded("2.5", 0)).toBe("3");
});

function plain(digits: number, scale: number): string {
  const text = String(digits).padStart(scale + 1, "0");
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

test("signed sums are exact, and zero has no sign", () => {
  const signed = fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }));
  const written = ([value, places]: [number, number]) => decimalOf(`${value}e-${places}`);
  const scaled = ([value, places]: [number, number]) => BigInt(value) * 10n ** BigInt(6 - places);
  fc.assert(
    fc.property(signed, signed, (one, other) => {
      const [left, right] = [written(one), written(other)];
      const isSmaller = scaled(one) <= scaled(other);
      expect(sum(left, negated(left))).toBe("0");
      expect(sum(sum(left, right), negated(right))).toBe(left);
      expect(difference(left, right)).toBe(sum(left, negated(right)));
      expect(signOf(difference(left, right))).toBe(
        Number(scaled(one) > scaled(other)) - Number(scaled(one) < scaled(other)),
      );
      expect(smallerOf(left, right)).toBe(isSmaller ? left : right);
      expect(absolute(left)).toBe(one[0] < 0 ? negated(left) : left);
    }),
  );
  expect([negated("0"), absolute("-0.50"), signOf("-0.0")]).toEqual(["0", "0.5", 0]);
});
