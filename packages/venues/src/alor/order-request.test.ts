import * as fc from "fast-check";
import type { OrderMessage } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { NotSent } from "../not-sent.ts";
import type { AlorInstrument } from "./instruments.ts";
import { orderRequest } from "./order-request.ts";
import { limitOf, orderOf } from "./sandbox.fixture.ts";

const SHARE: AlorInstrument = {
  symbol: "SBER",
  board: "TQBR",
  lotSize: "10",
  tick: "0.01",
  quantityStep: "1",
  exchange: "MOEX",
  isDerivative: false,
};
const FUTURE: AlorInstrument = {
  ...SHARE,
  symbol: "SI-12.26",
  board: "RFUD",
  lotSize: "1",
  tick: "1",
  isDerivative: true,
};

function reasonOf(message: Partial<OrderMessage>, instrument = SHARE): string {
  try {
    orderRequest(limitOf(message), instrument, "D39004");
    return "sent";
  } catch (error) {
    if (error instanceof NotSent) return error.outcome.reason;
    throw error;
  }
}

test("the body says what the message said, and the comment is the client order id", () => {
  const order = limitOf({ timeInForce: "oneday" }, { clientOrderId: "the-id", allowMargin: true });
  expect(orderRequest(order, SHARE, "D39004")).toEqual({
    path: "/commandapi/warptrans/TRADE/v2/client/orders/actions/limit",
    body:
      '{"side":"buy","quantity":10,"price":270.05,"instrument":{"symbol":"SBER","exchange":"MOEX","instrumentGroup":"TQBR"},' +
      '"comment":"the-id","user":{"portfolio":"D39004"},"timeInForce":"oneday","allowMargin":true}',
  });
});

test("the price beside a market order is not sent", () => {
  const { path, body } = orderRequest(orderOf({ price: "270.055" }), SHARE, "D39004");
  expect(path).toMatch(/\/market$/);
  expect(body).not.toContain("price");
});

test.each([
  ["1.5", "QUANTITY_NOT_WHOLE_LOTS"],
  ["0.1", "QUANTITY_NOT_WHOLE_LOTS"],
  ["0", "QUANTITY_NOT_WHOLE_LOTS"],
  ["2147483648", "QUANTITY_TOO_LARGE"],
  ["9".repeat(40), "QUANTITY_TOO_LARGE"],
  ["2147483647", "sent"],
  ["1", "sent"],
])("%s contracts: %s", (contracts, reason) => {
  expect(reasonOf({ contracts })).toBe(reason);
});

test.each([
  ["270.055", "PRICE_OFF_TICK"],
  ["0.000001", "PRICE_OFF_TICK"],
  [`270.05${"0".repeat(30)}1`, "PRICE_OFF_TICK"],
  [`${"9".repeat(38)}.05`, "sent"],
  ["270.05", "sent"],
  ["270", "sent"],
])("a price of %s on a tick of 0.01: %s", (price, reason) => {
  expect(reasonOf({ price })).toBe(reason);
});

test.each<[string, Partial<OrderMessage>, string, string]>([
  ["goodtillcancelled", { timeInForce: "goodtillcancelled" }, "FIELD_NOT_SUPPORTED", "sent"],
  ["icebergVariance", { icebergFixed: "2", icebergVariance: "5" }, "FIELD_NOT_SUPPORTED", "sent"],
  ["icebergVariance of nothing", { icebergVariance: "5" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["icebergFixed", { icebergFixed: "2" }, "sent", "sent"],
  ["icebergFixed beside MARKET", { type: "MARKET", icebergFixed: "2" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["timeInForce beside MARKET", { type: "MARKET", timeInForce: "fillorkill" }, "sent", "sent"],
  ["triggerPrice beside LIMIT", { triggerPrice: "1" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["condition beside LIMIT", { condition: "Less" }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  ["activate beside MARKET", { type: "MARKET", activate: false }, "FIELD_NOT_SUPPORTED", "FIELD_NOT_SUPPORTED"],
  [
    "stopEndUnixTime beside MARKET",
    { type: "MARKET", stopEndUnixTime: "0" },
    "FIELD_NOT_SUPPORTED",
    "FIELD_NOT_SUPPORTED",
  ],
])("%s", (_, message, ofShare, ofFuture) => {
  expect([reasonOf(message), reasonOf({ ...message, price: "84000" }, FUTURE)]).toEqual([ofShare, ofFuture]);
});

const tickDigits = fc.stringMatching(/^[1-9]\d{0,18}$/).map(BigInt);
const steps = fc.stringMatching(/^[1-9]\d{0,18}$/).map(BigInt);

/** `value` with the point moved `scale` digits to the left. */
function decimal(value: bigint, scale: number): string {
  const text = value.toString().padStart(scale + 1, "0");
  const [whole, rest] = [text.slice(0, text.length - scale), text.slice(text.length - scale).replace(/0+$/, "")];
  return rest === "" ? whole : `${whole}.${rest}`;
}

test("a price of whole ticks is sent as it was written, a JSON number without an exponent", () => {
  fc.assert(
    fc.property(tickDigits, steps, fc.nat(20), (tick, count, scale) => {
      const price = decimal(tick * count, scale);
      const { body } = orderRequest(limitOf({ price }), { ...SHARE, tick: decimal(tick, scale) }, "D39004");
      expect(/"price":([^,]+),/.exec(body)?.[1]).toBe(price);
    }),
  );
});

test("a price that misses its ticks by however little is refused", () => {
  fc.assert(
    fc.property(tickDigits, steps, fc.nat(20), (tick, count, scale) => {
      const price = decimal(tick * count * 10n + 1n, scale + 1);
      expect(reasonOf({ price }, { ...SHARE, tick: decimal(tick, scale) })).toBe("PRICE_OFF_TICK");
    }),
  );
});
