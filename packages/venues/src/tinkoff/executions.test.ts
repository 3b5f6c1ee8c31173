import type { FaultInput } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import {
  end,
  endingOf,
  ENDINGS,
  executionsOf,
  follow,
  inMarket,
  knownFrom,
  live,
  marketOf,
  placed,
  truthOf,
} from "./executions.fixture.ts";
import { atTheSandbox, keyOf, limitOf, orderOf, patient, soon, TRADER } from "./sandbox.fixture.ts";

const READING_FAULTS: readonly (readonly [string, FaultInput | undefined])[] = [
  ["every answer arrives", undefined],
  ["the first answer is lost", { kind: "accept-then-drop", operation: "find", times: 1 }],
  ["the first request is lost", { kind: "drop", operation: "find", times: 1 }],
  ["the first answer is a 500", { kind: "5xx", status: 500, operation: "find", times: 1 }],
  ["the first answer is a gateway's page", { kind: "accept-then-5xx", operation: "find", times: 1 }],
  ["the first answer is a page with status 200", { kind: "malformed", operation: "find", times: 1 }],
  ["half of the first answer arrives", { kind: "malformed", variant: "half-json", operation: "find", times: 1 }],
  ["the first answer is a 429", { kind: "429", retryAfterS: 0, operation: "find", times: 1 }],
];

for (const [what, fault] of READING_FAULTS) {
  // @covers V44
  test(`when ${what}, reading an order never contradicts the market, and at last says all that the market knows`, async () => {
    const at = await atTheSandbox();
    for (const [name, ending] of Object.entries(ENDINGS)) {
      const order = await end(at, ending);
      if (fault) at.sandbox.faults.set(fault);
      const read = () => executionsOf(at.tinkoff).fills(order, TRADER, patient());
      if (fault) expect(await read(), name).toMatchObject({ kind: "unknown" });
      at.clock.nowMs += 2_000;
      const reading = await read();
      if (reading.kind !== "read" || reading.value === null) throw new Error(`${name}: ${JSON.stringify(reading)}`);
      expect(knownFrom(reading.value), name).toEqual(await truthOf(at, order));
      expect(reading.value.averagePrice, name).toBe(inMarket(at, order).averagePrice);
    }
  });
}

const HARMLESS: readonly (readonly [string, FaultInput | undefined])[] = [
  ["in order", undefined],
  ["late", { kind: "event-late", latencyMs: 5, every: 2 }],
  ["twice", { kind: "event-twice" }],
  ["in another order", { kind: "events-swapped", every: 2 }],
];

for (const [how, fault] of HARMLESS) {
  // @covers V42
  test(`when events come ${how}, the stream says all that the market knows`, async () => {
    const at = await atTheSandbox();
    const follower = await live(follow(at));
    if (fault) at.sandbox.faults.set(fault);
    for (const [name, ending] of Object.entries(ENDINGS)) {
      const order = await end(at, ending);
      const truth = await truthOf(at, order);
      await soon(() => expect(follower.known(order), name).toEqual(truth));
    }
    expect(follower.states).toEqual(["down", "live"]);
  });
}

const LOSSES: readonly (readonly [string, FaultInput, { readonly isBroken: boolean; readonly isSlow: boolean }])[] = [
  ["loses an event", { kind: "event-lost", times: 1 }, { isBroken: false, isSlow: false }],
  ["is cut", { kind: "stream-cut", times: 1 }, { isBroken: true, isSlow: false }],
  ["falls silent", { kind: "stream-silent", times: 1 }, { isBroken: true, isSlow: true }],
];

for (const [what, fault, { isBroken, isSlow }] of LOSSES) {
  // @covers V42
  test(`when the stream ${what}, what it says is never more than the market knows, and reading finds the rest`, async () => {
    const at = await atTheSandbox({ stream: { silenceMs: isSlow ? 300 : 60_000, retryMs: 1, gatherMs: 1 } });
    const follower = await live(follow(at));
    const breaks = () => follower.states.filter((state) => state === "down").length - 1;
    for (const [name, ending] of Object.entries(ENDINGS).slice(0, isSlow ? 3 : undefined)) {
      const before = breaks();
      at.sandbox.faults.set(fault);
      const order = await end(at, ending);
      const truth = await truthOf(at, order);
      const reading = await executionsOf(at.tinkoff).fills(order, TRADER, patient());
      expect(reading.kind === "read" && reading.value && knownFrom(reading.value), name).toEqual(truth);
      const told = follower.known(order);
      expect(Number(told?.filledQuantity ?? 0), name).toBeLessThanOrEqual(Number(truth.filledQuantity));
      expect(truth.fills, name).toEqual(expect.arrayContaining([...(told?.fills ?? [])]));
      if (isBroken) await soon(() => expect(breaks()).toBeGreaterThan(before));
      // Closed streams count until T-Invest counts anew.
      at.clock.nowMs += 120_000;
      await live(follower);
      at.sandbox.faults.reset();
    }
    if (!isBroken) expect(breaks()).toBe(0);
  });
}

const readWorking = async (at: Awaited<ReturnType<typeof atTheSandbox>>) => {
  const reading = await executionsOf(at.tinkoff).working(TRADER, patient());
  if (reading.kind !== "read") throw new Error(JSON.stringify(reading));
  return reading.value;
};

// @covers V44
test("pitfall 44: the list of working orders has only those that work, so an order that left it is read by its id", async () => {
  const at = await atTheSandbox();
  const order = await placed(at, limitOf({ price: "300.05" }));
  marketOf(at).setVolume("SBER", "4");
  marketOf(at).setPrice("SBER", "300.05");
  const [working] = await readWorking(at);
  expect(working && knownFrom(working)).toEqual(await truthOf(at, order));
  expect(working?.clientOrderId).toBe(order.clientOrderId);
  marketOf(at).setVolume("SBER", null);
  expect(await readWorking(at)).toEqual([]);
  const reading = await executionsOf(at.tinkoff).fills(order, TRADER, patient());
  expect(reading).toMatchObject({ kind: "read", value: { state: "filled", filledQuantity: "10" } });
});

test("an order's commission is the order's, not its fills'", async () => {
  const at = await atTheSandbox();
  const order = await end(at, endingOf("a limit order filled in three parts"));
  const reading = await executionsOf(at.tinkoff).fills(order, TRADER, patient());
  // 10 lots of 10 shares at 300.05, 0.05 % of it.
  expect(reading).toMatchObject({ value: { fee: { amount: "15.0025", currency: "RUB" } } });
  expect(reading.kind === "read" && reading.value?.fills.map(({ fee }) => fee)).toEqual([null, null, null]);
});

test("an order that T-Invest doesn't know is nothing, unless T-Invest has called it a duplicate", async () => {
  const at = await atTheSandbox();
  const unknown = { ...limitOf(), venueOrderId: null };
  const { fills } = executionsOf(at.tinkoff);
  expect(await fills(unknown, TRADER, patient())).toMatchObject({ kind: "read", value: null });
  at.sandbox.faults.set({ kind: "accept-then-drop", times: 1 }, { kind: "report-missing", times: 2 });
  const order = { ...orderOf(), venueOrderId: null };
  await at.tinkoff.place(order, TRADER, patient());
  await at.tinkoff.place(order, TRADER, patient());
  expect(await fills(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  expect(await fills(order, TRADER, patient())).toMatchObject({ kind: "read", value: { state: "filled" } });
});

// @covers V46
test("pitfall 46: a future's fills are in points, from the stream and from reading; where they would be money, there are none", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  marketOf(at).setVolume("SiZ6", "2");
  const order = await placed(at, orderOf({ ticker: "SiZ6", contracts: "3" }));
  const truth = await truthOf(at, order);
  expect(truth).toMatchObject({ state: "partiallyFilled", filledQuantity: "2" });
  const reading = await executionsOf(at.tinkoff).fills(order, TRADER, patient());
  expect(reading.kind === "read" && reading.value && knownFrom(reading.value)).toEqual(truth);
  await soon(() => expect(follower.known(order)).toEqual(truth));
  expect(await readWorking(at)).toMatchObject([{ filledQuantity: "2", fills: [], averagePrice: null }]);
});

// @covers V42
test("pitfall 42: the first event of an order has a number of the broker's own, so our id names the order", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  const order = await placed(at, limitOf());
  await soon(() => expect(follower.events).toHaveLength(2));
  const numbers = follower.events.map((event) => event.kind === "execution" && event.execution.venueOrderId);
  expect(new Set(numbers).size).toBe(2);
  expect(follower.events).toMatchObject(
    [0, 1].map(() => ({ execution: { clientOrderId: order.clientOrderId, state: "working" } })),
  );
});

test("who cancelled an order, and why, is known from the stream", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  const endings = ["an order that we cancel", "an order that the venue cancels", "an order that ends with the session"];
  for (const name of endings) await end(at, endingOf(name));
  at.sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
  await at.tinkoff.place(orderOf(), TRADER, patient());
  const ends = () =>
    follower.events.flatMap((event) =>
      event.kind === "execution" && !["working", "partiallyFilled"].includes(event.execution.state)
        ? [[event.execution.state, event.execution.cancelledBy, event.execution.reason]]
        : [],
    );
  // What the exchange ended waits for a look at the calendar, and comes after the others.
  await soon(() =>
    expect(ends().toSorted()).toEqual([
      ["cancelled", "client", null],
      ["cancelled", "venue", null],
      ["cancelled", "venue", "VENUE_REFUSED"],
      ["expired", "venue", "NOTHING_EXECUTED"],
    ]),
  );
});

// @covers P9
test("a day order that the exchange ended with its session has expired, by stream and by reading; before that it was cancelled", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  const { fills } = executionsOf(at.tinkoff);
  const early = await end(at, endingOf("an order that the venue cancels"));
  const cancelled = { state: "cancelled", filledQuantity: "0" };
  expect(await fills(early, TRADER, patient())).toMatchObject({ value: cancelled });
  await soon(() => expect(follower.known(early)).toMatchObject(cancelled));

  const last = await placed(at, limitOf());
  at.clock.nowMs = Date.UTC(2026, 10, 20, 20, 50);
  marketOf(at).advance(0);
  const expired = { state: "expired", filledQuantity: "0", cancelledBy: "venue", reason: "NOTHING_EXECUTED" };
  expect(await fills(last, TRADER, patient())).toMatchObject({ value: expired });
  await soon(() => expect(follower.known(last)).toMatchObject({ state: "expired" }));
});

test("a cancellation by the client stays one in the session's last second, as the stream says it", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  const order = await placed(at, limitOf());
  at.clock.nowMs = Date.UTC(2026, 10, 20, 20, 49, 59);
  marketOf(at).cancel(inMarket(at, order), "hand");
  await soon(() => expect(follower.known(order)).toMatchObject({ state: "cancelled" }));
});

test("what is left of an order that never rests has expired, by stream and by reading", async () => {
  const at = await atTheSandbox();
  const follower = await live(follow(at));
  at.sandbox.market("TINKOFF", "live").setVolume("SBER", "4");
  const order = await placed(at, limitOf({ price: "303", timeInForce: "immediateorcancel" }));
  const expired = { state: "expired", filledQuantity: "4", cancelledBy: "venue", reason: null };
  expect(await executionsOf(at.tinkoff).fills(order, TRADER, patient())).toMatchObject({ value: expired });
  await soon(() => expect(follower.events.at(-1)).toMatchObject({ execution: expired }));
});

test("cancelling an order that is filled says that nothing is left; a lost answer says nothing", async () => {
  const at = await atTheSandbox();
  const { cancel } = executionsOf(at.tinkoff);
  const filled = await placed(at, orderOf());
  expect(await cancel(filled, TRADER, patient())).toEqual({ kind: "over" });
  const order = await placed(at, limitOf());
  at.sandbox.faults.set({ kind: "accept-then-drop", operation: "cancel", times: 1 });
  expect(await cancel(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  expect(inMarket(at, order).state).toBe("cancelled");
  expect(await cancel(order, keyOf("read-only"), patient())).toMatchObject({ kind: "refused", reason: "NO_RIGHTS" });
  const unknown = { ...limitOf(), venueOrderId: null };
  expect(await cancel(unknown, TRADER, patient())).toMatchObject({ kind: "unknown", cause: "HTTP 404, error 50005" });
  at.sandbox.faults.set({ kind: "429", operation: "cancel", retryAfterS: 3, times: 1 });
  expect(await cancel(order, TRADER, patient())).toEqual({
    kind: "throttled",
    reason: "VENUE_THROTTLED",
    retryAfterMs: 3_000,
  });
});

test("a key that may not read is refused, whatever is read", async () => {
  const at = await atTheSandbox();
  const { fills, working, positions, money } = executionsOf(at.tinkoff);
  const key = keyOf("expired");
  const refused = { kind: "refused", reason: "CREDENTIALS_REFUSED" };
  await at.tinkoff.instrument("SBER", TRADER, patient());
  const order = { ...orderOf(), venueOrderId: null };
  const readings = [fills(order, key, patient()), ...[working, positions, money].map((read) => read(key, patient()))];
  expect(await Promise.all(readings)).toEqual(readings.map(() => refused));
});
