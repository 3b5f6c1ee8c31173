/** The specification's own lists (section 3), verbatim. */
import { expect, test } from "vitest";
import {
  LANGUAGES,
  ORDER_SIDES,
  ORDER_TYPES,
  PLANS,
  ROLES,
  STATUSES,
  STOP_CONDITIONS,
  SUBSCRIPTION_TYPES,
  TIMES_IN_FORCE,
  VENUES,
} from "./enumerations.ts";

// @covers S1.29 S3.28
test("roles are USER and ADMIN", () => {
  expect(ROLES).toEqual(["USER", "ADMIN"]);
});

// @covers S1.30 S3.29
test("subscription types are TRIAL and PRO", () => {
  expect(SUBSCRIPTION_TYPES).toEqual(["TRIAL", "PRO"]);
});

// @covers S1.31 S3.30
test("venues are TINKOFF, ALOR_BROKER, BINANCE_SPOT and BINANCE_FUTURES", () => {
  expect(VENUES).toEqual(["TINKOFF", "ALOR_BROKER", "BINANCE_SPOT", "BINANCE_FUTURES"]);
});

// @covers S3.31
test("order sides are BUY and SELL", () => {
  expect(ORDER_SIDES).toEqual(["BUY", "SELL"]);
});

// @covers S3.32
test("order and alert statuses are NEW, CREATED and REJECTED", () => {
  expect(STATUSES).toEqual(["NEW", "CREATED", "REJECTED"]);
});

// @covers S3.33
test("order types are MARKET and LIMIT, and Alor's stop order types", () => {
  expect(ORDER_TYPES).toEqual(["MARKET", "LIMIT", "STOP", "STOP_LIMIT"]);
});

// @covers S3.34
test("subscription plan periods are 1m-1rub, 1m, 3m, 6m and 12m", () => {
  expect(PLANS).toEqual(["1m-1rub", "1m", "3m", "6m", "12m"]);
});

// @covers S3.38
test("times in force are oneday, immediateorcancel, fillorkill and goodtillcancelled", () => {
  expect(TIMES_IN_FORCE).toEqual(["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled"]);
});

// @covers S3.40
test("stop conditions are More, Less, MoreOrEqual and LessOrEqual", () => {
  expect(STOP_CONDITIONS).toEqual(["More", "Less", "MoreOrEqual", "LessOrEqual"]);
});

// @covers S9.18
test("languages are en and ru", () => {
  expect(LANGUAGES).toEqual(["en", "ru"]);
});
