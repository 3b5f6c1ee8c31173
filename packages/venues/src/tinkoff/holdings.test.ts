import { expect, test } from "vitest";
import { executionsOf, inMarket, marketOf, placed } from "./executions.fixture.ts";
import { atTheSandbox, limitOf, orderOf, patient, TRADER, type AtTheSandbox } from "./sandbox.fixture.ts";

async function positionsOf({ tinkoff }: AtTheSandbox) {
  const reading = await executionsOf(tinkoff).positions(TRADER, patient());
  if (reading.kind !== "read") throw new Error(JSON.stringify(reading));
  return reading.value;
}

// @covers V41
test("pitfall 41: positions are lots of what is free and of what orders block, signed, whoever traded", async () => {
  const at = await atTheSandbox();
  await placed(at, orderOf({ contracts: "7" }));
  await placed(at, limitOf({ direction: "SELL", contracts: "5", price: "310" }));
  await placed(at, orderOf({ ticker: "GAZP", contracts: "2", direction: "SELL" }, { allowMargin: true }));
  marketOf(at).trade({ account: TRADER.apiKey, instrument: "SiZ6", side: "BUY", quantity: "3" });
  at.clock.nowMs += 1_000;
  const sber = { symbol: "SBER", ticker: "SBER", quantity: "7", averagePrice: "302.15", price: "302.15" };
  expect(await positionsOf(at)).toMatchObject([
    { ...sber, openProfit: "0", currency: "RUB" },
    { ticker: "GAZP", quantity: "-2", averagePrice: "128.4" },
    { ticker: "SiZ6", quantity: "3", price: null },
  ]);
  marketOf(at).setPrice("SBER", "303.15");
  const [position] = await positionsOf(at);
  expect(position, "70 shares won a rouble each").toMatchObject({ price: "303.15", openProfit: "70" });
});

// @covers V45
test("pitfall 45: positions lag behind a fill, and what they are worth lags further", async () => {
  const at = await atTheSandbox();
  const order = await placed(at, orderOf({ contracts: "1" }));
  expect(inMarket(at, order).state).toBe("filled");
  expect(await positionsOf(at)).toEqual([]);
  at.clock.nowMs += 150;
  expect(await positionsOf(at)).toMatchObject([{ quantity: "1", averagePrice: null, price: null, openProfit: null }]);
  at.clock.nowMs += 500;
  expect(await positionsOf(at)).toMatchObject([{ quantity: "1", averagePrice: "302.15", openProfit: "0" }]);
});

// @covers V45
test("pitfall 45: while the broker loads an account's limits, its positions aren't known", async () => {
  const at = await atTheSandbox();
  const { apiKey: account, secretKey: secret } = TRADER;
  at.sandbox.register({ venue: "TINKOFF", environment: "live", account, secret, limitsLoading: true });
  expect(await executionsOf(at.tinkoff).positions(TRADER, patient())).toEqual({
    kind: "unknown",
    cause: "limits are loading",
  });
});

test("money is what is free and what orders and futures block", async () => {
  const at = await atTheSandbox();
  marketOf(at).fund(TRADER.apiKey, { RUB: "500000" });
  await placed(at, limitOf({ contracts: "1", price: "300" }));
  const read = await executionsOf(at.tinkoff).money(TRADER, patient());
  // Ten shares for 300 roubles, and 0.05 % of that.
  expect(read).toMatchObject({ kind: "read", value: [{ currency: "RUB", free: "496998.5", blocked: "3001.5" }] });
  await placed(at, orderOf({ ticker: "SiZ6", contracts: "1" }));
  const [balance] = marketOf(at).balances(TRADER.apiKey);
  const after = await executionsOf(at.tinkoff).money(TRADER, patient());
  expect(after).toMatchObject({ value: [{ blocked: balance?.blocked }] });
});

test("an estimate says how many lots the money buys, and the commission", async () => {
  const at = await atTheSandbox();
  marketOf(at).fund(TRADER.apiKey, { RUB: "10000" });
  const { estimate } = executionsOf(at.tinkoff);
  // A lot at 300 costs 3001.50 with its commission.
  const order = limitOf({ contracts: "2", price: "300" });
  const fee = { amount: "3", currency: "RUB" };
  expect(await estimate(order, TRADER, patient())).toMatchObject({ kind: "read", value: { maxQuantity: "3", fee } });
  const market = await estimate(orderOf({ contracts: "1" }), TRADER, patient());
  expect(market).toMatchObject({ value: { maxQuantity: "3", fee: { amount: "1.51075" } } });
  expect(await estimate(orderOf({ ticker: "NONE" }), TRADER, patient())).toMatchObject({
    kind: "refused",
    reason: "INSTRUMENT_NOT_FOUND",
  });
  expect(at.sandbox.ledger.entries()).toEqual([]);
});

test("a schedule says whether an instrument trades now, and until when", async () => {
  const at = await atTheSandbox();
  const { schedule } = executionsOf(at.tinkoff);
  const closesAtMs = Date.UTC(2026, 10, 20, 15, 50);
  expect(await schedule("SBER", TRADER, patient())).toMatchObject({
    kind: "read",
    value: { isOpen: true, closesAtMs, opensAtMs: null },
  });
  expect(await schedule("QIWI", TRADER, patient())).toMatchObject({
    value: { isOpen: false, closesAtMs: null, opensAtMs: Date.UTC(2026, 10, 20, 16, 5) },
  });
  await schedule("SBER", TRADER, patient());
  expect(
    at.exchanges.filter(({ url }) => url.endsWith("/TradingSchedules")),
    "a calendar is asked for once",
  ).toHaveLength(1);
});
