import * as fc from "fast-check";
import { expect, test } from "vitest";
import { InstrumentError } from "../venue.ts";
import { theOnly } from "./instruments.ts";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

const SBER = {
  symbol: "SBER",
  board: "TQBR",
  lotSize: "10",
  tick: "0.01",
  isDerivative: false,
  isQuotedInPoints: false,
};
const SI = { symbol: "SiZ6", board: "SPBFUT", lotSize: "1", tick: "1", isDerivative: true, isQuotedInPoints: true };

// @covers V14
test.each([
  ["SBER", SBER],
  ["MOEX:SBER", SBER],
  ["RUS_DLY:SBER", SBER],
  ["T", { symbol: "T", board: "TQBR", tick: "0.2" }],
  ["LQDT", { symbol: "LQDT", board: "TQTF", tick: "0.0001" }],
  ["CNYRUB_TOM", { symbol: "CNYRUB_TOM", board: "CETS", lotSize: "1000" }],
  ["SU26238RMFS4", { board: "TQOB", tick: "0.001", isQuotedInPoints: true, isDerivative: false }],
  ["SiZ6", SI],
  ["SIZ6", SI],
  ["siz6", SI],
  ["sber", SBER],
  ["SIZ26", SI],
  ["RUS:SIZ2026", SI],
  ["SiH2027", { symbol: "SiH7" }],
])("pitfall 14: %s names one instrument, with its class code", async (ticker, instrument) => {
  const { tinkoff } = await atTheSandbox();
  expect(await tinkoff.instrument(ticker, TRADER, patient())).toMatchObject({ ...instrument, quantityStep: "1" });
});

// @covers V14
test.each([
  ["SIZ2036", "INSTRUMENT_NOT_FOUND", ["SiZ6", "SiH7"]],
  ["SIM2027", "INSTRUMENT_NOT_FOUND", ["SiZ6", "SiH7"]],
  ["SI1!", "CONTINUOUS_FUTURES", ["SiZ6", "SiH7"]],
  ["SBE", "INSTRUMENT_NOT_FOUND", ["SBER"]],
  ["MOEX:SEBR", "INSTRUMENT_NOT_FOUND", ["SBER"]],
  ["CNYRUB_TMO", "INSTRUMENT_NOT_FOUND", ["CNYRUB_TOM"]],
  ["NOSUCH", "INSTRUMENT_NOT_FOUND", []],
  ["AAPL", "INSTRUMENT_NOT_FOUND", []],
  ["SPBX:T", "OTHER_EXCHANGE", []],
  ["BINANCE:BTCUSDT", "OTHER_EXCHANGE", []],
  ["BTCUSDT.P", "OTHER_EXCHANGE", []],
  ["..", "NOT_A_TICKER", []],
])(
  "pitfall 14: %s is refused with what it could have meant, and nothing is sent",
  async (ticker, reason, candidates) => {
    const { sandbox, tinkoff } = await atTheSandbox();
    await expect(tinkoff.instrument(ticker, TRADER, patient())).rejects.toMatchObject({ reason, candidates });
    const response = candidates.length > 0 ? JSON.stringify({ candidates }) : null;
    expect(await tinkoff.place(orderOf({ ticker }), TRADER, patient())).toEqual({
      kind: "rejected",
      reason,
      response,
      isUnsent: true,
    });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  },
);

test("a ticker in several classes is refused, and each of them is listed", () => {
  const listed = ["TQTF", "TQBR"].map((classCode) => ({ ticker: "X", classCode, uid: classCode }));
  expect(() => theOnly(listed, "X")).toThrow(
    expect.objectContaining({ reason: "INSTRUMENT_AMBIGUOUS", candidates: ["X (TQTF)", "X (TQBR)"] }),
  );
});

test("a name that matches several tickers in another case is refused, and each of them is listed", () => {
  const listed = ["SiZ6", "SIZ6"].map((ticker) => ({ ticker, classCode: "SPBFUT", uid: ticker }));
  expect(() => theOnly(listed, "siz6")).toThrow(
    expect.objectContaining({ reason: "INSTRUMENT_AMBIGUOUS", candidates: ["SiZ6 (SPBFUT)", "SIZ6 (SPBFUT)"] }),
  );
  expect(theOnly(listed, "SiZ6")).toBe(listed[0]);
});

test("whatever is listed, only the requested ticker is taken, exactly or in any case, and only if it is unique", () => {
  const tickers = fc.constantFrom("SBER", "sber", "SBERP", "SiZ6", "SIZ6");
  const listings = fc.array(
    fc.record({ ticker: tickers, classCode: fc.constantFrom("TQBR", "SPBFUT"), uid: fc.uuid() }),
  );
  fc.assert(
    fc.property(listings, tickers, (listed, name) => {
      const alike = listed.filter(({ ticker }) => ticker.toLowerCase() === name.toLowerCase());
      const exact = alike.filter(({ ticker }) => ticker === name);
      const named = exact.length > 0 ? exact : alike;
      if (named.length <= 1) expect(theOnly(listed, name)).toBe(named[0]);
      else expect(() => theOnly(listed, name)).toThrow(InstrumentError);
    }),
  );
});

test("an instrument is looked up once for all callers, again after an hour, and not earlier", async () => {
  const { sandbox, tinkoff, clock } = await atTheSandbox();
  const lookUps = async () => {
    await Promise.all([TRADER, keyOf("admin")].map((key) => tinkoff.instrument("SBER", key, patient())));
    return sandbox.calls.count({ operation: "market-data" });
  };
  expect(await lookUps()).toBe(2);
  clock.nowMs += 59 * 60_000;
  expect(await lookUps()).toBe(2);
  clock.nowMs += 60_000;
  expect(await lookUps()).toBe(4);
});

test("a trader with an expired token doesn't spoil other traders' look-ups", async () => {
  const { tinkoff } = await atTheSandbox();
  const outcomes = await Promise.all([keyOf("expired"), TRADER].map((key) => tinkoff.place(orderOf(), key, patient())));
  expect(outcomes).toMatchObject([{ kind: "rejected", reason: "CREDENTIALS_REFUSED" }, { kind: "accepted" }]);
});

test("an instrument that T-Invest doesn't answer for gives an error that says so", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "5xx", operation: "market-data" });
  await expect(tinkoff.instrument("SBER", TRADER, patient())).rejects.toMatchObject({
    name: "InstrumentError",
    reason: "VENUE_UNAVAILABLE",
  });
});
