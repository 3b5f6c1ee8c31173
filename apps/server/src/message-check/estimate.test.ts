import { decimalOf, roundedDown, type OrderMessage } from "@chartrelay/contract";
import type { PresentPrice } from "@chartrelay/venues";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateOrder } from "./estimate.ts";

const READ_AT = Date.UTC(2026, 10, 20, 12, 0, 1);
const TRADED_AT = Date.UTC(2026, 10, 20, 12);
const ANY = { min: null, max: null };

const SBER = { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", quantityStep: "1", quantity: "10" };
const SBER_PRICE: PresentPrice = {
  price: "312.4",
  readAtMs: READ_AT,
  tradedAtMs: TRADED_AT,
  worth: { value: "1", per: "1", currency: "RUB", kind: "price" },
  values: { market: ANY, limit: ANY },
};
const BTC = {
  symbol: "BTCUSDT",
  board: "SPOT",
  lotSize: "1",
  tick: "0.01",
  quantityStep: "0.00001",
  quantity: "0.00004",
};
const BTC_PRICE: PresentPrice = {
  ...SBER_PRICE,
  price: "104250.37",
  worth: { value: "1", per: "1", currency: "USDT", kind: "price" },
  values: { market: { min: "5", max: null }, limit: { min: "5", max: "9000000" } },
};

const order = (fields: Partial<OrderMessage> = {}): Partial<OrderMessage> => ({
  ticker: "SBER",
  direction: "BUY",
  type: "MARKET",
  contracts: "10",
  ...fields,
});
const estimate = (fields: Partial<OrderMessage> = {}, instrument = SBER, price = SBER_PRICE) =>
  estimateOrder(order(fields), instrument, { kind: "read", ...price });

test("buys 10 lots, which are 100 shares, at 312.4, for 31240 roubles", () => {
  expect(estimate()).toEqual({
    direction: "BUY",
    asked: "10",
    quantity: "10",
    pieces: "100",
    price: "312.4",
    readAt: "2026-11-20T12:00:01.000Z",
    tradedAt: "2026-11-20T12:00:00.000Z",
    unpriced: null,
    amount: "31240",
    unitAmount: "3124",
    currency: "RUB",
    amountKind: "price",
    limit: null,
    trigger: null,
    minAmount: null,
    maxAmount: null,
    valueFault: null,
    leastQuantity: null,
  });
});

test("while the quantity is a placeholder, a lot's price is known, and the order's isn't", () => {
  const { contracts: _, ...template } = order();
  const instrument = { ...SBER, quantity: null };
  expect(estimateOrder(template, instrument, { kind: "read", ...SBER_PRICE })).toMatchObject({
    asked: null,
    quantity: null,
    pieces: null,
    amount: null,
    unitAmount: "3124",
  });
});

test("an unknown price is said with its reason, and the quantity is known all the same", () => {
  const unknown = { kind: "unknown", reason: "NO_MARKET_PRICE" } as const;
  expect(estimateOrder(order(), SBER, unknown)).toMatchObject({
    pieces: "100",
    price: null,
    readAt: null,
    amount: null,
    unpriced: "NO_MARKET_PRICE",
  });
});

describe("what a price means in money", () => {
  test("a future's points, a bond's percent", () => {
    const future = { value: "16.21", per: "10", currency: "RUB", kind: "contract" } as const;
    const rts = { ...SBER, lotSize: "1", quantity: "2" };
    expect(estimate({}, rts, { ...SBER_PRICE, price: "112340", worth: future })).toMatchObject({
      amount: "364206.28",
      amountKind: "contract",
    });
    const bond = { value: "1000", per: "100", currency: "RUB", kind: "clean-price" } as const;
    expect(estimate({}, rts, { ...SBER_PRICE, price: "58.412", worth: bond })).toMatchObject({ amount: "1168.24" });
  });

  test("the venue doesn't say: the price stands alone", () => {
    expect(estimate({}, SBER, { ...SBER_PRICE, worth: null })).toMatchObject({
      price: "312.4",
      amount: null,
      currency: null,
    });
  });

  test("fractions of a coin are counted exactly", () => {
    expect(estimate({}, { ...BTC, quantity: "0.00007" }, BTC_PRICE).amount).toBe("7.2975259");
  });
});

describe("the venue's limits of an order's value", () => {
  test("too little: the smallest quantity that is enough is named, on the step", () => {
    expect(estimate({}, BTC, BTC_PRICE)).toMatchObject({
      amount: "4.1700148",
      minAmount: "5",
      valueFault: "below",
      leastQuantity: "0.00005",
    });
  });

  test("too much, which only a limit order can be", () => {
    const huge = { ...BTC, quantity: "100" };
    expect(estimate({ type: "LIMIT", price: "100000" }, huge, BTC_PRICE).valueFault).toBe("above");
    expect(estimate({}, huge, BTC_PRICE).valueFault).toBeNull();
  });
});

test("whatever numbers a message has, the estimate is made of plain decimals", () => {
  const number = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.nat({ max: 30 }))
    .map(([digits, scale]) => decimalOf(`${digits}e-${scale}`));
  fc.assert(
    fc.property(
      number,
      number,
      number,
      fc.constantFrom("MARKET", "LIMIT", "STOP_LIMIT"),
      (contracts, price, step, type) => {
        const fields = { type, contracts, price, triggerPrice: price, condition: "More" } as const;
        const instrument = { ...BTC, quantity: roundedDown(contracts, step), quantityStep: step };
        const { price: present, readAt: _, tradedAt: __, ...numbers } = estimate(fields, instrument, BTC_PRICE);
        expect(present).toBe(BTC_PRICE.price);
        for (const value of [numbers.amount, numbers.unitAmount, numbers.pieces, numbers.leastQuantity])
          if (value !== null) expect(value).toMatch(/^\d+(\.\d+)?$/);
      },
    ),
  );
});

describe("limit and stop orders", () => {
  test.each([
    ["BUY", "309.276", "-1", false],
    ["BUY", "312.4", "0", true],
    ["BUY", "315.52", "1", true],
    ["SELL", "315.52", "1", false],
    ["SELL", "309.276", "-1", true],
  ] as const)(
    "%s at %s is %s %% from the present price; executed at once: %s",
    (direction, price, percent, isReached) => {
      expect(estimate({ type: "LIMIT", direction, price }).limit).toEqual({ price, percent, isReached });
    },
  );

  test("a limit order is worth what its own price says", () => {
    expect(estimate({ type: "LIMIT", price: "300" })).toMatchObject({
      price: "312.4",
      amount: "30000",
      unitAmount: "3000",
    });
  });

  test("without a side, nobody knows whether it would be executed at once", () => {
    const { direction: _, ...template } = order({ type: "LIMIT", price: "400" });
    expect(estimateOrder(template, SBER, { kind: "read", ...SBER_PRICE }).limit?.isReached).toBe(false);
  });

  test.each([
    ["More", "312.4", false],
    ["MoreOrEqual", "312.4", true],
    ["More", "312.39", true],
    ["Less", "312.41", true],
    ["LessOrEqual", "312.4", true],
    ["Less", "312.4", false],
  ] as const)("a stop that waits for %s %s: triggered at once: %s", (condition, triggerPrice, isReached) => {
    expect(estimate({ type: "STOP", condition, triggerPrice }).trigger).toMatchObject({ isReached });
  });

  test("a market order's price is only shown, and is no limit", () => {
    expect(estimate({ price: "1" })).toMatchObject({ limit: null, amount: "31240" });
  });
});
