import { expect, test } from "vitest";
import { hoursOfDay, startOfDay } from "./day.ts";

const startsAt = (now: string, zone: string) => new Date(startOfDay(Date.parse(now), zone)).toISOString();

test("a day begins at midnight in the user's time zone", () => {
  expect(startsAt("2026-11-21T20:59:59Z", "Europe/Moscow")).toBe("2026-11-20T21:00:00.000Z");
  expect(startsAt("2026-11-21T21:00:00Z", "Europe/Moscow")).toBe("2026-11-21T21:00:00.000Z");
  expect(startsAt("2026-11-21T00:00:00Z", "UTC")).toBe("2026-11-21T00:00:00.000Z");
  expect(startsAt("2026-11-21T03:00:00.500Z", "America/New_York")).toBe("2026-11-20T05:00:00.000Z");
  expect(startsAt("2026-11-21T18:29:59Z", "Asia/Kolkata")).toBe("2026-11-20T18:30:00.000Z");
});

test("a day on which the clocks change begins at its own midnight", () => {
  expect(startsAt("2026-03-29T12:00:00Z", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(startsAt("2026-10-25T12:00:00Z", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  // In Santiago the clocks go forward at midnight: 00:00 doesn't exist.
  expect(startsAt("2026-09-06T12:00:00Z", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
});

test("a day has 24 hours, or one more or less when the clocks change", () => {
  const hours = (start: string, zone: string) => hoursOfDay(Date.parse(start), zone);
  expect(hours("2026-11-20T21:00:00Z", "Europe/Moscow")).toBe(24);
  expect(hours("2026-03-28T23:00:00Z", "Europe/Berlin")).toBe(23);
  expect(hours("2026-10-24T22:00:00Z", "Europe/Berlin")).toBe(25);
  expect(hours("2026-09-06T04:00:00Z", "America/Santiago")).toBe(23);
});

test("an unknown time zone is refused", () => {
  expect(() => startOfDay(0, "Mars/Olympus")).toThrow(RangeError);
});
