import { expect, test } from "vitest";
import { formatDecimal, formatMoney } from "./amounts.ts";

/** With ordinary spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  ["1234567.5", "RUB", "ru", "1 234 567,50 ₽"],
  ["-0.1", "RUB", "en", "-₽0.10"],
  ["12345678901234567890.12345678", "USDT", "en", "12,345,678,901,234,567,890.12345678 USDT"],
  ["0.00000001", "BNB", "ru", "0,00000001 BNB"],
  ["0.0123", "BNB", "en", "0.0123 BNB"],
  // By its sign it would be a dollar.
  ["1000", "HKD", "en", "HKD 1,000.00"],
  ["1000", "TRY", "ru", "1 000,00 TRY"],
])("%s %s is written in full in %s", (decimal, currency, language, text) => {
  expect(plain(formatMoney(decimal, currency, language))).toBe(text);
});

test("what was gained has a plus sign, and zero has none", () => {
  expect(formatMoney("5", "RUB", "en", { isSigned: true })).toBe("+₽5.00");
  expect(formatDecimal("-12.5", "en", { isSigned: true })).toBe("-12.5");
  expect(formatDecimal("0", "en", { isSigned: true })).toBe("0");
});
