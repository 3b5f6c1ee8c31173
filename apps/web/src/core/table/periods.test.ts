import { expect, test } from "vitest";
import { daysOf } from "./periods.ts";

/** In the reader's time zone, whatever that is where the test runs. */
const NOW = new Date(2026, 2, 1, 0, 30);

test.each([
  ["today", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-02-28", "2026-02-28"],
  ["7d", "2026-02-23", "2026-03-01"],
  ["30d", "2026-01-31", "2026-03-01"],
  ["month", "2026-03-01", "2026-03-01"],
])("half an hour after midnight on 1 March, %s is from %s to %s", (period, from, to) => {
  expect(daysOf({ period }, NOW)).toEqual({ from, to });
});

test("a period goes before single days, and an unknown one filters nothing", () => {
  expect(daysOf({ period: "today", from: "2026-01-01" }, NOW)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  expect(daysOf({ period: "decade", from: "2026-01-01" }, NOW)).toEqual({ from: "2026-01-01" });
  expect(daysOf({}, NOW)).toEqual({});
});
