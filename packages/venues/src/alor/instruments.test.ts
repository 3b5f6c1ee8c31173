import { expect, test } from "vitest";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";
import { readTicker } from "./ticker.ts";

const SBER = { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", exchange: "MOEX", isDerivative: false };
const SI = { symbol: "SI-12.26", board: "RFUD", lotSize: "1", tick: "1", exchange: "MOEX", isDerivative: true };

// @covers V14
test.each([
  ["SBER", SBER],
  ["MOEX:SBER", SBER],
  ["RUS:SBER", SBER],
  ["MOEX_DL:SBER", SBER],
  ["RUS_DLY:SBER", SBER],
  ["SiZ6", SI],
  ["MOEX:SiZ6", SI],
  ["SI-12.26", SI],
  ["sber", SBER],
  ["MOEX:Sber", SBER],
  ["SIZ6", SI],
  ["siz6", SI],
  ["si-12.26", SI],
  ["SIZ2026", SI],
  ["RUS:SIZ2026", SI],
  ["MOEX_DLY:SIZ26", SI],
  ["SPBX:T", { symbol: "T", board: "SPBX", lotSize: "1", tick: "0.01", exchange: "SPBX", isDerivative: false }],
  ["T", { symbol: "T", board: "TQBR", lotSize: "1", tick: "0.2", exchange: "MOEX", isDerivative: false }],
])("pitfall 14: %s names one instrument", async (ticker, instrument) => {
  const { alor } = await atTheSandbox();
  expect(await alor.instrument(ticker, TRADER, patient())).toEqual({
    ...instrument,
    quantityStep: "1",
    worth: expect.anything(),
  });
});

// @covers V10
test("pitfall 10: the tick is minstep, not its value in roubles", async () => {
  const { alor } = await atTheSandbox();
  expect(await alor.instrument("CRZ6", TRADER, patient())).toMatchObject({ tick: "0.001" });
});

test("an order for a name in another case goes to the one instrument of that name", async () => {
  const { sandbox, alor } = await atTheSandbox();
  expect(await alor.place(orderOf({ ticker: "SIZ6" }), TRADER, patient())).toMatchObject({ kind: "accepted" });
  expect(sandbox.ledger.entries()).toEqual([expect.objectContaining({ instrument: "SI-12.26" })]);
});

// @covers V14
test.each([
  ["SIZ2025", "INSTRUMENT_NOT_FOUND", ["SiZ6", "SiH7"]],
  ["SIZ2036", "INSTRUMENT_NOT_FOUND", ["SiZ6", "SiH7"]],
  ["SIM2026", "INSTRUMENT_NOT_FOUND", ["SiZ6", "SiH7"]],
  ["QQZ2026", "INSTRUMENT_NOT_FOUND", []],
  ["SI1!", "CONTINUOUS_FUTURES", ["SiZ6", "SiH7"]],
  ["Si1!", "CONTINUOUS_FUTURES", ["SiZ6", "SiH7"]],
  ["RUS:SI2!", "CONTINUOUS_FUTURES", ["SiZ6", "SiH7"]],
  ["SBE", "INSTRUMENT_NOT_FOUND", ["SBER"]],
  ["MOEX:SEBR", "INSTRUMENT_NOT_FOUND", ["SBER"]],
  ["CNYRUB_TMO", "INSTRUMENT_NOT_FOUND", ["CNYRUB_TOM"]],
  ["NOSUCH", "INSTRUMENT_NOT_FOUND", []],
])(
  "pitfall 14: %s isn't at Alor: nothing is sent, and what it may have meant is offered",
  async (ticker, reason, candidates) => {
    const { sandbox, alor } = await atTheSandbox();
    await expect(alor.instrument(ticker, TRADER, patient())).rejects.toMatchObject({ reason, candidates });
    expect(await alor.place(orderOf({ ticker }), TRADER, patient())).toMatchObject({ kind: "rejected", reason });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  },
);

test.each([
  ["SBE", "INSTRUMENT_NOT_FOUND"],
  ["Сбербанк", "INSTRUMENT_NOT_FOUND"],
  ["NASDAQ:AAPL", "OTHER_EXCHANGE"],
  ["BINANCE:BTCUSDT", "OTHER_EXCHANGE"],
  ["BTCUSDT.P", "OTHER_EXCHANGE"],
  ["..", "NOT_A_TICKER"],
  ["MOEX:", "NOT_A_TICKER"],
  [":SBER", "NOT_A_TICKER"],
  ["a/b", "NOT_A_TICKER"],
  ["MOEX:SBER?x=1", "NOT_A_TICKER"],
])("pitfall 14: %s names nothing, %s, and an order for it is rejected unsent", async (ticker, reason) => {
  const { sandbox, alor } = await atTheSandbox();
  await expect(alor.instrument(ticker, TRADER, patient())).rejects.toMatchObject({ reason });
  const outcome = await alor.place(orderOf({ ticker }), TRADER, patient());
  expect(outcome).toMatchObject({ kind: "rejected", reason });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  // We can say that Alor doesn't know a ticker only after asking it.
  expect(sandbox.calls.count({ operation: "market-data" }) > 0).toBe(reason === "INSTRUMENT_NOT_FOUND");
});

test("an exchange that isn't at Alor makes no ticker of Alor's", () => {
  expect(readTicker("constructor:SBER")).toBe("OTHER_EXCHANGE");
  expect(readTicker("MOEX:RUS:SBER")).toBe("NOT_A_TICKER");
  expect(readTicker("SPBX:")).toBe("NOT_A_TICKER");
});

test("an instrument is looked up again after an hour, not earlier", async () => {
  const { sandbox, alor, clock } = await atTheSandbox();
  const lookUps = async () => {
    await alor.instrument("SBER", TRADER, patient());
    return sandbox.calls.count({ operation: "market-data" });
  };
  expect(await lookUps()).toBe(1);
  clock.nowMs += 59 * 60_000;
  expect(await lookUps()).toBe(1);
  clock.nowMs += 60_000;
  expect(await lookUps()).toBe(2);
});

test("a trader with a revoked key doesn't spoil other traders' look-ups", async () => {
  const stopped = Date.UTC(2026, 5, 1, 12);
  const { sandbox, alor, clock } = await atTheSandbox({ now: () => stopped });
  const [banned, innocent] = [keyOf("trial"), keyOf("pro")];
  await alor.check(banned, patient());
  clock.nowMs += 31 * 60_000;
  await alor.check(innocent, patient());
  sandbox.register({
    venue: "ALOR_BROKER",
    environment: "live",
    account: banned.apiKey,
    secret: banned.secretKey,
    revoked: true,
  });
  const outcomes = await Promise.all([
    alor.place(orderOf(), banned, patient()),
    alor.place(orderOf(), innocent, patient()),
  ]);
  expect(outcomes).toMatchObject([{ kind: "rejected", reason: "CREDENTIALS_REFUSED" }, { kind: "accepted" }]);
});

test("an instrument that Alor doesn't answer for gives an error that says so", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "5xx", operation: "market-data" });
  await expect(alor.instrument("SBER", TRADER, patient())).rejects.toMatchObject({
    name: "InstrumentError",
    reason: "VENUE_UNAVAILABLE",
  });
});
