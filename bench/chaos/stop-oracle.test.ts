import { expect, test } from "vitest";
import { judgeStop, type StopEvidence } from "./stop-oracle.ts";

const PULLED_AT_MS = Date.parse("2026-11-23T10:00:00Z");
const flat = { account: "a", held: "0", byHand: "0", step: "1", working: 0, lostByHand: 0 };

function goodStop(changes: Partial<StopEvidence> = {}): StopEvidence {
  return {
    stop: { state: "proven", requestedAt: "2026-11-23T10:00:00.000Z" },
    accounts: [flat, { ...flat, account: "b", held: "7", byHand: "7" }, { ...flat, account: "c", held: "0.3" }],
    ledger: [executed("BUY", -500), executed("BUY", 900), executed("SELL", 4_000)],
    onItsWayMs: 1_000,
    ...changes,
  };
}

function executed(side: "BUY" | "SELL", afterMs: number) {
  return { account: "a", clientOrderId: "order", side, receivedAtUs: (PULLED_AT_MS + afterMs) * 1_000 };
}

const kindsOf = (changes: Partial<StopEvidence>) => judgeStop(goodStop(changes)).map(({ kind }) => kind);

test("a stop after which all is flat, and what was bought by hand is held, has no violations", () => {
  expect(judgeStop(goodStop())).toEqual([]);
});

test("a planted rest is found: a position of ours, and an order of ours", () => {
  expect(kindsOf({ accounts: [{ ...flat, held: "5" }] })).toEqual(["not flat"]);
  expect(kindsOf({ accounts: [{ ...flat, working: 1 }] })).toEqual(["not flat"]);
});

test("a planted second close is found: on the other side, or at the cost of what was bought by hand", () => {
  expect(kindsOf({ accounts: [{ ...flat, held: "-5" }] })).toEqual(["closed too much"]);
  expect(kindsOf({ accounts: [{ ...flat, held: "2", byHand: "7" }] })).toEqual(["closed too much"]);
});

test("a planted cancellation of an order by hand is found", () => {
  expect(kindsOf({ accounts: [{ ...flat, lostByHand: 1 }] })).toEqual(["by hand touched"]);
});

test("a planted order after the stop is found; one that was on its way, or closes, is none", () => {
  expect(kindsOf({ ledger: [executed("BUY", 1_001), executed("SELL", 1_001)] })).toEqual(["sent after stop"]);
});

test("a stop that doesn't say that it is proven is found", () => {
  const stop = { state: "working", requestedAt: "2026-11-23T10:00:00.000Z" } as const;
  expect(kindsOf({ stop })).toEqual(["not proven"]);
});
