import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 12);

test.each([
  ["7", 7_000],
  ["0", 0],
  ["1.5", 1_500],
  ["259200", 259_200_000],
  ["999999999", 259_200_000],
  ["9".repeat(12), 259_200_000],
  ["Sun, 22 Nov 2056 12:00:00 GMT", 259_200_000],
  ["Sun, 22 Nov 2026 12:01:30 GMT", 90_000],
  ["Sunday, 22-Nov-26 12:01:30 GMT", 90_000],
  ["Sun Nov 22 12:01:30 2026", 90_000],
  ["Sun, 22 Nov 2026 11:58:30 GMT", 0],
])("Retry-After: %s asks for %i ms", (value, waitMs) => {
  expect(retryAfterMs({ "retry-after": value }, NOW_MS)).toBe(waitMs);
});

test.each([
  ["nothing", undefined],
  ["an empty one", ""],
  ["a word", "soon"],
  ["less than nothing", "-5"],
  ["not a number", "NaN"],
  ["a number without end", "Infinity"],
  ["an exponent", "1e3"],
  ["what Date.parse takes for a year", "+2030"],
  ["a date that isn't", "Sun, 99 Nov 2026 12:00:00 GMT"],
  ["two of them", ["1", "2"]],
])("Retry-After asks for no wait with %s", (_, value) => {
  expect(retryAfterMs({ "retry-after": value }, NOW_MS)).toBeUndefined();
});
