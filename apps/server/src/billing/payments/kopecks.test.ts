import fc from "fast-check";
import { expect, test } from "vitest";
import { kopecksOf, rublesOf } from "./payment.ts";

test.each([
  ["500", 500_00],
  ["500.5", 500_50],
  ["500.00", 500_00],
  ["0.01", 1],
  ["19.990", 19_99],
  ["019.99", 19_99],
])("%s rubles are %i kopecks", (rubles, kopecks) => expect(kopecksOf(rubles)).toBe(kopecks));

test.each([undefined, "", " 500", "500,00", "-500", "5e2", "500.001", "0x10", "500.", ".5", "1234567890123", "NaN"])(
  "%s isn't an amount",
  (text) => expect(kopecksOf(text)).toBeUndefined(),
);

test("an amount that we write is read back to the kopeck", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (kopecks) => kopecksOf(String(rublesOf(kopecks))) === kopecks),
  );
});
