import type { FaultInput, Market } from "@chartrelay/sandbox";
import { expect, onTestFinished, test } from "vitest";
import type { Execution, PlacedOrder, StreamState } from "../execution.ts";
import { executionsOf, Followed, marketOf, orderIn, place, SBER, truthOf } from "./executions.fixture.ts";
import {
  atTheSandbox,
  keyOf,
  limitOf,
  orderOf,
  patient,
  soon,
  stopLimitOf,
  stopOf,
  TRADER,
  type AtTheSandbox,
} from "./sandbox.fixture.ts";

const FAST = { stream: { firstPauseMs: 1, longestPauseMs: 5 } };

/** Follows the trader's account until the test ends, and waits until the stream is live. */
async function follow(at: AtTheSandbox, credentials = TRADER) {
  const followed = new Followed();
  const states: StreamState[] = [];
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const onState = (state: StreamState) => void states.push(state);
  executionsOf(at).events(credentials, { onEvent: (event) => followed.apply(event), onState }, end.signal);
  await soon(() => expect(states.at(-1)).toEqual({ kind: "live" }));
  // A busy machine may take more than one attempt.
  states.splice(0, states.length - 1);
  const isLiveAgain = () => soon(() => expect(states.at(-1)).toEqual({ kind: "live" }));
  return { followed, states, end, isLiveAgain };
}

const fillPartly = (market: Market) => {
  market.setVolume(SBER, "4");
  market.setPrice(SBER, "269.5");
};
const LIFE: readonly (readonly [
  string,
  () => ReturnType<typeof limitOf>,
  (market: Market, order: PlacedOrder) => void,
])[] = [
  ["a limit order that fills in two parts", limitOf, (market) => (fillPartly(market), market.setVolume(SBER, null))],
  [
    "a limit order that is cancelled after a part",
    limitOf,
    (market, order) => (fillPartly(market), void market.cancel(orderIn(market, order), "hand")),
  ],
  ["a stop that fires", () => stopOf({ direction: "SELL" }), (market) => market.setPrice(SBER, "269.5")],
  ["a stop-limit order that fires and fills in part", stopLimitOf, fillPartly],
  ["a stop that is cancelled by hand", stopOf, (market, order) => void market.cancel(orderIn(market, order), "hand")],
];

/** These lose nothing: the events alone tell everything, whatever their order. */
const HARMLESS: readonly (readonly [string, FaultInput | undefined])[] = [
  ["on time", undefined],
  ["twice", { kind: "event-twice" }],
  ["in pairs the wrong way round", { kind: "events-swapped", every: 2 }],
  ["partly late", { kind: "event-late", latencyMs: 5, every: 2 }],
];

for (const [when, fault] of HARMLESS) {
  test.each(LIFE)(`events that come ${when} tell %s, each fill once`, async (_, create, happen) => {
    const at = await atTheSandbox(FAST);
    const { followed, states } = await follow(at);
    if (fault) at.sandbox.faults.set(fault);
    const order = await place(at.alor, create());
    happen(marketOf(at), order);
    await soon(() => expect(followed.of(order)).toEqual(truthOf(marketOf(at), order)));
    expect(states).toHaveLength(1);
  });
}

/** These lose something: what the events say is never more than the truth, and one reading completes it. */
const LOSSY: readonly (readonly [string, FaultInput])[] = [
  ["loses every second event", { kind: "event-lost", every: 2 }],
  ["loses all events", { kind: "event-lost" }],
  ["is cut at its second event", { kind: "stream-cut", every: 2, times: 1 }],
];

for (const [loses, fault] of LOSSY) {
  test.each(LIFE)(`when the stream ${loses}, reading completes %s`, async (_, create, happen) => {
    const at = await atTheSandbox(FAST);
    const { followed, isLiveAgain } = await follow(at);
    at.sandbox.faults.set(fault);
    const order = await place(at.alor, create());
    happen(marketOf(at), order);
    await isLiveAgain();
    const reading = await executionsOf(at).fills(order, TRADER, patient());
    followed.learn((reading as { readonly value: Execution }).value);
    expect(followed.of(order)).toEqual(truthOf(marketOf(at), order));
  });
}

// @covers V31
test.each([true, false])(
  "pitfall 31: the fills of what a conditional order became are ours, whether it has our comment (%s) or not",
  async (keepsTriggeredComment) => {
    const at = await atTheSandbox(FAST, { keepsTriggeredComment });
    const { followed } = await follow(at);
    at.sandbox.faults.set({ kind: "events-swapped", every: 2 });
    const order = await place(at.alor, stopLimitOf());
    fillPartly(marketOf(at));
    marketOf(at).setVolume(SBER, null);
    await soon(() => expect(followed.of(order)).toEqual(truthOf(marketOf(at), order)));
    expect(truthOf(marketOf(at), order)).toMatchObject({ state: "filled", filledQuantity: "10" });
  },
);

// @covers V30
test("pitfall 30: what comes twice, and what there was before, is no new fill", async () => {
  const at = await atTheSandbox(FAST);
  await place(at.alor, stopOf({ direction: "SELL", triggerPrice: "310" }));
  const { followed } = await follow(at);
  expect(followed.events).toEqual([]);
  at.sandbox.faults.set({ kind: "event-twice" });
  const order = await place(at.alor, orderOf());
  await soon(() => expect(followed.of(order)).toEqual(truthOf(marketOf(at), order)));
  const told = followed.events.flatMap((event) => (event.kind === "execution" ? event.execution.fills : []));
  expect(new Set(told.map(({ tradeId }) => tradeId)).size).toBe(1);
});

test("what fired before the stream was live is known to be ours by the stream's history of conditional orders", async () => {
  const at = await atTheSandbox(FAST, { keepsTriggeredComment: false });
  const order = await place(at.alor, stopLimitOf());
  fillPartly(marketOf(at));
  const { followed } = await follow(at);
  marketOf(at).setVolume(SBER, null);
  await soon(() => expect(followed.of(order)).toMatchObject({ trades: ["6 @ 269.5"] }));
});

test("a trade by hand is foreign, holdings change with it, and nothing of it is an execution", async () => {
  const at = await atTheSandbox(FAST);
  const { followed } = await follow(at);
  marketOf(at).trade({ account: TRADER.apiKey, instrument: SBER, side: "BUY", quantity: "2" });
  await soon(() =>
    expect(followed.events).toEqual(expect.arrayContaining([{ kind: "foreign", symbol: SBER }, { kind: "holdings" }])),
  );
  expect(followed.events.filter(({ kind }) => kind === "execution")).toEqual([]);
});

// @covers V33
test("pitfall 33: a stream that answers no pings is dead, and a new one replaces it", async () => {
  const at = await atTheSandbox({ stream: { ...FAST.stream, deadAfterMs: 200 } });
  const { states, isLiveAgain } = await follow(at);
  at.sandbox.faults.set({ kind: "stream-silent", times: 1 });
  await place(at.alor, orderOf());
  await soon(() => expect(states).toContainEqual({ kind: "down", cause: "no sign of life" }));
  await isLiveAgain();
});

test("a refused stream is tried again until it is accepted; one state is told once", async () => {
  const at = await atTheSandbox(FAST);
  const states: StreamState[] = [];
  at.sandbox.faults.set({ kind: "stream-refused", times: 3 });
  const end = new AbortController();
  executionsOf(at).events(TRADER, { onEvent: () => undefined, onState: (state) => states.push(state) }, end.signal);
  await soon(() => expect(states.at(-1)).toEqual({ kind: "live" }));
  expect(states).toEqual([{ kind: "down", cause: "HTTP 503" }, { kind: "live" }]);
  end.abort();
});

test("a subscription that is never answered isn't live, although the connection is alive", async () => {
  const at = await atTheSandbox({ stream: { ...FAST.stream, deadAfterMs: 200 } });
  at.sandbox.faults.set({ kind: "hang", operation: "stream", times: 1 });
  const states: StreamState[] = [];
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const onState = (state: StreamState) => void states.push(state);
  executionsOf(at).events(TRADER, { onEvent: () => undefined, onState }, end.signal);
  await soon(() => expect(states.at(-1)).toEqual({ kind: "live" }));
  expect(states[0]).toEqual({ kind: "down", cause: "no answer" });
});

test("a token that Alor no longer takes is replaced by a fresh one", async () => {
  const at = await atTheSandbox(FAST);
  const { states, isLiveAgain } = await follow(at);
  at.sandbox.faults.set({ kind: "unauthorized", operation: "stream", times: 1 }, { kind: "stream-cut", times: 1 });
  await place(at.alor, orderOf());
  await soon(() => expect(states.length).toBeGreaterThan(1));
  await isLiveAgain();
  expect(at.sandbox.calls.count({ operation: "auth" })).toBe(2);
});

test("a key that Alor refuses ends the stream for good, with the reason", async () => {
  const at = await atTheSandbox(FAST);
  const states: StreamState[] = [];
  const onState = (state: StreamState) => void states.push(state);
  executionsOf(at).events(keyOf("expired"), { onEvent: () => undefined, onState }, patient());
  await soon(() => expect(states).toEqual([{ kind: "over", reason: "CREDENTIALS_REFUSED" }]));
});

// @covers V29
test("pitfall 29: each account has a connection of its own, and one that is no longer followed says nothing more", async () => {
  const at = await atTheSandbox(FAST);
  const [mine, other] = [await follow(at), await follow(at, keyOf("trial"))];
  other.end.abort();
  const order = await place(at.alor, orderOf());
  await soon(() => expect(mine.followed.of(order)).toEqual(truthOf(marketOf(at), order)));
  expect([other.followed.events, other.states]).toEqual([[], [{ kind: "live" }]]);
});
