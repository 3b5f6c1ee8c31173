import { expect, test } from "vitest";
import {
  CLIENT_TIMEOUT_MS,
  COMPLAINT_WORKING_DAYS,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  DEFAULT_PLAN,
  PAGER_DEFAULT_SIZE,
  PAGER_SIZE_CHANGER_ABOVE,
  PAGER_SIZES,
  PASSWORD_MIN_LENGTH,
  PAYMENT_CURRENCY,
  PLAN_TERMS,
  planSavingsKopecks,
} from "./business.ts";
import { PLANS } from "./enumerations.ts";

// @covers S9.1
test("prices in rubles are 1 for 1m-1rub, 500 for 1m, 1500 for 3m, 2500 for 6m and 5000 for 12m", () => {
  const rubles = PLANS.map((plan) => [plan, PLAN_TERMS[plan].priceKopecks / 100]);
  expect(Object.fromEntries(rubles)).toEqual({ "1m-1rub": 1, "1m": 500, "3m": 1500, "6m": 2500, "12m": 5000 });
});

// @covers S9.2 S9.5
test("the default plan is one month, paid in RUB", () => {
  expect(DEFAULT_PLAN).toBe("1m");
  expect(PAYMENT_CURRENCY).toBe("RUB");
});

// @covers S9.3
test.each([
  ["1m-1rub", 499_00],
  ["1m", undefined],
  ["3m", undefined],
  ["6m", 500_00],
  ["12m", 1_000_00],
] as const)("%s saves months times 500 rubles minus its price, if that is positive", (plan, savings) => {
  expect(planSavingsKopecks(plan)).toBe(savings);
});

// @covers S9.4
test("the 6 and 12 month plans are labelled as discounted", () => {
  expect(PLANS.filter((plan) => PLAN_TERMS[plan].discounted)).toEqual(["6m", "12m"]);
});

// @covers S9.6
test("a password has at least 6 characters", () => {
  expect(PASSWORD_MIN_LENGTH).toBe(6);
});

test("the default page is 0 and has 15 rows", () => {
  expect([DEFAULT_PAGE, DEFAULT_PAGE_SIZE]).toEqual([0, 15]);
});

test("the pager offers 10, 20, 50 and 100 rows, 10 by default, and sizes above 50 rows in all", () => {
  expect(PAGER_SIZES).toEqual([10, 20, 50, 100]);
  expect([PAGER_DEFAULT_SIZE, PAGER_SIZE_CHANGER_ABOVE]).toEqual([10, 50]);
});

test("a call times out after 10000 ms", () => {
  expect(CLIENT_TIMEOUT_MS).toBe(10_000);
});

test("a service counts as delivered after 3 working days without complaint", () => {
  expect(COMPLAINT_WORKING_DAYS).toBe(3);
});
