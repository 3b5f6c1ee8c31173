import type { StrategyLimits } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { followDay, type DayRecord } from "./daily-loss.ts";
import { stopOf, type Entry, type Today } from "./limits.ts";
import { dayIn, dayStartMs, isWithinHours } from "./trading-hours.ts";

const NOW = Date.parse("2026-11-24T10:00:00Z");
const NONE: StrategyLimits = {
  maxPosition: null,
  maxOrdersPerDay: null,
  maxDailyLoss: null,
  maxDailyDrawdown: null,
  pyramiding: null,
  tradingHours: null,
  timeZone: "Europe/Moscow",
};
const ENTRY: Entry = { after: "5", enlarges: true, entries: 2 };
const today = (now: string, peak = "0", orders = 3): Today => ({ orders, profit: { RUB: { now, peak } } });
const stopped = (limits: Partial<StrategyLimits>, of: Today | null = null, entry = ENTRY) =>
  stopOf({ ...NONE, ...limits }, entry, of, NOW)?.reason ?? null;

test("without limits nothing needs to be known, and nothing is stopped", () => {
  expect(stopped({})).toBeNull();
});

test("each limit stops the entry that goes beyond it, and none that reaches it", () => {
  expect(stopped({ maxPosition: "5" })).toBeNull();
  expect(stopped({ maxPosition: "4.99" })).toBe("LIMIT_POSITION");
  expect(stopped({ pyramiding: 3 })).toBeNull();
  expect(stopped({ pyramiding: 2 })).toBe("LIMIT_PYRAMIDING");
  expect(stopped({ pyramiding: 2 }, null, { ...ENTRY, enlarges: false })).toBeNull();
  expect(stopped({ maxOrdersPerDay: 4 }, today("0"))).toBeNull();
  expect(stopped({ maxOrdersPerDay: 3 }, today("0"))).toBe("LIMIT_ORDERS_PER_DAY");
  expect(stopped({ maxDailyLoss: "1000" }, today("-999.99"))).toBeNull();
  expect(stopped({ maxDailyLoss: "1000" }, today("-1000"))).toBe("LIMIT_DAILY_LOSS");
  expect(stopped({ maxDailyDrawdown: "1000" }, today("500", "1499.99"))).toBeNull();
  expect(stopped({ maxDailyDrawdown: "1000" }, today("500", "1500"))).toBe("LIMIT_DAILY_DRAWDOWN");
});

test("the refusal has the limit and what would have been", () => {
  expect(stopOf({ ...NONE, maxPosition: "4" }, ENTRY, null, NOW)?.limit).toEqual({ allowed: "4", wanted: "5" });
  expect(stopOf({ ...NONE, maxDailyLoss: "9" }, ENTRY, today("-12.5"), NOW)?.limit).toEqual({
    allowed: "9",
    wanted: "12.5",
  });
});

test("what a limit needs and isn't known stops the entry: a missing price disarms nothing", () => {
  expect(stopped({ maxOrdersPerDay: 9 }, null)).toBe("LIMIT_NOT_KNOWN");
  for (const limits of [{ maxDailyLoss: "1000" }, { maxDailyDrawdown: "1000" }]) {
    expect(stopped(limits, null)).toBe("LIMIT_NOT_KNOWN");
    expect(stopped(limits, { orders: 0, profit: null })).toBe("LIMIT_NOT_KNOWN");
    for (const text of ["NaN", "", "Infinity", "1e400"]) {
      expect(stopped(limits, today(text))).toBe("LIMIT_NOT_KNOWN");
      expect(stopped(limits, today("0", text))).toBe("LIMIT_NOT_KNOWN");
    }
  }
});

test("a loss in one currency isn't hidden by a profit in another", () => {
  const profit = { RUB: { now: "5000", peak: "5000" }, USDT: { now: "-80", peak: "0" } };
  expect(stopped({ maxDailyLoss: "50" }, { orders: 0, profit })).toBe("LIMIT_DAILY_LOSS");
});

const MOSCOW = { timeZone: "Europe/Moscow", days: [1, 2, 3, 4, 5], from: "10:00", to: "18:45" };
const NIGHT = { timeZone: "Europe/Berlin", days: [5], from: "22:00", to: "02:00" };

test.each([
  ["a minute before its hours", MOSCOW, "2026-11-24T06:59:59Z", false],
  ["with their first minute", MOSCOW, "2026-11-24T07:00:00Z", true],
  ["until their end, which doesn't belong to them", MOSCOW, "2026-11-24T15:45:00Z", false],
  ["on no other day", MOSCOW, "2026-11-28T08:00:00Z", false],
  ["on Friday before midnight", NIGHT, "2026-11-27T22:30:00Z", true],
  ["on Saturday after midnight, because the window began on Friday", NIGHT, "2026-11-28T00:30:00Z", true],
  ["not on Friday after midnight, because that window began on Thursday", NIGHT, "2026-11-27T00:30:00Z", false],
  ["around the clock if it ends when it begins", { ...NIGHT, to: "22:00" }, "2026-11-28T20:59:00Z", true],
  // In Berlin, clocks go from 2:00 to 3:00 on 2026-03-29, and from 3:00 back to 2:00 on 2026-10-25.
  ["by the clock of summer", { ...NIGHT, days: [7], from: "03:00", to: "04:00" }, "2026-03-29T01:00:00Z", true],
  ["in an hour that comes twice", { ...NIGHT, days: [7], from: "02:00", to: "03:00" }, "2026-10-25T00:30:00Z", true],
  ["and again", { ...NIGHT, days: [7], from: "02:00", to: "03:00" }, "2026-10-25T01:30:00Z", true],
])("a strategy may enter, or not: %s", (_, hours, at, isWithin) => {
  expect(isWithinHours(hours, Date.parse(at))).toBe(isWithin);
  const limits = { ...NONE, tradingHours: hours };
  expect(stopOf(limits, ENTRY, null, Date.parse(at))?.reason ?? null).toBe(isWithin ? null : "LIMIT_TRADING_HOURS");
});

test.each([
  ["Europe/Moscow", "2026-11-24T21:30:00Z", "2026-11-25", "2026-11-24T21:00:00.000Z"],
  ["America/New_York", "2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  // In Beirut, midnight was skipped.
  ["Asia/Beirut", "2025-03-30T10:00:00Z", "2025-03-30", "2025-03-29T22:00:00.000Z"],
  ["UTC", "2026-11-24T00:00:00Z", "2026-11-24", "2026-11-24T00:00:00.000Z"],
])("a day in %s begins by its clock", (timeZone, at, day, start) => {
  expect(dayIn(timeZone, Date.parse(at))).toBe(day);
  expect(new Date(dayStartMs(timeZone, Date.parse(at))).toISOString()).toBe(start);
});

test("a day's loss counts from the end of the day before, and its peak from its start", () => {
  let record: DayRecord | null = null;
  const read = (day: string, RUB: string) => {
    const followed = followDay(record, { RUB }, day);
    record = followed.record;
    return followed.profit?.["RUB"];
  };
  expect(read("2026-11-23", "700")).toEqual({ now: "0", peak: "0" });
  expect(read("2026-11-23", "1700")).toEqual({ now: "1000", peak: "1000" });
  expect(read("2026-11-23", "1500")).toEqual({ now: "800", peak: "1000" });
  // A gap of 300 overnight is the new day's.
  expect(read("2026-11-24", "1200")).toEqual({ now: "-300", peak: "0" });
  expect(read("2026-11-24", "1600")).toEqual({ now: "100", peak: "100" });
});

test("a total that isn't known leaves the day as it is, and says that it isn't known", () => {
  const { record } = followDay(null, { RUB: "100" }, "2026-11-24");
  for (const total of [null, { RUB: "NaN" }, { RUB: "" }, { RUB: "90", USDT: "Infinity" }])
    expect(followDay(record, total, "2026-11-24")).toEqual({ record, profit: null });
});

test("a currency that is traded for the first time began the day with nothing", () => {
  const { record } = followDay(null, { RUB: "100" }, "2026-11-24");
  expect(followDay(record, { RUB: "100", USDT: "-7" }, "2026-11-24").profit?.["USDT"]).toEqual({
    now: "-7",
    peak: "0",
  });
});
