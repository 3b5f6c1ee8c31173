import type { FaultInput } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { BEFORE_THE_SEND, IN_DOUBT, timeoutMsFor } from "../faults.fixture.ts";
import { atTheSandbox, limitOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

test.each(IN_DOUBT)("%s leaves the order in doubt: unknown, never rejected", async (_, fault) => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ ...fault, times: 1 });
  expect(await tinkoff.place(orderOf(), TRADER, patient())).toMatchObject({
    kind: "unknown",
    cause: expect.any(String),
  });
  expect(sandbox.calls.count({ operation: "order" })).toBe(1);
});

// @covers V2
test.each(IN_DOUBT)(
  "pitfall 2: %s is resolved under the same order_id, and the order is executed once",
  async (_, fault) => {
    const { sandbox, tinkoff, exchanges } = await atTheSandbox();
    const order = orderOf();
    sandbox.faults.set({ ...fault, times: 1 });
    await tinkoff.place(order, TRADER, patient());
    const wasExecuted = sandbox.ledger.entries().length === 1;
    const found = await tinkoff.find(order, TRADER, patient());
    expect(found).toMatchObject(wasExecuted ? { kind: "found", outcome: { kind: "accepted" } } : { kind: "absent" });
    expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
    const sent = exchanges
      .filter(({ url }) => url.endsWith("/PostOrder"))
      .map(({ requestBody }) => JSON.parse(requestBody));
    expect(new Set(sent.map(({ orderId }) => orderId))).toEqual(new Set([order.clientOrderId]));
  },
);

// @covers V5
test("pitfall 5: a duplicate is looked up, and the result decides", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "repeat-as-refusal" });
  const order = orderOf();
  await tinkoff.place(order, TRADER, patient());
  expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({
    kind: "unknown",
    cause: "HTTP 400, error 30057",
  });
  const found = await tinkoff.find(order, TRADER, patient());
  expect(found).toMatchObject({ kind: "found", outcome: { kind: "accepted" } });
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V5
test("pitfall 5: a duplicate whose report is missing is unknown, never absent, until it appears", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "accept-then-drop", times: 1 }, { kind: "report-missing", times: 4 });
  const order = orderOf();
  expect((await tinkoff.place(order, TRADER, patient())).kind).toBe("unknown");
  expect(await tinkoff.find(order, TRADER, patient()), "nothing speaks against it yet").toEqual({ kind: "absent" });
  expect((await tinkoff.place(order, TRADER, patient())).kind).toBe("unknown");
  for (let asked = 0; asked < 2; asked += 1)
    expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({
      kind: "unclear",
      cause: expect.stringContaining("30057"),
    });
  expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "found", outcome: { kind: "accepted" } });
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V5
test("pitfall 5: an order_id that was refused during clearing stays refused: the refusal was reported, and no new id is made", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "clearing", remembered: true, times: 1 });
  const order = orderOf();
  expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({ kind: "rejected", reason: "MARKET_CLOSED" });
  expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "unclear" });
  expect(sandbox.ledger.entries()).toEqual([]);
});

test("a resend waits for denials, and for sends that may still be in flight", async () => {
  const { tinkoff } = await atTheSandbox();
  expect(tinkoff.resend).toEqual({ by: "confirmed-absence", settlesWithinMs: 10_000 });
});

test("an order that is never answered is unknown after the timeout", async () => {
  const { sandbox, tinkoff } = await atTheSandbox({ timeouts: { orderMs: 50 } });
  sandbox.faults.set({ kind: "hang" });
  expect(await tinkoff.place(orderOf(), TRADER, patient())).toMatchObject({ kind: "unknown", cause: "TimeoutError" });
});

test("an order given up while in flight is unknown", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "hang", executed: true });
  const impatience = new AbortController();
  const placing = tinkoff.place(orderOf(), TRADER, impatience.signal);
  await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
  impatience.abort();
  expect(await placing).toMatchObject({ kind: "unknown", cause: "AbortError" });
});

test("an order given up while waiting for its instrument was not sent", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "hang", operation: "market-data" });
  const impatience = new AbortController();
  const placing = tinkoff.place(orderOf(), TRADER, impatience.signal);
  await eventually(() => expect(sandbox.calls.count({ operation: "market-data" })).toBe(1));
  impatience.abort();
  expect(await placing).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
});

test.each(BEFORE_THE_SEND)(
  "when an instrument's look-up fails by $kind, nothing was sent and the order may be retried",
  async (fault) => {
    const { sandbox, tinkoff } = await atTheSandbox({ timeouts: { lookupMs: timeoutMsFor(fault) } });
    sandbox.faults.set({ ...fault, operation: "market-data", times: 1 } as FaultInput);
    const order = orderOf();
    expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({
      kind: "throttled",
      reason: "VENUE_UNAVAILABLE",
    });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
    // A busy machine may miss such short timeouts at first.
    await eventually(async () =>
      expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" }),
    );
    expect(sandbox.ledger.entries()).toHaveLength(1);
  },
);

test("if nobody is listening, the order was not sent", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  await tinkoff.place(orderOf(), TRADER, patient());
  await sandbox.close();
  const nobody = { kind: "unclear", cause: "ECONNREFUSED" };
  await eventually(async () => expect(await tinkoff.find(orderOf(), TRADER, patient())).toEqual(nobody));
  expect(await tinkoff.place(orderOf(), TRADER, patient())).toMatchObject({
    kind: "throttled",
    reason: "VENUE_UNAVAILABLE",
  });
});

test("a token that is refused midway means a rejection: nothing was done", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "unauthorized" });
  expect(await tinkoff.place(orderOf(), TRADER, patient())).toMatchObject({
    kind: "rejected",
    reason: "CREDENTIALS_REFUSED",
  });
  expect(sandbox.ledger.entries()).toEqual([]);
});

test("an order that the exchange rejected is rejected in its answer and in its look-up", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
  const order = orderOf();
  const rejected = { kind: "rejected", reason: "VENUE_REFUSED", response: expect.stringContaining("STATUS_REJECTED") };
  expect(await tinkoff.place(order, TRADER, patient())).toEqual(rejected);
  expect(await tinkoff.find(order, TRADER, patient())).toEqual({ kind: "found", outcome: rejected });
});

test("a working limit order is found accepted, and no other order is mistaken for it", async () => {
  const { tinkoff } = await atTheSandbox();
  const order = limitOf();
  await tinkoff.place(order, TRADER, patient());
  const found = await tinkoff.find(order, TRADER, patient());
  expect(found).toMatchObject({
    kind: "found",
    outcome: { kind: "accepted", response: expect.stringContaining("STATUS_NEW") },
  });
  expect(await tinkoff.find(limitOf(), TRADER, patient())).toEqual({ kind: "absent" });
});

// @covers V8
test("pitfall 8: an order that appears late is absent at first: absent means at this moment", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const order = orderOf();
  await tinkoff.place(order, TRADER, patient());
  sandbox.faults.set({ kind: "not-found-at-first", times: 1 });
  expect(await tinkoff.find(order, TRADER, patient())).toEqual({ kind: "absent" });
  expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "found" });
});

test.each([...BEFORE_THE_SEND, { kind: "429" }, { kind: "unauthorized" }] as const)(
  "a look-up that fails by $kind is unclear, never absent",
  async (fault) => {
    const { sandbox, tinkoff } = await atTheSandbox({ timeouts: { lookupMs: timeoutMsFor(fault) } });
    const order = orderOf();
    // A busy machine may miss such short timeouts at first.
    await eventually(async () =>
      expect(await tinkoff.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" }),
    );
    sandbox.faults.set({ ...fault, operation: "find", times: 1 } as FaultInput);
    expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "unclear" });
  },
);
