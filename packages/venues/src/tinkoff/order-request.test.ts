import * as fc from "fast-check";
import type { OrderMessage } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { NotSent } from "../not-sent.ts";
import type { TinkoffInstrument } from "./instruments.ts";
import { orderRequest } from "./order-request.ts";
import { fromQuotation } from "./quotation.ts";
import { limitOf, orderOf } from "./sandbox.fixture.ts";

const SHARE: TinkoffInstrument = {
  symbol: "SBER",
  board: "TQBR",
  lotSize: "10",
  tick: "0.01",
  quantityStep: "1",
  uid: "e6123145-9665-43e0-8413-cd61b8aa9b13",
  isDerivative: false,
  isQuotedInPoints: false,
  isTradedByApi: true,
  kind: "other",
  currency: "RUB",
  calendar: "MOEX",
  isInMoscow: true,
};
const FUTURE: TinkoffInstrument = {
  ...SHARE,
  symbol: "SiZ6",
  board: "SPBFUT",
  lotSize: "1",
  tick: "1",
  isDerivative: true,
  isQuotedInPoints: true,
};

const requestOf = (message: Partial<OrderMessage>, instrument = SHARE) =>
  orderRequest(limitOf(message), instrument, "2000039002");

function reasonOf(message: Partial<OrderMessage>, instrument = SHARE): string {
  try {
    requestOf(message, instrument);
    return "sent";
  } catch (error) {
    if (error instanceof NotSent) return error.outcome.reason;
    throw error;
  }
}

test("the body says what the message says, under the client order id", () => {
  const order = limitOf({ timeInForce: "oneday", direction: "SELL" }, { clientOrderId: "the-id", allowMargin: true });
  expect(orderRequest(order, SHARE, "2000039002")).toEqual({
    accountId: "2000039002",
    instrumentId: SHARE.uid,
    quantity: "10",
    price: { units: "270", nano: 50_000_000 },
    direction: "ORDER_DIRECTION_SELL",
    orderType: "ORDER_TYPE_LIMIT",
    orderId: "the-id",
    timeInForce: "TIME_IN_FORCE_DAY",
    priceType: "PRICE_TYPE_CURRENCY",
    confirmMarginTrade: true,
  });
});

test("a market order's price is not sent", () => {
  expect(orderRequest(orderOf({ price: "270.055" }), SHARE, "2000039002")).not.toHaveProperty("price");
});

// @covers V13
test("pitfall 13: the price of a future or a bond is marked as points, any other as money, in every order", () => {
  const bond = { ...SHARE, isQuotedInPoints: true };
  expect(requestOf({ price: "84000" }, FUTURE).priceType).toBe("PRICE_TYPE_POINT");
  expect(requestOf({}, bond).priceType).toBe("PRICE_TYPE_POINT");
  expect(requestOf({ type: "MARKET" }, FUTURE).priceType).toBe("PRICE_TYPE_POINT");
  expect(requestOf({}).priceType).toBe("PRICE_TYPE_CURRENCY");
});

test.each([
  ["1.5", "QUANTITY_NOT_WHOLE_LOTS"],
  ["0.1", "QUANTITY_NOT_WHOLE_LOTS"],
  ["0", "QUANTITY_NOT_WHOLE_LOTS"],
  ["9223372036854775808", "QUANTITY_TOO_LARGE"],
  ["9".repeat(40), "QUANTITY_TOO_LARGE"],
  ["9223372036854775807", "sent"],
  ["1", "sent"],
])("%s contracts: %s", (contracts, reason) => {
  expect(reasonOf({ contracts })).toBe(reason);
});

test.each([
  ["270.055", "PRICE_OFF_TICK"],
  ["0.000001", "PRICE_OFF_TICK"],
  [`270.05${"0".repeat(30)}1`, "PRICE_OFF_TICK"],
  ["9223372036854775808", "PRICE_OUT_OF_LIMITS"],
  ["270.05", "sent"],
  ["270", "sent"],
])("a price of %s on a tick of 0.01: %s", (price, reason) => {
  expect(reasonOf({ price })).toBe(reason);
});

test.each<[string, Partial<OrderMessage>, string, string]>([
  ["oneday", { timeInForce: "oneday" }, "sent", "sent"],
  ["immediateorcancel", { timeInForce: "immediateorcancel" }, "sent", "sent"],
  ["fillorkill", { timeInForce: "fillorkill" }, "sent", "FIELD_NOT_SUPPORTED"],
  ["goodtillcancelled", { timeInForce: "goodtillcancelled" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  [
    "timeInForce beside MARKET",
    { type: "MARKET", timeInForce: "oneday" },
    "FIELD_NOT_SUPPORTED",
    "FIELD_NOT_SUPPORTED",
  ],
  ["icebergFixed", { icebergFixed: "2" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["icebergVariance", { icebergVariance: "5" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["condition", { condition: "Less" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["triggerPrice", { triggerPrice: "1" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["stopEndUnixTime", { stopEndUnixTime: "0" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["activate", { activate: true }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["STOP", { type: "STOP" }, "ORDER_TYPE_NOT_SUPPORTED", "ORDER_TYPE_NOT_SUPPORTED"],
  ["STOP_LIMIT", { type: "STOP_LIMIT" }, "ORDER_TYPE_NOT_SUPPORTED", "ORDER_TYPE_NOT_SUPPORTED"],
])("%s", (_, message, ofShare, ofFuture) => {
  expect([reasonOf(message), reasonOf({ ...message, price: "84000" }, FUTURE)]).toEqual([ofShare, ofFuture]);
});

test("an instrument that isn't traded through the API is refused before the send", () => {
  expect(reasonOf({}, { ...SHARE, isTradedByApi: false })).toBe("INSTRUMENT_NOT_TRADABLE");
});

/** Returns `value` billionths as a plain decimal. */
function decimal(value: bigint): string {
  const text = value.toString().padStart(10, "0");
  const [whole, rest] = [text.slice(0, -9), text.slice(-9).replace(/0+$/, "")];
  return rest === "" ? whole : `${whole}.${rest}`;
}

const ticks = fc.bigInt({ min: 1n, max: 10n ** 12n });
const counts = fc.bigInt({ min: 1n, max: 10n ** 9n });

// @covers V11
test("pitfall 11: a price of whole ticks is sent with every digit", () => {
  fc.assert(
    fc.property(ticks, counts, (tick, count) => {
      const price = decimal(tick * count);
      const { units, nano } = requestOf({ price }, { ...SHARE, tick: decimal(tick) }).price ?? {};
      expect(fromQuotation({ units, nano: String(nano) })).toBe(price);
    }),
  );
});

test("a price that misses its ticks by any amount, however small, is refused", () => {
  fc.assert(
    fc.property(ticks, counts, (tick, count) => {
      const price = decimal(tick * count);
      const off = `${price}${price.includes(".") ? "" : "."}${"0".repeat(10)}1`;
      expect(reasonOf({ price: off }, { ...SHARE, tick: decimal(tick) })).toBe("PRICE_OFF_TICK");
    }),
  );
});

// @covers V9
test("pitfall 9: contracts are sent as exactly that number of lots, or the order isn't sent", () => {
  const quantities = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
    fc.stringMatching(/^\d{1,5}\.\d{1,5}$/),
  );
  fc.assert(
    fc.property(quantities, (contracts) => {
      const isWhole = /^\d+$/.test(contracts) && BigInt(contracts) > 0n && BigInt(contracts) < 2n ** 63n;
      if (isWhole) expect(requestOf({ contracts }).quantity).toBe(contracts);
      else expect(reasonOf({ contracts })).toMatch(/^QUANTITY_/);
    }),
  );
});
