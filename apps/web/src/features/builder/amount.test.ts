import { expect, test } from "vitest";
import { formatAmount } from "./amount.ts";

test.each([
  ["30215", "30,215", "30\u00a0215"],
  ["3021.5", "3,021.50", "3\u00a0021,50"],
  ["4.1700148", "4.17", "4,17"],
  ["0.004170014", "0.00417", "0,00417"],
  ["0", "0", "0"],
  // More digits than a number can hold.
  [
    "12345678901234567890.12",
    "12,345,678,901,234,567,890.12",
    "12\u00a0345\u00a0678\u00a0901\u00a0234\u00a0567\u00a0890,12",
  ],
])("an amount of %s is %s in English and %s in Russian", (decimal, english, russian) => {
  expect([formatAmount(decimal, "en"), formatAmount(decimal, "ru")]).toEqual([english, russian]);
});
