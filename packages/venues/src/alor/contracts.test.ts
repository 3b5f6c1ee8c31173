import { expect, test } from "vitest";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

const SI = [
  { symbol: "SI-12.26", ticker: "SI-12.26", code: "SiZ6", lastDay: "2026-12-17" },
  { symbol: "SI-3.27", ticker: "SI-3.27", code: "SiH7", lastDay: "2027-03-18" },
];
const AFTER_EXPIRY = Date.UTC(2026, 11, 17, 16);

test("the contracts behind a continuous symbol come with their last days", async () => {
  const { alor } = await atTheSandbox();
  for (const ticker of ["SI1!", "MOEX:SI2!"])
    expect(await alor.executions?.contracts?.(ticker, TRADER, patient())).toMatchObject({ kind: "read", value: SI });
});

test("an asset's contracts are found by its name and by its code, and no other asset's", async () => {
  const { alor } = await atTheSandbox();
  for (const ticker of ["RTS1!", "RI1!"]) {
    const reading = await alor.executions?.contracts?.(ticker, TRADER, patient());
    expect(reading).toMatchObject({ value: [{ symbol: "RTS-12.26", code: "RIZ6" }, { symbol: "RTS-3.27" }] });
  }
  const gas = await alor.executions?.contracts?.("NG2!", TRADER, patient());
  expect(gas?.kind === "read" && gas.value.length).toBe(4);
});

test("what isn't a continuous symbol, or is of nothing that is listed, has no contracts", async () => {
  const { alor } = await atTheSandbox();
  for (const ticker of ["SIZ2026", "USDRUBF", "QQQ1!"])
    expect(await alor.executions?.contracts?.(ticker, TRADER, patient())).toMatchObject({ kind: "read", value: [] });
});

test("a key that Alor refuses gets no contracts, and others do", async () => {
  const { alor } = await atTheSandbox();
  const refused = await alor.executions?.contracts?.("SI1!", { ...keyOf("pro"), secretKey: "wrong" }, patient());
  expect(refused?.kind).toBe("refused");
  expect(await alor.executions?.contracts?.("SI1!", TRADER, patient())).toMatchObject({ kind: "read", value: SI });
});

test("an expired contract takes no order", async () => {
  const { alor, clock } = await atTheSandbox();
  expect(await alor.place(orderOf({ ticker: "SiZ6" }), TRADER, patient())).toMatchObject({ kind: "accepted" });
  clock.nowMs = AFTER_EXPIRY;
  expect(await alor.place(orderOf({ ticker: "SiZ6" }), TRADER, patient())).toMatchObject({
    kind: "rejected",
    reason: "MARKET_CLOSED",
  });
  expect(await alor.place(orderOf({ ticker: "SiH7" }), TRADER, patient())).toMatchObject({ kind: "accepted" });
});
