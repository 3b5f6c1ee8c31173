import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SLOWEST, spread, WAITING } from "./file-order.ts";

test("the files that have a place of their own in the order are there", () => {
  const missing = [...SLOWEST, ...WAITING].filter((file) => !existsSync(join(import.meta.dirname, "..", file)));
  expect(missing).toEqual([]);
});

test.each([
  ["aaBB", "BaBa"],
  ["aBBBB", "BBBBa"],
  ["aaaaaaB", "Baaaaaa"],
  ["BBaaaa", "BaaBaa"],
  ["aaa", "aaa"],
  ["BB", "BB"],
])("of the files %s, those that wait (B) are spread among the others: %s", (files, order) => {
  expect(spread(Array.from(files), (file) => file === "B").join("")).toBe(order);
});
