import { strategyEntry } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { entryOf, fieldOf, newValues, problemsOf, type SettingsValues } from "./values.ts";

const VALUES: SettingsValues = {
  ...newValues("Europe/Moscow"),
  name: "Trend",
  members: [{ accountId: "account-1", kind: "multiplier", value: "0,5", isOn: true }],
};

test("a new strategy waits until flat, targets a position, and asks what to do about a gap", () => {
  expect(newValues("UTC")).toMatchObject({ mode: "target", onGap: "tell", start: "flat" });
});

test("what is typed becomes what the API takes: a decimal comma a point, an empty limit none", () => {
  const entry = entryOf({ ...VALUES, maxPosition: "10,5", pyramiding: "3" });
  expect(strategyEntry.safeParse(entry).success).toBe(true);
  expect(entry.members).toEqual([{ accountId: "account-1", sizing: { kind: "multiplier", value: "0.5" }, isOn: true }]);
  expect(entry.limits).toEqual({
    maxPosition: "10.5",
    maxOrdersPerDay: null,
    maxDailyLoss: null,
    maxDailyDrawdown: null,
    pyramiding: 3,
    tradingHours: null,
    timeZone: "Europe/Moscow",
  });
});

test.each<[string, Partial<SettingsValues>]>([
  ["name", { name: " " }],
  ["members.0.value", { members: [{ accountId: "account-1", kind: "money", value: "much", isOn: true }] }],
  ["maxPosition", { maxPosition: "-1" }],
  ["maxOrdersPerDay", { maxOrdersPerDay: "1.5" }],
  ["maxDailyLoss", { maxDailyLoss: "0" }],
  ["pyramiding", { pyramiding: "none" }],
  ["days", { hasHours: true, days: [] }],
  ["from", { hasHours: true, from: "" }],
  ["daysBeforeExpiry", { daysBeforeExpiry: "61" }],
])("a wrong %s is said at its field, before anything is sent", (field, change) => {
  expect([...problemsOf({ ...VALUES, ...change }).keys()]).toEqual([field]);
});

test("errors of the API belong to the fields that they are about", () => {
  expect(fieldOf("members.12.sizing.value")).toBe("members.12.value");
  expect(fieldOf("limits.maxDailyLoss")).toBe("maxDailyLoss");
  expect(fieldOf("limits.tradingHours.days.0")).toBe("days");
  expect(fieldOf("limits.tradingHours.timeZone")).toBe("hoursZone");
  expect(fieldOf("roll.daysBeforeExpiry")).toBe("daysBeforeExpiry");
});
