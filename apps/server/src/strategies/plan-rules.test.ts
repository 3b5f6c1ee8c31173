import { expect, test } from "vitest";
import { AS_WRITTEN, legsOf, legsToPosition, type Instruction } from "./instruction.ts";
import type { PlanInput } from "./plan-input.ts";
import { plan } from "./plan.ts";

const NOW = Date.parse("2026-11-24T10:00:00Z");
const PRICE = {
  value: "100",
  worth: { value: "1", per: "1", currency: "RUB", kind: "price" },
  minAmount: null,
} as const;
const ONE = { numerator: "1", denominator: "1" } as const;
const BY_EQUITY = { kind: "equityPercent", value: "50" } as const;

function planned(
  instruction: Partial<Instruction>,
  held: Partial<PlanInput["holding"]> = {},
  rest: Partial<PlanInput> = {},
) {
  return plan({
    instruction: {
      kind: "delta",
      ticker: "SBER",
      side: null,
      from: null,
      to: null,
      traded: null,
      size: {},
      sizing: AS_WRITTEN,
      roll: null,
      signalPrice: null,
      currentContract: null,
      leg: null,
      ...instruction,
    },
    order: { type: "MARKET" },
    holding: { quantity: "0", working: { buy: "0", sell: "0" }, scale: null, entries: 0, ...held },
    instrument: { lotSize: "1", quantityStep: "1", canShort: true },
    account: { allowMargin: false, isHedged: false, free: null },
    price: { ...PRICE, readAtMs: NOW },
    equity: { amount: "10000", currency: "RUB", readAtMs: NOW },
    limits: null,
    today: null,
    notices: [],
    nowMs: NOW,
    ...rest,
  });
}

test("an exit that works already takes its part of what is held, so the next one never opens", () => {
  const reversal = planned({ from: "5", to: "-2" }, { quantity: "5", working: { buy: "0", sell: "3" } });
  expect(reversal).toMatchObject({ direction: "SELL", quantity: "4", record: { closes: "2", opens: "2" } });
});

test("the first leg of a reversal that has happened already closes nothing, and the second opens nothing", () => {
  for (const leg of [1, 2] as const)
    expect(planned({ kind: "target", from: "5", to: "-2", leg }, { quantity: "-2" })).toMatchObject({
      kind: "nothing",
    });
  expect(planned({ kind: "target", from: "5", to: "-2", leg: 1 }, { quantity: "5" })).toMatchObject({ quantity: "5" });
});

test("what a gap left in delta mode stays until TradingView is flat", () => {
  expect(planned({ from: "0", to: "5" }, { quantity: "2" })).toMatchObject({ direction: "BUY", quantity: "5" });
  expect(planned({ from: "5", to: "0" }, { quantity: "7" })).toMatchObject({ direction: "SELL", quantity: "7" });
});

test("an order that may not open closes, and its record says what stopped the rest", () => {
  const at = planned({ from: "4", to: "-4", sizing: BY_EQUITY }, { quantity: "4" }, { equity: null });
  const notices = [{ code: "ENTRY_STOPPED", values: { reason: "EQUITY_NOT_KNOWN" } }];
  expect(at).toMatchObject({ kind: "place", quantity: "4", isEntry: false, record: { opens: "0", notices } });
});

test("in hedge mode one order never closes one side and opens the other", () => {
  const account = { allowMargin: false, isHedged: true, free: null };
  const at = planned({ kind: "target", to: "-3" }, { quantity: "2" }, { account });
  const notices = [{ code: "ENTRY_LEFT", values: { quantity: "3" } }];
  expect(at).toMatchObject({ direction: "SELL", quantity: "2", positionSide: "LONG", record: { notices } });
});

test.each([
  ["PRICE_NOT_KNOWN", "there is no price", { price: null }],
  ["PRICE_NOT_KNOWN", "the price is old", { price: { ...PRICE, readAtMs: NOW - 60_001 } }],
  ["PRICE_NOT_KNOWN", "nobody knows what it is worth", { price: { ...PRICE, worth: null, readAtMs: NOW } }],
  ["EQUITY_NOT_KNOWN", "there is no equity", { equity: null }],
  ["EQUITY_NOT_KNOWN", "the equity is old", { equity: { amount: "1", currency: "RUB", readAtMs: NOW - 60_001 } }],
  ["EQUITY_IN_OTHER_CURRENCY", "it is in dollars", { equity: { amount: "1", currency: "USD", readAtMs: NOW } }],
  ["INSUFFICIENT_FUNDS", "it is all lost", { equity: { amount: "-5", currency: "RUB", readAtMs: NOW } }],
] as const)("an entry by equity is refused with %s if %s", (reason, _, rest) => {
  expect(planned({ from: "0", to: "1", sizing: BY_EQUITY }, {}, rest)).toMatchObject({ kind: "refused", reason });
});

test("less than a step is left after fees: it counts as nothing, and is told", () => {
  const instrument = { lotSize: "1", quantityStep: "0.01", minQuantity: "0.01", canShort: false };
  const dust = planned({ kind: "close" }, { quantity: "0.009" }, { instrument });
  expect(dust).toMatchObject({
    kind: "nothing",
    record: { notices: [{ code: "DUST_LEFT" }, { code: "NOTHING_HELD" }] },
  });
  expect(planned({ from: "0", to: "1" }, { quantity: "0.009" }, { instrument })).toMatchObject({ quantity: "1" });
});

test("a limit order is sized at its own price", () => {
  const order = { type: "LIMIT", price: "80" } as const;
  expect(planned({ from: "0", to: "1", sizing: BY_EQUITY }, {}, { order })).toMatchObject({ quantity: "62" });
});

test("for an account alone, the message's quantity is sent as it is", () => {
  const at = planned({ side: "SELL", size: { contracts: "2.5" }, from: "3", to: "0" }, {}, { holding: null });
  expect(at).toMatchObject({ direction: "SELL", quantity: "2.5", record: { rule: "written", held: null } });
});

test("a reversal has two legs where one order can't, and other orders have one", () => {
  const turn = { kind: "delta", ticker: "SIZ2026", from: "2", to: "-1" } as const;
  expect(legsOf("ALOR_BROKER", turn)).toEqual([null]);
  expect(legsOf("BINANCE_FUTURES", turn)).toEqual([1, 2]);
  expect(legsOf("ALOR_BROKER", { ...turn, ticker: "MOEX:SI1!" })).toEqual([1, 2]);
  expect(legsOf("BINANCE_FUTURES", { ...turn, to: "0" })).toEqual([null]);
});

test("an order to a position has two legs there as well, if nobody knows from where it goes", () => {
  const position = { kind: "target", ticker: "BTCUSDT", from: null, to: "-1" } as const;
  expect(legsOf("BINANCE_FUTURES", position)).toEqual([1, 2]);
  expect(legsOf("ALOR_BROKER", position)).toEqual([null]);
  expect(legsOf("BINANCE_FUTURES", { ...position, to: "0" })).toEqual([null]);
  const next = { ...position, from: "-3" } as const;
  expect(legsOf("BINANCE_FUTURES", next)).toEqual([null]);
  expect(legsToPosition("BINANCE_FUTURES", next)).toEqual([1, 2]);
  expect(legsToPosition("BINANCE_FUTURES", { ...next, kind: "close" })).toEqual([null]);
});

test("legs of an order that goes through zero close one side and open the other; of any other, the first has nothing to do", () => {
  const account = { allowMargin: false, isHedged: true, free: null };
  const go = (leg: 1 | 2, quantity: string, to: string) =>
    planned({ kind: "target", to, leg }, { quantity, scale: ONE }, { account });
  expect(go(1, "2", "-3")).toMatchObject({ direction: "SELL", quantity: "2", positionSide: "LONG" });
  expect(go(2, "2", "-3")).toMatchObject({ kind: "wait" });
  expect(go(2, "0", "-3")).toMatchObject({ direction: "SELL", quantity: "3", positionSide: "SHORT" });
  expect(go(1, "-2", "-3")).toMatchObject({ kind: "nothing" });
  expect(go(2, "-2", "-3")).toMatchObject({ direction: "SELL", quantity: "1", positionSide: "SHORT" });
});

test("the second leg adds to what is held at the scale of its entry, and sizes nothing anew", () => {
  const held = { quantity: "4", scale: { numerator: "2", denominator: "1" } };
  const added = planned({ kind: "target", to: "3", leg: 2, sizing: BY_EQUITY }, held);
  expect(added).toMatchObject({ direction: "BUY", quantity: "2" });
});

test("the first leg leaves an order that rests on the way, and cancels one that would open the other side", () => {
  const order = { type: "LIMIT", price: "90" } as const;
  const resting = (direction: "BUY" | "SELL") => ({
    working: { buy: direction === "BUY" ? "3" : "0", sell: direction === "SELL" ? "3" : "0" },
    resting: [{ id: direction, direction, ...order }],
  });
  const first = { kind: "target", to: "3", leg: 1 } as const;
  expect(planned(first, resting("BUY"), { order })).toMatchObject({ kind: "nothing" });
  expect(planned(first, resting("SELL"), { order })).toMatchObject({ kind: "replace", orderIds: ["SELL"] });
});
