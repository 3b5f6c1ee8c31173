import { expect, test } from "vitest";
import { endOfDay, formatMinute, formatMoment, formatUtc, startOfDay } from "./dates.ts";

const MOMENT = new Date(2026, 2, 5, 7, 8, 9, 12);

// @covers S9.29
test("a minute is written as 'yyyy-MM-dd HH:mm'", () => {
  expect(formatMinute(MOMENT)).toBe("2026-03-05 07:08");
});

test("the times of an order's path are shown to the millisecond", () => {
  expect(formatMoment(MOMENT)).toBe("2026-03-05 07:08:09.012");
});

test("the same moment in UTC says that it is UTC", () => {
  expect(formatUtc(new Date("2026-03-05T07:08:09.012Z"))).toBe("2026-03-05 07:08:09 UTC");
});

test("a day begins at the reader's midnight and ends at the next one, and an invalid day filters nothing", () => {
  expect(startOfDay("2026-02-28")).toBe(new Date(2026, 1, 28).toISOString());
  expect(endOfDay("2026-02-28")).toBe(new Date(2026, 2, 1).toISOString());
  expect([startOfDay("soon"), endOfDay("2026-13-01")]).toEqual([undefined, undefined]);
});
