import * as fc from "fast-check";
import { ORDER_TYPES, type OrderMessage } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { NotSent } from "../not-sent.ts";
import type { AlorInstrument } from "./instruments.ts";
import { orderRequest } from "./order-request.ts";
import { EACH_TYPE, limitOf, orderOf, stopLimitOf, stopOf } from "./sandbox.fixture.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);

const SHARE: AlorInstrument = {
  symbol: "SBER",
  board: "TQBR",
  lotSize: "10",
  tick: "0.01",
  quantityStep: "1",
  exchange: "MOEX",
  isDerivative: false,
  worth: null,
};
const FUTURE: AlorInstrument = {
  ...SHARE,
  symbol: "SI-12.26",
  board: "RFUD",
  lotSize: "1",
  tick: "1",
  isDerivative: true,
};

function reasonOf(message: Partial<OrderMessage>, instrument = SHARE, orderWith = limitOf): string {
  try {
    orderRequest(orderWith(message), instrument, "D39004", NOW_MS);
    return "sent";
  } catch (error) {
    if (error instanceof NotSent) return error.outcome.reason;
    throw error;
  }
}

test("the body says what the message says, and the comment is the client order id", () => {
  const order = limitOf({ timeInForce: "oneday" }, { clientOrderId: "the-id", allowMargin: true });
  expect(orderRequest(order, SHARE, "D39004", NOW_MS)).toEqual({
    path: "/commandapi/warptrans/TRADE/v2/client/orders/actions/limit",
    body:
      '{"side":"buy","quantity":10,"price":270.05,"instrument":{"symbol":"SBER","exchange":"MOEX","instrumentGroup":"TQBR"},' +
      '"comment":"the-id","user":{"portfolio":"D39004"},"timeInForce":"oneday","allowMargin":true}',
  });
});

// @covers V15
test("pitfall 15: a stop has a condition, a trigger and an end, but no time in force", () => {
  const order = stopOf({ direction: "SELL", activate: false }, { clientOrderId: "the-id" });
  expect(orderRequest(order, SHARE, "D39004", NOW_MS)).toEqual({
    path: "/commandapi/warptrans/TRADE/v2/client/orders/actions/stop",
    body:
      '{"side":"sell","quantity":10,"condition":"lessorequal","triggerPrice":270.05,"stopEndUnixTime":0,' +
      '"instrument":{"symbol":"SBER","exchange":"MOEX","instrumentGroup":"TQBR"},"comment":"the-id",' +
      '"user":{"portfolio":"D39004"},"activate":false}',
  });
});

test("a stop-limit order also has everything that a limit order has", () => {
  const end = String(NOW_MS / 1000 + 86_400);
  const extras = { timeInForce: "goodtillcancelled", icebergFixed: "2", icebergVariance: "5" } as const;
  const order = stopLimitOf({ ...extras, price: "84000", triggerPrice: "84100", stopEndUnixTime: end });
  const { path, body } = orderRequest(order, FUTURE, "D39004", NOW_MS);
  expect(path).toMatch(/\/stopLimit$/);
  expect(JSON.parse(body)).toMatchObject({
    price: 84_000,
    triggerPrice: 84_100,
    condition: "lessorequal",
    stopEndUnixTime: Number(end),
    timeInForce: "goodtillcancelled",
    icebergFixed: 2,
    icebergVariance: 5,
  });
});

// @covers S3.40
test.each(["More", "Less", "MoreOrEqual", "LessOrEqual"] as const)(
  "the condition %s is sent in lower case, as in the contract's enumeration",
  (condition) => {
    expect(orderRequest(stopOf({ condition }), SHARE, "D39004", NOW_MS).body).toContain(
      `"condition":"${condition.toLowerCase()}",`,
    );
  },
);

// @covers S3.41 V16
test.each([
  ["0", "sent"],
  [String(NOW_MS / 1000 + 1), "sent"],
  ["99999999999", "sent"],
  [String(NOW_MS / 1000), "STOP_END_PASSED"],
  ["1", "STOP_END_PASSED"],
  [String(NOW_MS + 86_400_000), "STOP_END_IN_MILLISECONDS"],
  ["100000000000", "STOP_END_IN_MILLISECONDS"],
])("pitfall 16: stopEndUnixTime in milliseconds is refused, not divided: %s", (stopEndUnixTime, reason) => {
  expect(reasonOf({ stopEndUnixTime }, SHARE, stopOf)).toBe(reason);
  expect(reasonOf({ stopEndUnixTime }, SHARE, stopLimitOf)).toBe(reason);
});

test("a refusal names the wrong field and what would be right", () => {
  const refusalOf = (message: Partial<OrderMessage>) => {
    try {
      return orderRequest(stopLimitOf(message), SHARE, "D39004", NOW_MS).path;
    } catch (error) {
      return error instanceof NotSent ? error.outcome : error;
    }
  };
  const rejected = (reason: string, response: string) => ({ kind: "rejected", reason, response });
  expect(refusalOf({ triggerPrice: "270.055" })).toEqual(
    rejected("PRICE_OFF_TICK", '{"field":"triggerPrice","priceStep":"0.01"}'),
  );
  expect(refusalOf({ timeInForce: "goodtillcancelled" })).toEqual(
    rejected("FOR_FUTURES_ONLY", '{"field":"timeInForce"}'),
  );
});

test.each(["price", "triggerPrice", "condition"] as const)(
  "a stop-limit order without %s is refused, not sent without it",
  (field) => {
    const { [field]: _, ...message } = stopLimitOf().message;
    const order = { ...stopLimitOf(), message };
    expect(() => orderRequest(order, SHARE, "D39004", NOW_MS)).toThrow("BAD_MESSAGE");
  },
);

test("a market order's price is not sent", () => {
  const { path, body } = orderRequest(orderOf({ price: "270.055" }), SHARE, "D39004", NOW_MS);
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

const FOREIGN = "FIELD_NOT_SUPPORTED";
const FUTURES_ONLY = "FOR_FUTURES_ONLY";
const ILL_FITTING = "ICEBERG_DOES_NOT_FIT";

// @covers S3.38 S3.39 V15
test.each<[string, Partial<OrderMessage>, string, string]>([
  ["goodtillcancelled", { type: "LIMIT", timeInForce: "goodtillcancelled" }, FUTURES_ONLY, "sent"],
  ["goodtillcancelled", { type: "MARKET", timeInForce: "goodtillcancelled" }, FUTURES_ONLY, "sent"],
  ["goodtillcancelled", { type: "STOP_LIMIT", timeInForce: "goodtillcancelled" }, FUTURES_ONLY, "sent"],
  ["any time in force", { type: "STOP", timeInForce: "oneday" }, FOREIGN, FOREIGN],
  ["fillorkill", { type: "STOP_LIMIT", timeInForce: "fillorkill" }, "sent", "sent"],
  ["fillorkill", { type: "MARKET", timeInForce: "fillorkill" }, "sent", "sent"],
  ["icebergVariance", { type: "LIMIT", icebergFixed: "2", icebergVariance: "5" }, FUTURES_ONLY, "sent"],
  ["icebergVariance", { type: "STOP_LIMIT", icebergFixed: "2", icebergVariance: "5" }, FUTURES_ONLY, "sent"],
  ["icebergVariance of nothing", { type: "LIMIT", icebergVariance: "5" }, FUTURES_ONLY, ILL_FITTING],
  [
    "half a percent of variance",
    { type: "LIMIT", icebergFixed: "2", icebergVariance: "0.5" },
    FUTURES_ONLY,
    ILL_FITTING,
  ],
  ["icebergFixed", { type: "LIMIT", icebergFixed: "2" }, "sent", "sent"],
  ["the whole order as icebergFixed", { type: "LIMIT", icebergFixed: "10" }, "sent", "sent"],
  ["more than the order as icebergFixed", { type: "LIMIT", icebergFixed: "11" }, ILL_FITTING, ILL_FITTING],
  ["icebergFixed", { type: "MARKET", icebergFixed: "2" }, FOREIGN, FOREIGN],
  ["icebergFixed", { type: "STOP", icebergFixed: "2" }, FOREIGN, FOREIGN],
  ["triggerPrice", { type: "LIMIT", triggerPrice: "1" }, FOREIGN, FOREIGN],
  ["condition", { type: "LIMIT", condition: "Less" }, FOREIGN, FOREIGN],
  ["activate", { type: "MARKET", activate: false }, FOREIGN, FOREIGN],
  ["stopEndUnixTime", { type: "MARKET", stopEndUnixTime: "0" }, FOREIGN, FOREIGN],
  ["a price", { type: "STOP", price: "1.555" }, "sent", "sent"],
])("pitfall 15: %s in the order %o", (_, message, ofShare, ofFuture) => {
  const orderWith = EACH_TYPE[message.type ?? "LIMIT"];
  const inRubles = { price: "84000", ...(message.type?.startsWith("STOP") && { triggerPrice: "84000" }) };
  expect([reasonOf(message, SHARE, orderWith), reasonOf({ ...inRubles, ...message }, FUTURE, orderWith)]).toEqual([
    ofShare,
    ofFuture,
  ]);
});

const tickDigits = fc.stringMatching(/^[1-9]\d{0,18}$/).map(BigInt);
const steps = fc.stringMatching(/^[1-9]\d{0,18}$/).map(BigInt);

/** Moves the point of `value` left by `scale` digits. */
function decimal(value: bigint, scale: number): string {
  const text = value.toString().padStart(scale + 1, "0");
  const [whole, rest] = [text.slice(0, text.length - scale), text.slice(text.length - scale).replace(/0+$/, "")];
  return rest === "" ? whole : `${whole}.${rest}`;
}

test("a price of whole ticks is sent as written, as a JSON number without an exponent", () => {
  fc.assert(
    fc.property(tickDigits, steps, fc.nat(20), (tick, count, scale) => {
      const price = decimal(tick * count, scale);
      const { body } = orderRequest(limitOf({ price }), { ...SHARE, tick: decimal(tick, scale) }, "D39004", NOW_MS);
      expect(/"price":([^,]+),/.exec(body)?.[1]).toBe(price);
    }),
  );
});

test("a price that misses its ticks by any amount, however small, is refused", () => {
  fc.assert(
    fc.property(tickDigits, steps, fc.nat(20), (tick, count, scale) => {
      const price = decimal(tick * count * 10n + 1n, scale + 1);
      expect(reasonOf({ price }, { ...SHARE, tick: decimal(tick, scale) })).toBe("PRICE_OFF_TICK");
    }),
  );
});

const digits = fc.stringMatching(/^[1-9]\d{0,12}$/).map(BigInt);
/** Quantities and prices; each fits at least three times out of four. */
const asked = fc.record({ tick: digits, scale: fc.nat(6), counts: fc.array(digits, { minLength: 3, maxLength: 3 }) });
const decimals = asked.chain(({ tick, scale, counts }) => {
  const [contracts = 1n, ...steps] = counts;
  const fitting = [decimal(contracts, 0), ...steps.map((count) => decimal(tick * count, scale))];
  const missing = counts.map((count) => decimal(count, scale + 1));
  const values = fitting.map((value, index) => fc.constantFrom(value, value, value, missing[index] ?? value));
  return fc.record({ tick: fc.constant(decimal(tick, scale)), values: fc.tuple(...values) });
});

// @covers S3.42 V9
test("pitfall 9: whatever is asked for, exactly that many lots are sent at exactly those prices, or nothing is", () => {
  let sent = 0;
  fc.assert(
    fc.property(fc.constantFrom(...ORDER_TYPES), decimals, (type, { tick, values }) => {
      const [contracts = "", price = "", triggerPrice = ""] = values;
      const [isPriced, isStop] = [type.endsWith("LIMIT"), type.startsWith("STOP")];
      let body: string;
      try {
        const order = EACH_TYPE[type]({ contracts, price, ...(isStop && { triggerPrice }) });
        ({ body } = orderRequest(order, { ...SHARE, tick }, "D39004", NOW_MS));
      } catch (error) {
        expect(error).toBeInstanceOf(NotSent);
        return;
      }
      sent += 1;
      const numberIn = (field: string) => new RegExp(`"${field}":([^,}]+)`).exec(body)?.[1];
      expect(numberIn("quantity")).toBe(contracts);
      expect(numberIn("price")).toBe(isPriced ? price : undefined);
      expect(numberIn("triggerPrice")).toBe(isStop ? triggerPrice : undefined);
      if (isPriced) expect(isWholeNumberOf(price, tick)).toBe(true);
      if (isStop) expect(isWholeNumberOf(triggerPrice, tick)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(sent).toBeGreaterThan(100);
});

/** Computed without the library that the adapter uses. */
function isWholeNumberOf(value: string, step: string): boolean {
  const scale = Math.max(...[value, step].map((text) => text.split(".")[1]?.length ?? 0));
  const scaled = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(scale, "0"));
  };
  return scaled(value) % scaled(step) === 0n;
}
