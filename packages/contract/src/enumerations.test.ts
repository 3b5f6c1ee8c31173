/** The specification's own lists (section 3), word for word. */
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

test("roles are USER and ADMIN", () => {
  expect(ROLES).toEqual(["USER", "ADMIN"]);
});

test("subscription types are TRIAL and PRO", () => {
  expect(SUBSCRIPTION_TYPES).toEqual(["TRIAL", "PRO"]);
});

test("venues are TINKOFF, ALOR_BROKER, BINANCE_SPOT and BINANCE_FUTURES", () => {
  expect(VENUES).toEqual(["TINKOFF", "ALOR_BROKER", "BINANCE_SPOT", "BINANCE_FUTURES"]);
});

test("order sides are BUY and SELL", () => {
  expect(ORDER_SIDES).toEqual(["BUY", "SELL"]);
});

test("order and alert statuses are NEW, CREATED and REJECTED", () => {
  expect(STATUSES).toEqual(["NEW", "CREATED", "REJECTED"]);
});

test("order types are MARKET and LIMIT, and those of Alor's stop orders", () => {
  expect(ORDER_TYPES).toEqual(["MARKET", "LIMIT", "STOP", "STOP_LIMIT"]);
});

test("subscription plan periods are 1m-1rub, 1m, 3m, 6m and 12m", () => {
  expect(PLANS).toEqual(["1m-1rub", "1m", "3m", "6m", "12m"]);
});

test("times in force are oneday, immediateorcancel, fillorkill and goodtillcancelled", () => {
  expect(TIMES_IN_FORCE).toEqual(["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled"]);
});

test("stop conditions are More, Less, MoreOrEqual and LessOrEqual", () => {
  expect(STOP_CONDITIONS).toEqual(["More", "Less", "MoreOrEqual", "LessOrEqual"]);
});

test("languages are en and ru", () => {
  expect(LANGUAGES).toEqual(["en", "ru"]);
});
