import type { FaultInput, Market } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import type { PlacedOrder } from "../execution.ts";
import { IN_DOUBT } from "../faults.fixture.ts";
import { executionsOf, marketOf, orderIn, place, SBER, truthOf } from "./executions.fixture.ts";
import { atTheSandbox, EACH_TYPE, limitOf, patient, stopLimitOf, stopOf, TRADER } from "./sandbox.fixture.ts";

const fire = (market: Market) => {
  market.setVolume(SBER, "4");
  market.setPrice(SBER, "269.5");
};

for (const [what, create, happen] of [
  ["a resting limit order", limitOf, () => undefined],
  ["a partly filled limit order", limitOf, fire],
  ["a waiting stop", stopOf, () => undefined],
  ["a waiting stop-limit order", stopLimitOf, () => undefined],
  ["the order that a stop-limit order became", stopLimitOf, fire],
] as const) {
  test.each([true, false])(`${what} is cancelled, whether its number is known (%s) or not`, async (isKnown) => {
    const at = await atTheSandbox();
    const order = await place(at.alor, create());
    happen(marketOf(at));
    const known = { ...order, venueOrderId: isKnown ? order.venueOrderId : null };
    expect(await executionsOf(at).cancel(known, TRADER, patient())).toEqual({ kind: "accepted" });
    expect(orderIn(marketOf(at), order)).toMatchObject({ state: "cancelled", cancelledBy: "client" });
    expect(await executionsOf(at).cancel(known, TRADER, patient())).toEqual({ kind: "over" });
  });
}

test.each(Object.entries(EACH_TYPE))("a cancellation that a fill has overtaken is over: %s", async (_, create) => {
  const at = await atTheSandbox();
  const order = await place(at.alor, create());
  marketOf(at).setPrice(SBER, "260");
  expect(truthOf(marketOf(at), order)).toMatchObject({ state: "filled" });
  expect(await executionsOf(at).cancel(order, TRADER, patient())).toEqual({ kind: "over" });
});

test("a conditional order that fires between the look-up and the cancellation is cancelled as what it became", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, stopLimitOf());
  at.sandbox.faults.set({ kind: "latency", operation: "cancel", latencyMs: 50, times: 1 });
  const cancelling = executionsOf(at).cancel(order, TRADER, patient());
  const { calls } = at.sandbox;
  while (calls.count({ operation: "cancel" }) === 0) await new Promise((resolve) => setImmediate(resolve));
  fire(marketOf(at));
  expect(await cancelling).toEqual({ kind: "accepted" });
  expect(truthOf(marketOf(at), order)).toMatchObject({ state: "cancelled", filledQuantity: "4" });
});

test("nobody else's order is cancelled: neither under a number that isn't ours, nor under another comment", async () => {
  const at = await atTheSandbox();
  const theirs = await place(at.alor, stopOf({}, { clientOrderId: "the trader's own" }));
  const ours: PlacedOrder = { ...stopOf(), venueOrderId: theirs.venueOrderId };
  expect(await executionsOf(at).cancel(ours, TRADER, patient())).toMatchObject({ kind: "unknown" });
  expect(orderIn(marketOf(at), theirs)).toMatchObject({ state: "waiting" });
});

test.each(IN_DOUBT)("after %s nobody knows whether the order was cancelled, and reading tells", async (_, fault) => {
  const at = await atTheSandbox();
  const order = await place(at.alor, limitOf());
  at.sandbox.faults.set({ ...fault, operation: "cancel", times: 1 } as FaultInput);
  expect(await executionsOf(at).cancel(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  const reading = await executionsOf(at).fills(order, TRADER, patient());
  expect(reading).toMatchObject({ value: { state: truthOf(marketOf(at), order).state } });
});

test("too many requests wait as long as Alor asks, and a refused key is refused", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, limitOf());
  const cancel = () => executionsOf(at).cancel(order, TRADER, patient());
  at.sandbox.faults.set({ kind: "429", operation: "cancel", retryAfterS: 7, times: 1 });
  expect(await cancel()).toEqual({ kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 7_000 });
  at.sandbox.faults.set({ kind: "unauthorized", operation: "cancel", times: 2 });
  expect(await cancel()).toMatchObject({ kind: "refused", reason: "CREDENTIALS_REFUSED" });
  at.sandbox.faults.set({ kind: "not-found-at-first" });
  expect(await executionsOf(at).cancel({ ...order, venueOrderId: null }, TRADER, patient())).toMatchObject({
    kind: "unknown",
    cause: "order not found",
  });
});
