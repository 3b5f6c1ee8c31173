import { expect, test } from "vitest";
import { checkDelayMs } from "./pace.ts";

const MINUTE_MS = 60_000;

// @covers P12
test("a stop finds an outage over within three seconds, for as long as the venues' budgets allow", () => {
  const ages = [0, 29_000, MINUTE_MS, 9.9 * MINUTE_MS];
  for (const ageMs of ages)
    for (let tries = 0; tries < 500; tries += 1) expect(checkDelayMs(tries, ageMs)).toBeLessThanOrEqual(3_000);
});

test("an account that stays open is asked less and less often, but never forgotten", () => {
  expect([0, 1, 5, 6, 100].map((tries) => checkDelayMs(tries, 0))).toEqual([50, 100, 2_000, 3_000, 3_000]);
  expect([11, 59, 61, 10_000].map((minutes) => checkDelayMs(100, minutes * MINUTE_MS))).toEqual([
    15_000, 15_000, 60_000, 60_000,
  ]);
});
