import { expect, test } from "vitest";
import { atTheSandbox, keyOf, patient, stopLimitOf, stopOf, TRADER } from "./sandbox.fixture.ts";

const ACCEPTED = { kind: "found", outcome: { kind: "accepted" } };
/** The simulator's SBER trades at 302.15. */
const REACHED = { condition: "LessOrEqual", triggerPrice: "310" } as const;

// @covers S3.37
test("a stop order reaches Alor once, with its condition and every digit of its trigger", async () => {
  const { sandbox, alor, exchanges } = await atTheSandbox();
  const order = stopOf({ direction: "SELL" });
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  expect(sandbox.ledger.entries()).toMatchObject([
    {
      type: "STOP",
      side: "SELL",
      quantity: "10",
      price: null,
      trigger: { condition: "LessOrEqual", price: "270.05" },
      clientOrderId: order.clientOrderId,
    },
  ]);
  expect(exchanges.find(({ url }) => url.endsWith("/actions/stop"))?.requestBody).toContain('"triggerPrice":270.05,');
});

test("a stop-limit order keeps its price and its end", async () => {
  const { sandbox, alor, clock, exchanges } = await atTheSandbox();
  const stopEndUnixTime = String(clock.nowMs / 1000 + 86_400);
  const order = stopLimitOf({ stopEndUnixTime, timeInForce: "fillorkill", icebergFixed: "2" });
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  expect(sandbox.ledger.entries()).toMatchObject([{ type: "STOP_LIMIT", price: "270", timeInForce: "fillorkill" }]);
  const sent = exchanges.find(({ url }) => url.endsWith("/actions/stopLimit"))?.requestBody;
  expect(sent).toContain(`"stopEndUnixTime":${stopEndUnixTime},`);
});

// @covers S3.43
test("Alor keeps a stop that isn't activated and doesn't work it", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = stopOf({ ...REACHED, activate: false });
  await alor.place(order, TRADER, patient());
  const found = await alor.find(order, TRADER, patient());
  expect(found).toMatchObject({ outcome: { response: expect.stringContaining('"status":"working"') } });
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

test("a waiting stop whose answer was lost is found among the stop orders, and no other is mistaken for it", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const [order, other] = [stopOf(), stopOf()];
  sandbox.faults.set({ kind: "accept-then-drop", times: 1 });
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  expect(await alor.find(order, TRADER, patient())).toMatchObject(ACCEPTED);
  expect(await alor.find(other, TRADER, patient())).toEqual({ kind: "absent" });
});

test.each([
  ["as a stop too", []],
  ["only as what it became", [{ kind: "triggered-stop-moves" } as const]],
])("a stop that was triggered before its answer was lost is found when Alor lists it %s", async (_, faults) => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "accept-then-drop", times: 2 }, ...faults);
  for (const order of [stopOf(REACHED), stopLimitOf(REACHED)]) {
    expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
    expect(await alor.find(order, TRADER, patient())).toMatchObject(ACCEPTED);
  }
  expect(sandbox.ledger.entries()).toHaveLength(2);
});

test("a stop is absent only after both lists were read: if one fails, it is unclear", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = stopOf();
  sandbox.faults.set({ kind: "5xx", operation: "find", every: 2, times: 1 });
  const failed = { kind: "unclear", cause: "HTTP 503", response: expect.stringContaining("Unavailable") };
  expect(await alor.find(order, TRADER, patient())).toEqual(failed);
  sandbox.faults.set({ kind: "5xx", operation: "find", times: 1 });
  expect(await alor.find(order, TRADER, patient())).toEqual(failed);
  expect(await alor.find(order, TRADER, patient())).toEqual({ kind: "absent" });
});

test("a stop that Alor lists as rejected is rejected with the list's reason", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
  const order = stopOf();
  await alor.place(order, TRADER, patient());
  expect(await alor.find(order, TRADER, patient())).toMatchObject({
    kind: "found",
    outcome: { kind: "rejected", reason: "PRICE_OFF_TICK", response: expect.stringContaining("шагу цены") },
  });
});

test("a stop sent twice is placed once, and the repeat gets the first answer", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = stopOf();
  for (let attempt = 1; attempt <= 3; attempt += 1)
    expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V12
test("pitfall 12: without allowMargin, a client of the initial risk level can't place conditional orders, not even for shares", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const trader = keyOf("initial-risk");
  for (const order of [stopOf(), stopLimitOf()]) {
    const refusal = await alor.place(order, trader, patient());
    expect(refusal).toMatchObject({ kind: "rejected", reason: "MARGIN_NOT_ALLOWED" });
    const allowed = { ...order, clientOrderId: crypto.randomUUID(), allowMargin: true };
    expect(await alor.place(allowed, trader, patient())).toMatchObject({ kind: "accepted" });
  }
  expect(sandbox.ledger.entries()).toHaveLength(2);
});

test("pitfall 16: a stop whose end is in milliseconds isn't sent", async () => {
  const { sandbox, alor, clock } = await atTheSandbox();
  const order = stopOf({ stopEndUnixTime: String(clock.nowMs + 86_400_000) });
  expect(await alor.place(order, TRADER, patient())).toEqual({
    kind: "rejected",
    reason: "STOP_END_IN_MILLISECONDS",
    response: '{"field":"stopEndUnixTime"}',
    isUnsent: true,
  });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
});
