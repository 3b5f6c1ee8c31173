/** What we make of a venue's events and reads, in whatever order they come. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTION_STATES, type ExecutionState, sum } from "@chartrelay/contract";
import { type Execution, type Fill, isFinal } from "@chartrelay/venues";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyExecution, feesOf, hasAllFills, JUST_ACCEPTED, type KnownExecution } from "./execution.ts";

const PICTURE = join(import.meta.dirname, "../../../../../docs/order-life.md");

/** Says of an order what `fields` say, and nothing else. */
const said = (fields: Partial<Execution>): Execution => ({
  clientOrderId: "order",
  venueOrderId: "7001",
  state: "working",
  filledQuantity: "0",
  averagePrice: null,
  fills: [],
  cancelledBy: null,
  reason: null,
  ...fields,
});

const fill = (tradeId: string, quantity: string, price: string, fields: Partial<Fill> = {}): Fill => ({
  tradeId,
  symbol: "SBER",
  side: "BUY",
  quantity,
  price,
  fee: { amount: "0.1", currency: "RUB" },
  atMs: 1_000,
  ...fields,
});

const applyAll = (executions: readonly Execution[], quantity: string, known = JUST_ACCEPTED) =>
  executions.reduce((before, execution) => applyExecution(before, execution, quantity).known, known);

describe("an order's execution", () => {
  test("has the fills' average price and the sum of their fees, to the last digit", () => {
    const known = applyAll(
      [
        said({ state: "partiallyFilled", filledQuantity: "3", fills: [fill("1", "3", "270.05")] }),
        said({ state: "filled", filledQuantity: "10", averagePrice: "269", fills: [fill("2", "7", "270.1")] }),
      ],
      "10",
    );
    expect(known).toMatchObject({ state: "filled", filledQuantity: "10", averagePrice: "270.085" });
    expect(feesOf(known)).toEqual([{ amount: "0.2", currency: "RUB" }]);
  });

  test("has a fee for each currency: a venue charges its own coin until that runs out", () => {
    const fills = [
      fill("1", "1", "100", { fee: { amount: "0.01", currency: "USDT" } }),
      fill("2", "1", "100", { fee: { amount: "0.0001", currency: "BNB" } }),
      fill("3", "1", "100", { fee: { amount: "-0.002", currency: "USDT" } }),
      fill("4", "1", "100", { fee: null }),
    ];
    expect(feesOf({ fee: null, fills })).toEqual([
      { amount: "0.0001", currency: "BNB" },
      { amount: "0.008", currency: "USDT" },
    ]);
  });

  test("has the fee of the whole order where the venue counts it so, and keeps the latest", () => {
    const costs = ["0.5", "1.5", "0.5"].map((amount) =>
      said({ filledQuantity: "1", fee: { amount, currency: "RUB" } }),
    );
    expect(feesOf(applyAll([...costs, said({ fee: null })], "10"))).toEqual([{ amount: "1.5", currency: "RUB" }]);
  });

  test("isn't complete until its fills add up to what the venue says is filled", () => {
    const reported = applyAll([said({ state: "filled", filledQuantity: "10", averagePrice: "270" })], "10");
    expect(hasAllFills(reported)).toBe(false);
    expect(reported.averagePrice).toBe("270");
    const read = applyAll([said({ fills: [fill("1", "10", "271")] })], "10", reported);
    expect(hasAllFills(read)).toBe(true);
    expect(read.averagePrice).toBe("271");
  });

  test("that was cancelled while it was being filled ends as filled", () => {
    const cancelled = said({
      state: "cancelled",
      filledQuantity: "4",
      fills: [fill("1", "4", "270")],
      cancelledBy: "client",
    });
    const known = applyAll([cancelled, said({ state: "cancelled", fills: [fill("2", "6", "270")] })], "10");
    expect(known).toMatchObject({ state: "filled", filledQuantity: "10", cancelledBy: null });
  });

  test("keeps its end and the reason for it, whatever comes late", () => {
    const expired = said({ state: "expired", filledQuantity: "4", reason: "MARKET_CLOSED", cancelledBy: "venue" });
    const late = [said({ state: "partiallyFilled", filledQuantity: "3" }), said({ state: "cancelled" }), said({})];
    const known = applyAll([expired, ...late], "10");
    expect(known).toMatchObject({
      state: "expired",
      filledQuantity: "4",
      reason: "MARKET_CLOSED",
      cancelledBy: "venue",
    });
  });

  test("learns a fill's fee later, and doesn't forget it", () => {
    const unpaid = applyExecution(JUST_ACCEPTED, said({ fills: [fill("1", "1", "270", { fee: null })] }), "10").known;
    const paid = applyExecution(unpaid, said({ fills: [fill("1", "1", "270")] }), "10");
    expect(paid.fills).toHaveLength(1);
    expect(paid.known.fills).toEqual([fill("1", "1", "270")]);
    expect(applyExecution(paid.known, said({ fills: [fill("1", "1", "270", { fee: null })] }), "10").isChanged).toBe(
      false,
    );
  });
});

/** What happened to an order at its venue, from its acceptance to its end. */
interface History {
  readonly quantity: string;
  readonly fills: readonly Fill[];
  readonly end: ExecutionState;
  /** The venue reports this many of the fills after the end. */
  readonly late: number;
}

const history: fc.Arbitrary<History> = fc
  .record({
    parts: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
    rest: fc.integer({ min: 0, max: 5 }),
    ending: fc.constantFrom<ExecutionState>("cancelled", "expired"),
    late: fc.integer({ min: 0, max: 2 }),
    prices: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ parts, rest, ending, late, prices }) => {
    const left = parts.length === 0 ? Math.max(1, rest) : rest;
    return {
      quantity: String(parts.reduce((total, part) => total + part, left)),
      fills: parts.map((part, index) => fill(String(index), String(part), String((prices[index] ?? 1) / 100))),
      end: left === 0 ? "filled" : ending,
      late: left === 0 ? 0 : Math.min(late, parts.length),
    };
  });

/** What the venue says after `count` fills: as an event with the last of them, or as a read with all. */
function saidAfter({ fills, end, late }: History, count: number, kind: "event" | "read" | "bare"): Execution {
  const done = fills.slice(0, count);
  const isOver = count >= fills.length - late;
  const shown = { event: done.slice(-1), read: done, bare: [] }[kind];
  return said({
    state: isOver ? end : count > 0 ? "partiallyFilled" : "working",
    filledQuantity: done.map(({ quantity }) => quantity).reduce(sum, "0"),
    fills: shown.map((each) => (kind === "event" ? { ...each, fee: null } : each)),
  });
}

/** A history with what we hear of it: events and reads of any moment, in any order, some twice and some never. */
const heard = history.chain((happened) => {
  const moments = fc.integer({ min: 0, max: happened.fills.length });
  const word = fc.record({ after: moments, kind: fc.constantFrom("event" as const, "read" as const, "bare" as const) });
  return fc.record({ happened: fc.constant(happened), words: fc.array(word, { maxLength: 20 }) });
});

describe("promise 9: whatever order events and reads come in, doubled or lost", () => {
  const isFurther = (before: KnownExecution, after: KnownExecution) =>
    Number(after.filledQuantity) >= Number(before.filledQuantity) &&
    after.fills.length >= before.fills.length &&
    (before.state === null || !isFinal(before.state) || after.state === before.state || after.state === "filled");

  // @covers P9
  test("a read at the end makes the same of them, and nothing was ever taken back", () => {
    fc.assert(
      fc.property(heard, ({ happened, words }) => {
        const lastRead = saidAfter(happened, happened.fills.length, "read");
        let known: KnownExecution = JUST_ACCEPTED;
        const stored = new Map<string, number>();
        for (const execution of [...words.map(({ after, kind }) => saidAfter(happened, after, kind)), lastRead]) {
          const applied = applyExecution(known, execution, happened.quantity);
          expect(isFurther(known, applied.known)).toBe(true);
          for (const { tradeId } of applied.fills) stored.set(tradeId, (stored.get(tradeId) ?? 0) + 1);
          known = applied.known;
        }
        const direct = applyExecution(JUST_ACCEPTED, lastRead, happened.quantity).known;
        const ordered = (each: KnownExecution) => ({
          ...each,
          fills: each.fills.toSorted((one, other) => Number(one.tradeId) - Number(other.tradeId)),
        });
        expect(ordered(known)).toEqual(ordered(direct));
        expect(hasAllFills(known)).toBe(true);
        // Once when it became known, and perhaps once more with its fee.
        expect([...stored.values()].every((times) => times <= 2)).toBe(true);
      }),
    );
  });

  // @covers P9
  test("all events together make the same as a read", () => {
    const everyWord = history.chain((happened) => {
      const events = Array.from({ length: happened.fills.length + 1 }, (_, count) =>
        saidAfter(happened, count, "event"),
      );
      return fc.record({
        happened: fc.constant(happened),
        events: fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length }),
      });
    });
    fc.assert(
      fc.property(everyWord, ({ happened, events }) => {
        const known = applyAll(events, happened.quantity);
        const read = applyAll([saidAfter(happened, happened.fills.length, "read")], happened.quantity);
        const outcome = ({ state, filledQuantity, averagePrice }: KnownExecution) => ({
          state,
          filledQuantity,
          averagePrice,
        });
        expect(outcome(known)).toEqual(outcome(read));
        expect(known.fills).toHaveLength(happened.fills.length);
      }),
    );
  });
});

test("the second diagram in docs/order-life.md has exactly the arrows of an execution", () => {
  const [, , diagram = ""] = readFileSync(PICTURE, "utf8").split("```mermaid");
  const arrows = new Set<string>();
  for (const from of EXECUTION_STATES)
    for (const state of EXECUTION_STATES)
      for (const filledQuantity of ["0", "4", "10"]) {
        const known = { ...JUST_ACCEPTED, state: from };
        const to = applyExecution(known, said({ state, filledQuantity }), "10").known.state;
        if (to !== from) arrows.add(`${from} --> ${to}`);
      }
  const drawn = Array.from(diagram.matchAll(/^ *(\w+) --> (\w+)/gm), ([, from = "", to = ""]) => `${from} --> ${to}`);
  expect(drawn.toSorted()).toEqual([...arrows].toSorted());
});
