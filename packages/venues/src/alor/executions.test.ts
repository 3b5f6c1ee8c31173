import type { FaultInput, Market } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import type { PlacedOrder } from "../execution.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { BEFORE_THE_SEND, timeoutMsFor } from "../faults.fixture.ts";
import { executionsOf, marketOf, orderIn, place, readOutcome, SBER, truthOf } from "./executions.fixture.ts";
import { atTheSandbox, limitOf, orderOf, patient, stopLimitOf, stopOf, TRADER } from "./sandbox.fixture.ts";

/** Ten lots each; the limit and the trigger are 270.05, and the price comes down to them from 302.15. */
const TYPES = {
  LIMIT: () => limitOf(),
  // It fires at 270.05 and rests at 270.
  STOP_LIMIT: () => stopLimitOf(),
  STOP: () => stopOf({ direction: "SELL" }),
} as const;

const fillPartly = (market: Market) => {
  market.setVolume(SBER, "4");
  market.setPrice(SBER, "269.5");
};
/** What can happen to a working order, and what it is then. */
const LIVES: readonly (readonly [string, (market: Market, order: PlacedOrder) => void, string])[] = [
  ["rests", () => undefined, "working 0"],
  ["is partly filled", fillPartly, "partiallyFilled 4"],
  ["is filled in two parts", (market) => (fillPartly(market), market.setVolume(SBER, null)), "filled 10"],
  ["is cancelled by hand", (market, order) => void market.cancel(orderIn(market, order), "hand"), "cancelled 0"],
  [
    "is cancelled after a part",
    (market, order) => (fillPartly(market), void market.cancel(orderIn(market, order), "hand")),
    "cancelled 4",
  ],
];

for (const [type, create] of Object.entries(TYPES)) {
  test.each(LIVES)(
    `a ${type} order that %s is read so, with every fill, by its number and by our comment`,
    async (_, happen, expected) => {
      const at = await atTheSandbox();
      const [market, executions] = [marketOf(at), executionsOf(at)];
      const order = await place(at.alor, create());
      happen(market, order);
      const truth = truthOf(market, order);
      expect(`${truth.state} ${truth.filledQuantity}`).toBe(expected);
      expect(await readOutcome(executions, order)).toEqual(truth);
      expect(await readOutcome(executions, { ...order, venueOrderId: null })).toEqual(truth);
      const { kind, value } = (await executions.working(TRADER, patient())) as {
        kind: string;
        value: readonly object[];
      };
      const { state, filledQuantity } = truth;
      const { clientOrderId } = order;
      const isWorking = state === "working" || state === "partiallyFilled";
      expect([kind, value]).toMatchObject(["read", isWorking ? [{ clientOrderId, state, filledQuantity }] : []]);
    },
  );
}

// @covers V28
test("pitfall 28: Alor has no status for a partial fill: such an order works, or was cancelled, with something filled", async () => {
  const at = await atTheSandbox();
  const [market, executions] = [marketOf(at), executionsOf(at)];
  const order = await place(at.alor, limitOf());
  const listed = () => at.exchanges.findLast(({ url }) => url.includes("/orders/"))?.responseBody;
  fillPartly(market);
  expect(await readOutcome(executions, order)).toMatchObject({ state: "partiallyFilled", filledQuantity: "4" });
  expect(listed()).toContain('"status":"working"');
  await executions.cancel(order, TRADER, patient());
  expect(await readOutcome(executions, order)).toMatchObject({ state: "cancelled", filledQuantity: "4" });
  expect(listed()).toContain('"status":"canceled"');
});

test("a day order expires with its session, a conditional one at its own end", async () => {
  const at = await atTheSandbox();
  const stopEndUnixTime = String(at.clock.nowMs / 1_000 + 3_600);
  const orders = [await place(at.alor, limitOf()), await place(at.alor, stopOf({ stopEndUnixTime }))];
  marketOf(at).advance(86_400);
  for (const order of orders) expect(await readOutcome(executionsOf(at), order)).toMatchObject({ state: "expired" });
});

test("fills have the venue's trade ids, its time and the commission; a derivative's has none", async () => {
  const at = await atTheSandbox();
  const share = await place(at.alor, orderOf());
  const future = await place(at.alor, orderOf({ ticker: "SiZ6", direction: "SELL" }));
  const [first, second] = await Promise.all(
    [share, future].map((order) => executionsOf(at).fills(order, TRADER, patient())),
  );
  const tradeId = "4421925359";
  expect(first).toMatchObject({
    value: {
      venueOrderId: share.venueOrderId,
      averagePrice: "302.15",
      fills: [{ tradeId, symbol: SBER, side: "BUY", quantity: "3", price: "302.15", atMs: at.clock.nowMs }],
    },
  });
  expect(first).toMatchObject({ value: { fills: [{ fee: { amount: "7.2516", currency: "RUB" } }] } });
  expect(second).toMatchObject({ value: { fills: [{ side: "SELL", symbol: "SI-12.26", fee: null }] } });
});

test("fills of earlier sessions are found in the history", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, limitOf({ ticker: "SiZ6", price: "84000", timeInForce: "goodtillcancelled" }));
  const market = marketOf(at);
  market.setVolume("SI-12.26", "4");
  market.setPrice("SI-12.26", "83900");
  market.advance(86_400);
  expect(truthOf(market, order)).toMatchObject({ state: "partiallyFilled" });
  market.setVolume("SI-12.26", "1");
  expect(await readOutcome(executionsOf(at), order)).toEqual(truthOf(market, order));
});

test("stops are read only if one of the orders to find is conditional: that halves what following costs", async () => {
  const at = await atTheSandbox();
  const [plain, stop] = [await place(at.alor, limitOf()), await place(at.alor, stopLimitOf())];
  const { working, following } = executionsOf(at);
  const asked = () => at.exchanges.flatMap(({ url }) => /\/(orders|stoporders)\?/.exec(url)?.[1] ?? []);
  const idsOf = async (...sought: readonly (typeof plain)[]) => {
    const reading = await working(
      TRADER,
      patient(),
      sought.map(({ message }) => message),
    );
    return reading.kind === "read" && reading.value.map(({ clientOrderId }) => clientOrderId).toSorted();
  };
  expect(await idsOf(plain)).toEqual([plain.clientOrderId]);
  expect(asked()).toEqual(["orders"]);
  expect(await idsOf(plain, stop)).toEqual([plain.clientOrderId, stop.clientOrderId].toSorted());
  expect(asked()).toEqual(["orders", "stoporders", "orders"]);
  expect([following.cost([plain.message]), following.cost([plain.message, stop.message])]).toEqual([1, 2]);
});

// @covers V31
test.each([true, false])(
  "pitfall 31: what a conditional order became is found by its number, whether it has our comment (%s) or not",
  async (keepsTriggeredComment) => {
    const at = await atTheSandbox({}, { keepsTriggeredComment });
    const market = marketOf(at);
    const order = await place(at.alor, stopLimitOf());
    fillPartly(market);
    expect(await readOutcome(executionsOf(at), order)).toEqual(truthOf(market, order));
    expect(await executionsOf(at).working(TRADER, patient())).toMatchObject({
      value: [{ clientOrderId: order.clientOrderId, venueOrderId: order.venueOrderId, filledQuantity: "4" }],
    });
  },
);

test("a conditional order that is listed only as what it became is found by our comment", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, stopLimitOf());
  fillPartly(marketOf(at));
  at.sandbox.faults.set({ kind: "triggered-stop-moves" });
  expect(await readOutcome(executionsOf(at), order)).toEqual(truthOf(marketOf(at), order));
});

test("an order that the exchange rejected says why, as far as Alor does", async () => {
  const at = await atTheSandbox();
  at.sandbox.faults.set({ kind: "exchange-rejects", times: 2 });
  const [limit, stop] = [await place(at.alor, limitOf()), await place(at.alor, stopOf())];
  const read = (order: PlacedOrder) => executionsOf(at).fills(order, TRADER, patient());
  expect(await read(limit)).toMatchObject({
    value: { state: "cancelled", cancelledBy: "venue", reason: "VENUE_REFUSED" },
  });
  expect(await read(stop)).toMatchObject({
    value: { state: "cancelled", cancelledBy: "venue", reason: "PRICE_OFF_TICK" },
  });
});

test("an order that may not rest and found nobody was ended by the exchange", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, limitOf({ timeInForce: "fillorkill" }));
  expect(await executionsOf(at).fills(order, TRADER, patient())).toMatchObject({
    value: { state: "expired", cancelledBy: "venue", reason: "NOTHING_EXECUTED", filledQuantity: "0" },
  });
});

test("an order that Alor doesn't know, or that isn't ours, is none of ours", async () => {
  const at = await atTheSandbox();
  const theirs = await place(at.alor, limitOf({}, { clientOrderId: "the trader's own" }));
  expect(
    await executionsOf(at).fills({ ...limitOf(), venueOrderId: theirs.venueOrderId }, TRADER, patient()),
  ).toMatchObject({
    kind: "read",
    value: null,
  });
  expect(await executionsOf(at).working(TRADER, patient())).toMatchObject({ kind: "read", value: [] });
});

test.each([...BEFORE_THE_SEND, { kind: "429", retryAfterS: 3 } as const])(
  "a look-up that fails by $kind leaves everything unknown, and the next one doesn't",
  async (fault) => {
    const at = await atTheSandbox({ timeouts: { lookupMs: timeoutMsFor(fault) } });
    // A busy machine may miss such short timeouts.
    const order = await eventually(() => place(at.alor, limitOf()));
    at.sandbox.faults.set({ ...fault, operation: "find", times: 2 } as FaultInput);
    const waits = fault.kind === "429" ? { retryAfterMs: 3_000 } : {};
    expect(await executionsOf(at).fills(order, TRADER, patient())).toMatchObject({ kind: "unknown", ...waits });
    expect(await executionsOf(at).working(TRADER, patient())).toMatchObject({ kind: "unknown", ...waits });
    await eventually(async () =>
      expect(await readOutcome(executionsOf(at), order)).toEqual(truthOf(marketOf(at), order)),
    );
  },
);

test.each(["429", "5xx", "drop"] as const)(
  "when only the trades can't be read (%s), what is filled is known nevertheless",
  async (kind) => {
    const at = await atTheSandbox();
    const order = await place(at.alor, limitOf());
    fillPartly(marketOf(at));
    at.sandbox.faults.set({ kind, operation: "fills" });
    const { trades: _, ...rest } = truthOf(marketOf(at), order);
    expect(await readOutcome(executionsOf(at), order)).toEqual({ ...rest, trades: [] });
  },
);

test("a key that may not read is refused, not unknown", async () => {
  const at = await atTheSandbox();
  const order = await place(at.alor, limitOf());
  at.sandbox.faults.set({ kind: "unauthorized", operation: "find", times: 2 });
  const refused = { kind: "refused", reason: "CREDENTIALS_REFUSED" };
  expect(await executionsOf(at).fills(order, TRADER, patient())).toEqual(refused);
});

test("a key without the right to read says so, its orders go on, and it has no stream", async () => {
  const at = await atTheSandbox();
  const { apiKey: account, secretKey: secret } = TRADER;
  at.sandbox.register({ venue: "ALOR_BROKER", environment: "live", account, secret, tradeOnly: true });
  expect(await at.alor.check(TRADER, patient())).toMatchObject({ maySeeOrders: false, mayTrade: true });
  const order = await place(at.alor, limitOf());
  const refused = { kind: "refused", reason: "NO_RIGHT_TO_READ" };
  const { fills, working, positions, money, events } = executionsOf(at);
  expect(await fills(order, TRADER, patient())).toEqual(refused);
  for (const reading of [working, positions, money]) expect(await reading(TRADER, patient())).toEqual(refused);
  const states: object[] = [];
  events(TRADER, { onEvent: () => undefined, onState: (state) => states.push(state) }, patient());
  await eventually(() => expect(states).toEqual([{ ...refused, kind: "over" }]), { interval: 5 });
});

test("reads never take an order's connection", async () => {
  const at = await atTheSandbox({ maxConnections: 1 });
  await place(at.alor, limitOf());
  at.sandbox.faults.set({ kind: "hang", operation: "positions", times: 1 });
  const giveUp = new AbortController();
  const reading = executionsOf(at).positions(TRADER, giveUp.signal);
  await place(at.alor, limitOf());
  giveUp.abort();
  expect(await reading).toMatchObject({ kind: "unknown", cause: "AbortError" });
});
