import type { OrderMessage } from "@chartrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NotSent } from "../not-sent.ts";
import { rulesOf } from "./filters.ts";
import { orderRequest } from "./order-request.ts";
import type { BinanceSymbol } from "./symbols.ts";

const LIMIT: OrderMessage = {
  account: "account",
  ticker: "BTCUSDT",
  direction: "BUY",
  type: "LIMIT",
  contracts: "0.5",
  price: "60000.1",
};

const FILTERS = {
  price: { filterType: "PRICE_FILTER", minPrice: "0.10", maxPrice: "1000000.00", tickSize: "0.10" },
  lot: { filterType: "LOT_SIZE", minQty: "0.00100", maxQty: "9000.00000", stepSize: "0.00100" },
  marketLot: { filterType: "MARKET_LOT_SIZE", minQty: "0.00000000", maxQty: "100.00000000", stepSize: "0.00000000" },
  notional: { filterType: "NOTIONAL", minNotional: "5.00000000", maxNotional: "9000000.00000000" },
};

function symbolWith(filters: Partial<typeof FILTERS> = {}): BinanceSymbol {
  return { symbol: "BTCUSDT", quoteAsset: "USDT", rules: rulesOf(Object.values({ ...FILTERS, ...filters })) };
}

const BTC = symbolWith();

function sent(message: Partial<OrderMessage>, symbol = BTC) {
  const order = { clientOrderId: "the-id", allowMargin: false, message: { ...LIMIT, ...message } };
  return orderRequest(order, symbol);
}

function reasonOf(message: Partial<OrderMessage>, symbol = BTC): string {
  try {
    sent(message, symbol);
    return "sent";
  } catch (error) {
    if (error instanceof NotSent) return error.outcome.reason;
    throw error;
  }
}

test("a limit order says what the message says, under our client order id", () => {
  expect(sent({})).toEqual({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.5",
    price: "60000.1",
    newClientOrderId: "the-id",
  });
});

test("a market order's price and time in force are not sent", () => {
  expect(sent({ type: "MARKET", timeInForce: "immediateorcancel" })).toEqual({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    quantity: "0.5",
    newClientOrderId: "the-id",
  });
});

test.each<[OrderMessage["timeInForce"] & string, string, string]>([
  ["goodtillcancelled", "GTC", "sent"],
  ["immediateorcancel", "IOC", "sent"],
  ["fillorkill", "FOK", "FIELD_NOT_SUPPORTED"],
  ["oneday", "FIELD_NOT_SUPPORTED", "sent"],
])("timeInForce %s: a limit order has %s, a market order %s", (timeInForce, limit, market) => {
  const reason = reasonOf({ timeInForce });
  expect(reason === "sent" ? sent({ timeInForce })["timeInForce"] : reason).toBe(limit);
  expect(reasonOf({ type: "MARKET", timeInForce })).toBe(market);
});

test.each<Partial<OrderMessage>>([
  { icebergFixed: "1" },
  { icebergVariance: "5" },
  { condition: "More" },
  { triggerPrice: "1" },
  { stopEndUnixTime: "0" },
  { activate: true },
])("a field of Alor's orders is refused, not dropped: %o", (field) => {
  expect([reasonOf(field), reasonOf({ ...field, type: "MARKET" })]).toEqual([
    "FIELD_NOT_SUPPORTED",
    "FIELD_NOT_SUPPORTED",
  ]);
});

test("stop orders are refused", () => {
  expect([reasonOf({ type: "STOP" }), reasonOf({ type: "STOP_LIMIT" })]).toEqual([
    "ORDER_TYPE_NOT_SUPPORTED",
    "ORDER_TYPE_NOT_SUPPORTED",
  ]);
});

// @covers V9
test.each([
  ["0.5009999", "0.5", "0.5"],
  ["0.001", "0.001", "0.001"],
  ["0.0009999", "QUANTITY_TOO_SMALL", "QUANTITY_TOO_SMALL"],
  ["0.0000001", "QUANTITY_TOO_SMALL", "QUANTITY_TOO_SMALL"],
  ["100.0009", "100", "100"],
  ["100.001", "100.001", "QUANTITY_TOO_LARGE"],
  ["9000", "ORDER_VALUE_OUT_OF_LIMITS", "QUANTITY_TOO_LARGE"],
  ["9000.001", "QUANTITY_TOO_LARGE", "QUANTITY_TOO_LARGE"],
  ["9".repeat(40), "QUANTITY_TOO_LARGE", "QUANTITY_TOO_LARGE"],
])("pitfall 9: %s base units: a limit order sends %s, a market order %s", (contracts, limit, market) => {
  for (const [type, expected] of [
    ["LIMIT", limit],
    ["MARKET", market],
  ] as const) {
    const reason = reasonOf({ type, contracts });
    expect(reason === "sent" ? sent({ type, contracts })["quantity"] : reason).toBe(expected);
  }
});

test("a market order satisfies both steps, its own and the one for all orders", () => {
  const marketLot = { ...FILTERS.marketLot, stepSize: "0.0025" };
  expect(sent({ type: "MARKET", contracts: "0.5199" }, symbolWith({ marketLot }))["quantity"]).toBe("0.515");
});

test.each([
  ["60000.1", "sent"],
  ["60000.15", "PRICE_OFF_TICK"],
  [`60000.1${"0".repeat(30)}1`, "PRICE_OFF_TICK"],
  ["0.05", "PRICE_OUT_OF_LIMITS"],
  ["1000000.1", "PRICE_OUT_OF_LIMITS"],
])("a price of %s on a tick of 0.1: %s, and never another price", (price, reason) => {
  expect(reasonOf({ price })).toBe(reason);
});

test("a limit order worth too little or too much is refused; the venue judges the value of a market order", () => {
  const small = { contracts: "0.001", price: "4999.9" };
  expect([reasonOf(small), reasonOf({ ...small, price: "5000" })]).toEqual(["ORDER_VALUE_OUT_OF_LIMITS", "sent"]);
  expect(reasonOf({ contracts: "90", price: "100000.1" })).toBe("ORDER_VALUE_OUT_OF_LIMITS");
  expect(reasonOf({ ...small, type: "MARKET" })).toBe("sent");
});

test("a rule that a symbol doesn't have limits nothing", () => {
  const free: BinanceSymbol = { symbol: "BTCUSDT", quoteAsset: "USDT", rules: rulesOf([]) };
  expect(sent({ contracts: "0.00000001234", price: "0.1234567" }, free)).toMatchObject({
    quantity: "0.00000001234",
    price: "0.1234567",
  });
});

const digits = fc.stringMatching(/^[1-9]\d{0,38}$/).map(BigInt);
const steps = fc.stringMatching(/^[1-9]\d{0,11}$/).map(BigInt);
const scales = fc.nat(20);

/** Moves the point of `value` left by `scale` digits. */
function decimal(value: bigint, scale: number): string {
  const text = value.toString().padStart(scale + 1, "0");
  const [whole, rest] = [text.slice(0, text.length - scale), text.slice(text.length - scale).replace(/0+$/, "")];
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** Returns a plain decimal with `scale` digits after the point as a count of its smallest unit. */
function units(text: string, scale: number): bigint {
  const [whole = "", rest = ""] = text.split(".");
  return BigInt(whole + rest.padEnd(scale, "0"));
}

const unbounded = { minQty: "0", maxQty: "0" };

// @covers V11
test("pitfall 11: a quantity is exactly the largest multiple of its steps that isn't more than requested", () => {
  fc.assert(
    fc.property(digits, steps, steps, scales, (asked, step, marketStep, scale) => {
      const symbol = symbolWith({
        lot: { filterType: "LOT_SIZE", ...unbounded, stepSize: decimal(step, scale) },
        marketLot: { filterType: "MARKET_LOT_SIZE", ...unbounded, stepSize: decimal(marketStep, scale) },
      });
      const message = { type: "MARKET", contracts: decimal(asked, scale) } as const;
      const reason = reasonOf(message, symbol);
      const common = (step / gcd(step, marketStep)) * marketStep;
      if (asked < common) {
        expect(reason).toBe("QUANTITY_TOO_SMALL");
        return;
      }
      const quantity = sent(message, symbol)["quantity"] ?? "";
      expect(quantity).toMatch(/^\d+(\.\d+)?$/);
      expect(units(quantity, scale)).toBe(asked - (asked % common));
    }),
  );
});

function gcd(one: bigint, other: bigint): bigint {
  return other === 0n ? one : gcd(other, one % other);
}

test("a price of whole ticks is sent as written; one that misses them by any amount, however small, is refused", () => {
  fc.assert(
    fc.property(steps, steps, scales, (tick, count, scale) => {
      const filter = { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0", tickSize: decimal(tick, scale) };
      const { notional: _, ...others } = FILTERS;
      const rules = rulesOf(Object.values({ ...others, price: filter }));
      const symbol = { symbol: "BTCUSDT", quoteAsset: "USDT", rules };
      const price = decimal(tick * count, scale);
      expect(sent({ price }, symbol)["price"]).toBe(price);
      expect(reasonOf({ price: decimal(tick * count * 10n + 1n, scale + 1) }, symbol)).toBe("PRICE_OFF_TICK");
    }),
  );
});
