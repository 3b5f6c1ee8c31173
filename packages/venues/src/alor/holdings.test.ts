import type { FaultInput } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { executionsOf, marketOf, place, SBER } from "./executions.fixture.ts";
import { atTheSandbox, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

// @covers V32
test("pitfall 32: positions are signed lots, settled and to be settled, under tickers that name one instrument; money and what is closed aren't positions", async () => {
  const at = await atTheSandbox();
  await place(at.alor, orderOf());
  await place(at.alor, orderOf({ ticker: "SiZ6", direction: "SELL", contracts: "2" }));
  await place(at.alor, orderOf({ ticker: "SPBX:T", contracts: "5" }));
  await place(at.alor, orderOf({ ticker: "GAZP" }));
  await place(at.alor, orderOf({ ticker: "GAZP", direction: "SELL" }));
  marketOf(at).setPrice(SBER, "303.15");
  const reading = await executionsOf(at).positions(TRADER, patient());
  const rouble = { price: null, currency: "RUB" };
  expect(reading).toEqual({
    kind: "read",
    atMs: at.clock.nowMs,
    value: [
      { ...rouble, symbol: SBER, ticker: SBER, quantity: "3", averagePrice: "302.15", openProfit: "30" },
      { ...rouble, symbol: "SI-12.26", ticker: "SI-12.26", quantity: "-2", averagePrice: "84250", openProfit: "0" },
      {
        symbol: "T",
        ticker: "SPBX:T",
        quantity: "5",
        averagePrice: "26.7",
        openProfit: "0",
        price: null,
        currency: null,
      },
    ],
  });
  const { value } = reading as { readonly value: readonly { readonly ticker: string; readonly symbol: string }[] };
  for (const { ticker, symbol } of value)
    expect(await at.alor.instrument(ticker, TRADER, patient())).toMatchObject({ symbol });
});

test("money is what is free and what is blocked", async () => {
  const at = await atTheSandbox();
  marketOf(at).fund(TRADER.apiKey, { RUB: "100000" });
  await place(at.alor, orderOf({ type: "LIMIT", price: "290", contracts: "10" }));
  expect(await executionsOf(at).money(TRADER, patient())).toMatchObject({
    kind: "read",
    value: [{ currency: "RUB", free: "70976.8", blocked: "29023.2" }],
  });
});

test("a derivatives portfolio's money is read where Alor keeps it", async () => {
  const at = await atTheSandbox();
  const futures = { apiKey: "7500ABC", secretKey: "refresh-token-of-7500ABC", isDemo: false };
  at.sandbox.register({ venue: "ALOR_BROKER", environment: "live", account: "7500ABC", secret: futures.secretKey });
  marketOf(at).fund("7500ABC", { RUB: "5000" });
  expect(await executionsOf(at).money(futures, patient())).toMatchObject({
    value: [{ currency: "RUB", free: "5000", blocked: "0" }],
  });
});

test("an estimate is Alor's own, with leverage only where the account allows it", async () => {
  const at = await atTheSandbox();
  marketOf(at).fund(TRADER.apiKey, { RUB: "100000" });
  const order = orderOf({ type: "LIMIT", price: "300", contracts: "2" });
  const estimate = (allowMargin: boolean) => executionsOf(at).estimate({ ...order, allowMargin }, TRADER, patient());
  const fee = { amount: "4.8", currency: "RUB" };
  expect(await estimate(false)).toMatchObject({ kind: "read", value: { maxQuantity: "33", fee } });
  expect(await estimate(true)).toMatchObject({ value: { maxQuantity: "66" } });
  expect(await executionsOf(at).estimate(orderOf(), TRADER, patient())).toMatchObject({ kind: "read" });
});

test("an instrument trades or doesn't; Alor has no calendar", async () => {
  const at = await atTheSandbox();
  const schedule = (ticker: string) => executionsOf(at).schedule(ticker, TRADER, patient());
  const value = { closesAtMs: null, opensAtMs: null };
  expect(await schedule(SBER)).toMatchObject({ kind: "read", value: { ...value, isOpen: true } });
  expect(await schedule("QIWI")).toMatchObject({ kind: "read", value: { ...value, isOpen: false } });
  expect(await schedule("NOPE")).toMatchObject({ kind: "refused", reason: "INSTRUMENT_NOT_FOUND" });
});

test.each([
  { kind: "5xx" },
  { kind: "429" },
  { kind: "drop" },
  { kind: "malformed", variant: "half-json" },
  { kind: "malformed", variant: "html" },
] as const)("what can't be read because of $kind is unknown, never empty", async (fault) => {
  const at = await atTheSandbox();
  const set = (operation: string) => at.sandbox.faults.set({ ...fault, operation } as FaultInput);
  for (const operation of ["positions", "money", "estimate"]) set(operation);
  const { positions, money, estimate } = executionsOf(at);
  const unknown = { kind: "unknown", cause: expect.any(String) };
  expect(await positions(TRADER, patient())).toMatchObject(unknown);
  expect(await money(TRADER, patient())).toMatchObject(unknown);
  expect(await estimate(orderOf(), TRADER, patient())).toMatchObject(unknown);
});
