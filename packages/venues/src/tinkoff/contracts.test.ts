import { expect, test } from "vitest";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

const NEAREST = { symbol: "SiZ6", ticker: "SiZ6", code: "SiZ6", lastDay: "2026-12-17" };
const NEXT = { symbol: "SiH7", ticker: "SiH7", code: "SiH7", lastDay: "2027-03-18" };
const AFTER_EXPIRY = Date.UTC(2026, 11, 17, 16);

test("the contracts behind a continuous symbol come with their last days", async () => {
  const { tinkoff } = await atTheSandbox();
  for (const ticker of ["SI1!", "MOEX:SI2!"]) {
    const reading = await tinkoff.executions?.contracts?.(ticker, TRADER, patient());
    expect(reading).toMatchObject({ kind: "read", value: [NEAREST, NEXT] });
  }
});

test("a long name stands for the exchange's code", async () => {
  const { tinkoff } = await atTheSandbox();
  const reading = await tinkoff.executions?.contracts?.("RTS1!", TRADER, patient());
  expect(reading).toMatchObject({ value: [{ ticker: "RIZ6" }, { ticker: "RIH7" }] });
});

test("what isn't a continuous symbol has no contracts, and costs no request", async () => {
  const { tinkoff, exchanges } = await atTheSandbox();
  const reading = await tinkoff.executions?.contracts?.("SiZ6", TRADER, patient());
  expect(reading).toMatchObject({ kind: "read", value: [] });
  expect(exchanges).toEqual([]);
});

test("a token that T-Invest refuses gets no contracts, and others do", async () => {
  const { tinkoff } = await atTheSandbox();
  const refused = await tinkoff.executions?.contracts?.("SI1!", { ...keyOf("pro"), secretKey: "wrong" }, patient());
  expect(refused?.kind).toBe("refused");
  expect(await tinkoff.executions?.contracts?.("SI1!", TRADER, patient())).toMatchObject({ value: [NEAREST, NEXT] });
});

test("an expired contract takes no order, and isn't among the contracts any more", async () => {
  const { tinkoff, clock } = await atTheSandbox();
  expect(await tinkoff.place(orderOf({ ticker: "SiZ6" }), TRADER, patient())).toMatchObject({ kind: "accepted" });
  // What the adapter knows of an instrument is good for an hour.
  clock.nowMs = AFTER_EXPIRY - 1_800_000;
  await tinkoff.instrument("SiZ6", TRADER, patient());
  clock.nowMs = AFTER_EXPIRY;
  expect(await tinkoff.place(orderOf({ ticker: "SiZ6" }), TRADER, patient())).toMatchObject({
    kind: "rejected",
    reason: "MARKET_CLOSED",
  });
  expect(await tinkoff.executions?.contracts?.("SI1!", TRADER, patient())).toMatchObject({ value: [NEXT] });
});
