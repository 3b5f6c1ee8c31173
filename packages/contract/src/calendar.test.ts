import { describe, expect, test } from "vitest";
import { addMonths } from "./calendar.ts";

const at = (text: string) => Date.parse(text);

describe("calendar months", () => {
  test.each([
    ["2026-01-15T10:20:30.400Z", 1, "2026-02-15T10:20:30.400Z"],
    ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
    ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
    ["2026-08-31T23:59:59.999Z", 3, "2026-11-30T23:59:59.999Z"],
    ["2026-12-31T00:00:00.000Z", 6, "2027-06-30T00:00:00.000Z"],
    ["2028-02-29T12:00:00.000Z", 12, "2029-02-28T12:00:00.000Z"],
  ])("%s plus %i months is %s", (from, months, until) => {
    expect(new Date(addMonths(at(from), months)).toISOString()).toBe(until);
  });
});
