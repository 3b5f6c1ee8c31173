import { expect, test } from "vitest";
import { declineOf, maySameCardPay } from "./declines.ts";

test.each([
  [5051, "insufficient-funds"],
  [5206, "authentication-failed"],
  [5054, "expired-card"],
  [5061, "limit"],
  [5036, "card-not-supported"],
  [5059, "fraud-suspicion"],
  [5082, "wrong-details"],
  [5091, "bank-unavailable"],
  [5005, "bank-refused"],
  [5204, "other"],
  [9999, "other"],
] as const)("code %d is %s to a payer", (code, decline) => {
  expect(declineOf(code)).toBe(decline);
});

test("a card that was short of money may pay later; a stolen one may not", () => {
  expect([5051, 5206, 5091, 9999].map((code) => maySameCardPay(declineOf(code)))).toEqual([true, true, true, true]);
  expect([5043, 5036].map((code) => maySameCardPay(declineOf(code)))).toEqual([false, false]);
});
