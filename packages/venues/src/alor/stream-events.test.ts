import { expect, test } from "vitest";
import type { StreamEvent } from "../execution.ts";
import { StreamEvents, type Subscription } from "./stream-events.ts";

const OURS = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const UPDATED = { updateTime: "2026-06-01T12:00:00.0000000Z", endTime: "2026-06-01T20:50:00.0000000Z" };

/** An order for ten lots, as Alor's stream tells of it; numbers as they are read. */
const order = (fields: object = {}) => ({
  id: "100",
  symbol: "SBER",
  comment: OURS,
  status: "working",
  filledQtyBatch: "0",
  qtyBatch: "10",
  existing: false,
  ...UPDATED,
  ...fields,
});
const fired = order({ id: "7", status: "filled", exchangeOrderId: "100" });
const trade = (fields: object = {}) => ({
  id: "1",
  orderno: "100",
  comment: null,
  symbol: "SBER",
  exchange: "MOEX",
  date: UPDATED.updateTime,
  qtyBatch: "4",
  price: "270",
  side: "buy",
  commission: null,
  existing: false,
  ...fields,
});

/** Reads messages one after another, and returns what they say in short. */
function read(...messages: readonly (readonly [Subscription, object])[]): readonly string[] {
  const events = new StreamEvents();
  return messages.flatMap(([subscription, data]) => events.read(subscription, data).map(short));
}

function short(event: StreamEvent): string {
  if (event.kind !== "execution") return event.kind;
  const { venueOrderId, state, filledQuantity, fills } = event.execution;
  return `${venueOrderId} ${state} ${filledQuantity} in ${fills.length}`;
}

test("a row that is older than what is known says nothing, whatever it is", () => {
  const whole = order({ status: "filled", filledQtyBatch: "10" });
  const part = order({ filledQtyBatch: "4" });
  const cancelled = order({ status: "canceled", filledQtyBatch: "4" });
  expect(read(["orders", whole], ["orders", part], ["orders", order()])).toEqual(["100 filled 10 in 0"]);
  expect(read(["orders", cancelled], ["orders", part])).toEqual(["100 cancelled 4 in 0"]);
});

test("a trade may come before its order, and says that at least so much is filled", () => {
  const ours = trade({ comment: OURS });
  expect(read(["trades", ours], ["orders", order({ filledQtyBatch: "4" })])).toEqual([
    "100 partiallyFilled 4 in 1",
    "100 partiallyFilled 4 in 1",
  ]);
});

test("a trade that is told again says nothing, and isn't counted again", () => {
  const again = [trade({ comment: OURS }), trade({ comment: OURS, existing: true })] as const;
  expect(read(["trades", again[0]], ["trades", again[0]], ["trades", again[1]])).toEqual([
    "100 partiallyFilled 4 in 1",
  ]);
  expect(
    read(...again.map((each) => ["trades", each] as const), ["trades", trade({ id: "2", comment: OURS })]),
  ).toEqual(["100 partiallyFilled 4 in 1", "100 partiallyFilled 8 in 2"]);
});

test("what was told of an order is forgotten ten minutes later, however much else is told", () => {
  let nowMs = 1_000;
  const events = new StreamEvents(() => nowMs);
  const tell = (subscription: Subscription, data: object) => events.read(subscription, data).map(short);
  const whole = order({ status: "filled", filledQtyBatch: "10" });
  tell("trades", trade({ comment: OURS }));
  expect(tell("orders", whole)).toEqual(["100 filled 10 in 1"]);
  nowMs += 300_000;
  expect(tell("orders", whole)).toEqual([]);
  nowMs += 301_000;
  expect(tell("orders", order({ id: "101" }))).toEqual(["101 working 0 in 0"]);
  expect(tell("orders", whole)).toEqual(["100 filled 10 in 0"]);
});

test("what a conditional order became is foreign until the order tells that it fired, and then ours with all of its trades", () => {
  const child = order({ comment: null });
  expect(read(["orders", child], ["trades", trade()], ["stops", fired], ["trades", trade({ id: "2" })])).toEqual([
    "foreign",
    "7 partiallyFilled 4 in 1",
    "7 partiallyFilled 8 in 2",
  ]);
  expect(read(["trades", trade()], ["stops", fired])).toEqual(["foreign", "7 partiallyFilled 4 in 1"]);
  expect(read(["stops", fired], ["orders", child])).toEqual(["7 working 0 in 0", "7 working 0 in 0"]);
});

test("a status that isn't listed, and a row that can't be read, say nothing", () => {
  expect(
    read(
      ["orders", order({ status: "suspended" })],
      ["stops", order({ id: "7", status: "suspended" })],
      ["trades", { id: "1" }],
      ["positions", {}],
    ),
  ).toEqual([]);
});

test("a position that is told again because its price moved hasn't changed", () => {
  const position = { symbol: "SBER", exchange: "MOEX", qtyTFuture: "30", qtyUnits: "30", existing: false };
  const moved = { ...position, unrealisedPl: "5" };
  expect(read(["positions", position], ["positions", moved], ["positions", { ...moved, qtyTFuture: "40" }])).toEqual([
    "holdings",
    "holdings",
  ]);
});
