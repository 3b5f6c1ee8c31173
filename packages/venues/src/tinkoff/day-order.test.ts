import { expect, test } from "vitest";
import { dayOrderEndsAt } from "./day-order.ts";

/** A time of Friday, 20 November 2026, or of another day of that month; UTC. */
const at = (hour: number, minute: number, day = 20) => Date.UTC(2026, 10, day, hour, minute);
const session = (opensAtMs: number, closesAtMs: number) => ({ opensAtMs, closesAtMs });
const MAIN = session(at(7, 0), at(15, 50));
const EVENING = session(at(16, 5), at(20, 50));
const MONDAY = session(at(7, 0, 23), at(15, 50, 23));

test.each([
  ["an order of the main session rests through the evening's", at(8, 0), [MAIN, EVENING, MONDAY], at(20, 50)],
  ["without an evening session it ends with the main one", at(8, 0), [MAIN, MONDAY], at(15, 50)],
  ["the evening's order ends with the evening", at(17, 0), [MAIN, EVENING, MONDAY], at(20, 50)],
  ["without a calendar it ends at 23:50 in Moscow", at(8, 0), [], at(20, 50)],
  ["on a day without sessions, too", at(8, 0, 21), [MAIN, EVENING, MONDAY], at(20, 50, 21)],
  ["what comes after 23:50 belongs to the next day", at(20, 55), [MAIN, EVENING], at(20, 50, 21)],
])("a day order: %s", (_, createdAtMs, sessions, endsAtMs) =>
  expect(dayOrderEndsAt(createdAtMs, sessions)).toBe(endsAtMs),
);
