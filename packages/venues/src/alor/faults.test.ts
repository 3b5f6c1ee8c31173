import type { FaultInput } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { BEFORE_THE_SEND, IN_DOUBT, timeoutMsFor } from "../faults.fixture.ts";
import { atTheSandbox, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

test.each(IN_DOUBT)("%s leaves the order in doubt: unknown, never rejected", async (_, fault) => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ ...fault, times: 1 });
  expect(await alor.place(orderOf(), TRADER, patient())).toMatchObject({ kind: "unknown", cause: expect.any(String) });
  expect(sandbox.calls.count({ operation: "order" })).toBe(1);
});

// @covers V2
test.each(IN_DOUBT)(
  "pitfall 2: %s is resolved by a look-up or a resend, and the order is executed once",
  async (_, fault) => {
    const { sandbox, alor } = await atTheSandbox();
    const order = orderOf();
    sandbox.faults.set({ ...fault, times: 1 });
    await alor.place(order, TRADER, patient());
    const wasExecuted = sandbox.ledger.entries().length === 1;
    const found = await alor.find(order, TRADER, patient());
    expect(found).toMatchObject(wasExecuted ? { kind: "found", outcome: { kind: "accepted" } } : { kind: "absent" });
    expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  },
);

test("an order that is never answered is unknown after the timeout", async () => {
  const { sandbox, alor } = await atTheSandbox({ timeouts: { orderMs: 50 } });
  sandbox.faults.set({ kind: "hang" });
  expect(await alor.place(orderOf(), TRADER, patient())).toMatchObject({ kind: "unknown", cause: "TimeoutError" });
});

test("an order given up while in flight is unknown", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "hang", executed: true });
  const impatience = new AbortController();
  const placing = alor.place(orderOf(), TRADER, impatience.signal);
  await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
  impatience.abort();
  expect(await placing).toMatchObject({ kind: "unknown", cause: "AbortError" });
});

test.each(["auth", "market-data"] as const)(
  "an order given up while waiting for %s was not sent",
  async (operation) => {
    const { sandbox, alor } = await atTheSandbox();
    sandbox.faults.set({ kind: "hang", operation });
    const impatience = new AbortController();
    const placing = alor.place(orderOf(), TRADER, impatience.signal);
    await eventually(() => expect(sandbox.calls.count({ operation })).toBe(1));
    impatience.abort();
    expect(await placing).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  },
);

for (const operation of ["auth", "market-data"] as const) {
  test.each(BEFORE_THE_SEND)(
    `when ${operation} fails by $kind, nothing was sent and the order may be retried`,
    async (fault) => {
      const timeoutMs = timeoutMsFor(fault);
      const { sandbox, alor } = await atTheSandbox({ timeouts: { tokenMs: timeoutMs, lookupMs: timeoutMs } });
      sandbox.faults.set({ ...fault, operation, times: 1 } as FaultInput);
      const order = orderOf();
      expect(await alor.place(order, TRADER, patient())).toMatchObject({
        kind: "throttled",
        reason: "VENUE_UNAVAILABLE",
      });
      expect(sandbox.calls.count({ operation: "order" })).toBe(0);
      // A busy machine may miss such short timeouts at first.
      await eventually(async () =>
        expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" }),
      );
      expect(sandbox.ledger.entries()).toHaveLength(1);
    },
  );
}

test("after too many requests, the order waits as long as Alor asks", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "429", retryAfterS: 7, times: 1 }, { kind: "429", times: 1 });
  const order = orderOf();
  const throttled = { kind: "throttled", reason: "VENUE_THROTTLED", response: "" } as const;
  expect(await alor.place(order, TRADER, patient())).toEqual({ ...throttled, retryAfterMs: 7_000 });
  expect(await alor.place(order, TRADER, patient())).toEqual(throttled);
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
});

test.each(["auth", "market-data"] as const)(
  "after too many requests for %s, the order waits unsent",
  async (operation) => {
    const { sandbox, alor } = await atTheSandbox();
    sandbox.faults.set({ kind: "429", operation, retryAfterS: 3, times: 1 });
    const outcome = await alor.place(orderOf(), TRADER, patient());
    expect(outcome).toMatchObject({ kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 3_000 });
  },
);

test("if nobody is listening, the order was not sent", async () => {
  const { sandbox, alor } = await atTheSandbox();
  await alor.place(orderOf(), TRADER, patient());
  await sandbox.close();
  const nobody = { kind: "unclear", cause: "ECONNREFUSED" };
  await eventually(async () => expect(await alor.find(orderOf(), TRADER, patient())).toEqual(nobody));
  expect(await alor.place(orderOf(), TRADER, patient())).toMatchObject({
    kind: "throttled",
    reason: "VENUE_UNAVAILABLE",
  });
});

test("an order that the exchange rejected after Alor's success is found rejected", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
  const order = orderOf();
  await alor.place(order, TRADER, patient());
  expect(await alor.find(order, TRADER, patient())).toMatchObject({
    kind: "found",
    outcome: { kind: "rejected", reason: "VENUE_REFUSED", response: expect.stringContaining('"status":"rejected"') },
  });
});

test("a working limit order is found accepted, and no other order is mistaken for it", async () => {
  const { alor } = await atTheSandbox();
  const order = orderOf({ type: "LIMIT", price: "270.05" });
  await alor.place(order, TRADER, patient());
  const found = await alor.find(order, TRADER, patient());
  expect(found).toMatchObject({ kind: "found", outcome: { response: expect.stringContaining('"status":"working"') } });
  expect(await alor.find(orderOf(), TRADER, patient())).toEqual({ kind: "absent" });
});

test("an order that is listed late is absent at first: absent means at this moment", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = orderOf();
  await alor.place(order, TRADER, patient());
  sandbox.faults.set({ kind: "not-found-at-first", times: 1 });
  expect(await alor.find(order, TRADER, patient())).toEqual({ kind: "absent" });
  expect(await alor.find(order, TRADER, patient())).toMatchObject({ kind: "found" });
});

test.each([...BEFORE_THE_SEND, { kind: "429" } as const])(
  "a look-up that fails by $kind is unclear, never absent",
  async (fault) => {
    const { sandbox, alor } = await atTheSandbox({ timeouts: { lookupMs: timeoutMsFor(fault) } });
    const order = orderOf();
    // A busy machine may miss such short timeouts at first.
    await eventually(async () =>
      expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" }),
    );
    sandbox.faults.set({ ...fault, operation: "find", times: 1 } as FaultInput);
    expect(await alor.find(order, TRADER, patient())).toMatchObject({ kind: "unclear" });
  },
);

test("a look-up without a token is unclear", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "5xx", operation: "auth" });
  expect(await alor.find(orderOf(), TRADER, patient())).toEqual({ kind: "unclear", cause: "VENUE_UNAVAILABLE" });
});
