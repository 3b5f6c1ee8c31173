import { expect, test } from "vitest";
import type { HttpAnswer } from "../http/client.ts";
import { NotSent } from "../not-sent.ts";
import { createGate, type Entry, type Purpose } from "./gate.ts";

const START_MS = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;

/** A gate whose clocks the test moves: ours, and the venue's, which is `aheadMs` ahead. */
function gateOf(weightPerMinute: number, { aheadMs = 0 } = {}) {
  const clock = { nowMs: START_MS, monotonicMs: 0 };
  const gate = createGate(
    weightPerMinute,
    () => clock.nowMs,
    () => clock.nowMs + aheadMs,
    () => clock.nowMs - START_MS + clock.monotonicMs,
  );
  const waitMs = (purpose: Purpose, weight = 1): number => {
    try {
      gate.enter(purpose, weight);
      return 0;
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      expect(error.outcome).toMatchObject({ kind: "throttled", reason: "VENUE_THROTTLED" });
      return error.outcome.kind === "throttled" ? (error.outcome.retryAfterMs ?? Number.NaN) : Number.NaN;
    }
  };
  /** The entry of the last request that the gate let in, or of one that was in flight when it closed. */
  let entry: Entry = {
    minute: Math.floor((clock.nowMs + aheadMs) / MINUTE_MS),
    weight: 0,
    isFreeOnSuccess: false,
    isCountTrue: true,
    closings: 0,
  };
  const hear = (status: number, headers: HttpAnswer["headers"] = {}, body: unknown = {}) => {
    if (waitMs("look-up", 0) === 0) entry = gate.enter("look-up", 0);
    gate.heard({ kind: "answer", status, headers, text: JSON.stringify(body) }, entry);
  };
  return { clock, gate, waitMs, hear };
}

test.each([-3_600_000, 3_600_000])(
  "a gate that an answer closed opens at the promised time, even if our clock is set by %d ms meanwhile",
  (byMs) => {
    const { clock, waitMs, hear } = gateOf(100);
    hear(418, { "retry-after": "120" });
    clock.nowMs += byMs;
    clock.monotonicMs -= byMs;
    expect(waitMs("order")).toBe(120_000);
    clock.nowMs += 120_000;
    expect(waitMs("order")).toBe(0);
  },
);

// @covers V20
test("pitfall 20: orders stop before the minute's weight is used up, so that look-ups go on", () => {
  const { gate, waitMs } = gateOf(100);
  for (let count = 0; count < 75; count += 1) expect(waitMs("order")).toBe(0);
  expect(waitMs("order")).toBe(MINUTE_MS);
  expect(waitMs("key-check", 20)).toBe(MINUTE_MS);
  expect(waitMs("rules", 1)).toBe(0);
  for (let count = 0; count < 4; count += 1) expect(waitMs("look-up", 4)).toBe(0);
  expect(waitMs("look-up", 4)).toBe(MINUTE_MS);
  gate.allow(1_000);
  expect(waitMs("order")).toBe(0);
});

test.each(["question", "key-check"] as const)(
  "a flood of users' checks stops before it stops an order: %s",
  (purpose) => {
    const { waitMs } = gateOf(100);
    for (let count = 0; count < 50; count += 1) expect(waitMs(purpose)).toBe(0);
    expect(waitMs(purpose)).toBe(MINUTE_MS);
    for (let count = 0; count < 25; count += 1) expect(waitMs("order")).toBe(0);
  },
);

test("what a stop reads leaves enough for the orders that it then closes with", () => {
  const { gate, waitMs } = gateOf(100);
  for (let count = 0; count < 90; count += 1) expect(waitMs("cancel")).toBe(0);
  expect(waitMs("cancel")).toBe(MINUTE_MS);
  const answer: HttpAnswer = { kind: "answer", status: 200, headers: {}, text: "" };
  for (let count = 0; count < 500; count += 1) gate.heard(answer, gate.enter("closing", 1));
  expect([waitMs("closing"), waitMs("closing"), waitMs("closing")]).toEqual([0, 0, MINUTE_MS]);
  expect(waitMs("look-up")).toBe(0);
});

test("an order that is placed weighs nothing; one that is refused or unanswered has its full weight", () => {
  const { gate, waitMs } = gateOf(100);
  const answer = (status: number): HttpAnswer => ({ kind: "answer", status, headers: {}, text: "" });
  for (let count = 0; count < 500; count += 1) gate.heard(answer(200), gate.enter("order", 1));
  for (let count = 0; count < 40; count += 1) gate.heard(answer(400), gate.enter("order", 1));
  for (let count = 0; count < 35; count += 1) gate.enter("order", 1);
  expect(waitMs("order")).toBe(MINUTE_MS);
});

test("an order that is answered in the next minute frees no weight there", () => {
  const { clock, gate, waitMs } = gateOf(100);
  const entry = gate.enter("order", 50);
  clock.nowMs += MINUTE_MS;
  gate.enter("look-up", 75);
  gate.heard({ kind: "answer", status: 200, headers: {}, text: "" }, entry);
  expect(waitMs("order", 1)).toBe(MINUTE_MS);
});

test("a look-up keeps its weight when it succeeds", () => {
  const { gate, waitMs } = gateOf(100);
  for (let count = 0; count < 19; count += 1)
    gate.heard({ kind: "answer", status: 200, headers: {}, text: "" }, gate.enter("look-up", 4));
  expect(waitMs("order", 0)).toBe(MINUTE_MS);
});

test("orders that weigh nothing stop too: finding out what became of sent orders comes first", () => {
  const { waitMs, hear } = gateOf(100);
  hear(200, { "x-mbx-used-weight-1m": "76" });
  expect(waitMs("order", 0)).toBe(MINUTE_MS);
  expect(waitMs("look-up", 1)).toBe(0);
});

test("weight used by others behind our address counts, in its own minute", () => {
  const { clock, gate, waitMs, hear } = gateOf(100);
  const entry = gate.enter("order", 1);
  hear(200, { "x-mbx-used-weight-1m": "90" });
  expect(waitMs("order")).toBe(MINUTE_MS);
  clock.nowMs += MINUTE_MS;
  gate.heard({ kind: "answer", status: 200, headers: { "x-mbx-used-weight-1m": "90" }, text: "" }, entry);
  expect(waitMs("order")).toBe(0);
});

test("a minute ends when the venue's minute does", () => {
  const { clock, waitMs, hear } = gateOf(100, { aheadMs: 20_000 });
  hear(200, { "x-mbx-used-weight-1m": "99" });
  expect(waitMs("order")).toBe(40_000);
  clock.nowMs += 40_000;
  expect(waitMs("order")).toBe(0);
});

test.each<[string, number, HttpAnswer["headers"], object, number]>([
  ["429 with Retry-After", 429, { "retry-after": "7" }, { code: -1003, msg: "Too many requests" }, 7_000],
  ["429 without it: the next minute", 429, {}, { code: -1003, msg: "Too many requests" }, MINUTE_MS],
  ["418 with Retry-After", 418, { "retry-after": "180" }, {}, 180_000],
  ["418 that names its end", 418, {}, { code: -1003, msg: `IP banned until ${START_MS + 90_000}.` }, 90_000],
  ["418 without: the shortest ban", 418, {}, {}, 120_000],
  ["418 without end: three days at most", 418, { "retry-after": "999999999" }, {}, 259_200_000],
  ["the firewall's 403", 403, {}, {}, 30_000],
])("%s closes the gate for everybody and everything", (_, status, headers, body, closedMs) => {
  const { clock, waitMs, hear } = gateOf(6_000);
  hear(status, headers, body);
  for (const purpose of ["order", "look-up", "rules", "key-check"] as const) expect(waitMs(purpose, 0)).toBe(closedMs);
  clock.nowMs += closedMs - 1;
  expect(waitMs("look-up")).toBe(1);
  clock.nowMs += 1;
  expect(waitMs("order")).toBe(0);
});

test("a shorter wait that arrives later doesn't shorten a longer one", () => {
  const { waitMs, hear } = gateOf(6_000);
  hear(418, { "retry-after": "180" });
  hear(429, { "retry-after": "1" });
  expect(waitMs("look-up")).toBe(180_000);
});

test.each([
  [429, { code: -1015, msg: "Too many new orders; current limit is 50 orders per 10 SECOND." }],
  [403, { code: -2015, msg: "Invalid API-key, IP, or permissions for action." }],
  [400, { code: -1003, msg: "…" }],
])("a problem of one account closes the gate for nobody: HTTP %i %o", (status, body) => {
  const { waitMs, hear } = gateOf(6_000);
  hear(status, {}, body);
  expect(waitMs("order")).toBe(0);
});

test.each(["0", new Date(START_MS - 5_000).toUTCString(), "0.001"])(
  "a 429 that asks for no wait (%s) closes the gate for a second, and for twice as long each time in a row",
  (asked) => {
    const { clock, waitMs, hear } = gateOf(6_000);
    const closures = [];
    for (let count = 0; count < 9; count += 1) {
      hear(429, { "retry-after": asked }, { code: -1003, msg: "Too many requests" });
      closures.push(waitMs("look-up", 0));
      clock.nowMs += waitMs("look-up", 0);
    }
    expect(closures).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120].map((seconds) => seconds * 1_000));
    hear(200);
    hear(429, { "retry-after": asked });
    expect(waitMs("order", 0)).toBe(1_000);
  },
);

test("answers to requests in flight when the gate closed neither prolong the closure nor shorten the next one", () => {
  const { clock, gate, waitMs } = gateOf(6_000);
  const answer = (status: number): HttpAnswer => ({
    kind: "answer",
    status,
    headers: { "retry-after": "0" },
    text: "",
  });
  const underWay = Array.from({ length: 10 }, () => gate.enter("order", 0));
  for (const entry of underWay) gate.heard(answer(429), entry);
  expect(waitMs("order", 0)).toBe(1_000);
  clock.nowMs += 1_000;
  const [next, late] = [gate.enter("order", 0), underWay[0]];
  if (late) gate.heard(answer(200), late);
  gate.heard(answer(429), next);
  expect(waitMs("order", 0)).toBe(2_000);
});

test.each<[string, number, HttpAnswer["headers"], object, number]>([
  ["418 of no time", 418, { "retry-after": "0" }, {}, 120_000],
  ["418 whose end has passed", 418, {}, { code: -1003, msg: `IP banned until ${START_MS - 1}.` }, 120_000],
  ["418 whose end is further off than any ban", 418, {}, { msg: "IP banned until 9999999999999." }, 259_200_000],
  ["403 of no time", 403, { "retry-after": "0" }, {}, 30_000],
  ["429 of less than nothing", 429, { "retry-after": "-5" }, {}, MINUTE_MS],
  ["429 of thirty years", 429, { "retry-after": "999999999" }, {}, 5 * MINUTE_MS],
  ["429 of a word", 429, { "retry-after": "soon" }, {}, MINUTE_MS],
])("an impossible wait is replaced by a plausible one: %s", (_, status, headers, body, closedMs) => {
  const { waitMs, hear } = gateOf(6_000);
  hear(status, headers, body);
  expect(waitMs("order", 0)).toBe(closedMs);
});

test("the weight that a price's answer reports is wrong at futures, and stops nobody", () => {
  const { gate, waitMs } = gateOf(100);
  const entry = gate.enter("price", 1);
  gate.heard({ kind: "answer", status: 200, headers: { "x-mbx-used-weight-1m": "99" }, text: "{}" }, entry);
  expect(waitMs("order")).toBe(0);
});
