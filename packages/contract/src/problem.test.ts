import { expect, test } from "vitest";
import { PROBLEM_STATUS } from "./problem.ts";

test("no problem is answered with 504, which TradingView would not resend", () => {
  expect(Object.values(PROBLEM_STATUS)).not.toContain(504);
});

test("an alert that can't be committed is answered with 503", () => {
  expect(PROBLEM_STATUS.storage_unavailable).toBe(503);
});
