import type { FaultInput } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { BEFORE_THE_SEND, IN_DOUBT, timeoutMsFor } from "../faults.fixture.ts";
import { patient } from "../orders.fixture.ts";
import { TIMEOUTS } from "./product.ts";
import { atTheSandbox, FUTURES, keyOf, limitOf, MARKETS, orderOf } from "./sandbox.fixture.ts";

const DOUBTS: readonly (readonly [string, FaultInput])[] = [
  ...IN_DOUBT,
  ["an unknown error", { kind: "outcome-unknown", variant: "unknown-error" }],
  ["an unknown error over an executed order", { kind: "outcome-unknown", variant: "unknown-error", executed: true }],
  ["an unknown error without a code", { kind: "outcome-unknown", variant: "unknown-error", coded: false }],
  ["the backend's timeout", { kind: "outcome-unknown", variant: "timeout", executed: true }],
  ["the message bus's silence", { kind: "outcome-unknown", variant: "unexpected-response", executed: true }],
];

const TURNED_AWAY = ["unavailable", "internal-error", "throttled"] as const;

describe.each(MARKETS)("$market", (market) => {
  const trader = keyOf(market);

  // @covers V6
  test.each(DOUBTS)("pitfall 6: %s leaves the order in doubt: unknown, never rejected", async (_, fault) => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ ...fault, times: 1 });
    const outcome = await binance.place(orderOf(market), trader, patient());
    expect(outcome).toMatchObject({ kind: "unknown", cause: expect.any(String) });
    expect(sandbox.calls.count({ operation: "order" })).toBe(1);
  });

  test.each(DOUBTS)("%s is resolved by a look-up, and the order is executed once", async (_, fault) => {
    const { sandbox, binance } = await atTheSandbox(market);
    const order = orderOf(market);
    sandbox.faults.set({ ...fault, times: 1 });
    await binance.place(order, trader, patient());
    const wasExecuted = sandbox.ledger.entries().length === 1;
    const found = await binance.find(order, trader, patient());
    expect(found).toMatchObject(wasExecuted ? { kind: "found", outcome: { kind: "accepted" } } : { kind: "absent" });
    if (!wasExecuted) expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  // @covers V7
  test("pitfall 7: an order waits longer than the venue's own ten seconds, though not for ever", async () => {
    const { sandbox, binance } = await atTheSandbox(market, { timeouts: { orderMs: 50 } });
    sandbox.faults.set({ kind: "hang" });
    expect(await binance.place(orderOf(market), trader, patient())).toMatchObject({
      kind: "unknown",
      cause: "TimeoutError",
    });
    expect(TIMEOUTS.orderMs).toBeGreaterThan(10_000);
    // The relay's limit for a call, which would otherwise cut the order's timeout short.
    expect(TIMEOUTS.preparationMs + TIMEOUTS.orderMs).toBeLessThanOrEqual(12_000);
  });

  test("an order given up while in flight is unknown", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "hang", executed: true });
    const impatience = new AbortController();
    const placing = binance.place(orderOf(market), trader, impatience.signal);
    await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
    impatience.abort();
    expect(await placing).toMatchObject({ kind: "unknown", cause: "AbortError" });
  });

  test("an order given up while waiting for the symbols was not sent", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "hang", operation: "market-data" });
    const impatience = new AbortController();
    const placing = binance.place(orderOf(market), trader, impatience.signal);
    await eventually(() => expect(sandbox.calls.count({ operation: "market-data" })).toBe(1));
    impatience.abort();
    expect(await placing).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  });

  test.each(BEFORE_THE_SEND)(
    "when the symbols or the time fail by $kind, nothing was sent and the order may be retried",
    async (fault) => {
      const timeoutMs = timeoutMsFor(fault);
      for (const every of [1, 2]) {
        const timeouts = { rulesMs: timeoutMs, timeMs: timeoutMs };
        const { sandbox, binance } = await atTheSandbox(market, { timeouts });
        sandbox.faults.set({ ...fault, operation: "market-data", every, times: 1 } as FaultInput);
        const order = orderOf(market);
        const outcome = await binance.place(order, trader, patient());
        expect(outcome).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
        expect(sandbox.calls.count({ operation: "order" })).toBe(0);
        // A busy machine may miss such short timeouts at first.
        await eventually(async () =>
          expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "accepted" }),
        );
        expect(sandbox.ledger.entries()).toHaveLength(1);
      }
    },
  );

  test("an order whose preparation took too long is no longer signed: nothing was sent", async () => {
    const clock = { nowMs: Date.UTC(2026, 5, 1, 12) };
    const passing = () => (clock.nowMs += 400);
    const { sandbox, binance } = await atTheSandbox(market, { now: passing }, { now: () => clock.nowMs });
    const outcome = await binance.place(orderOf(market), trader, patient());
    expect(outcome).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
    expect(sandbox.calls.count({ operation: "order" })).toBe(0);
  });

  test("if nobody is listening, the order was not sent", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    await binance.place(orderOf(market), trader, patient());
    await sandbox.close();
    const nobody = { kind: "unclear", cause: "ECONNREFUSED" };
    await eventually(async () => expect(await binance.find(orderOf(market), trader, patient())).toEqual(nobody));
    expect(await binance.place(orderOf(market), trader, patient())).toMatchObject({
      kind: "throttled",
      reason: "VENUE_UNAVAILABLE",
    });
  });

  test("an order that the exchange rejected after its answer is found rejected", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
    const order = orderOf(market);
    await binance.place(order, trader, patient());
    expect(await binance.find(order, trader, patient())).toMatchObject({
      kind: "found",
      outcome: { kind: "rejected", reason: "NOTHING_EXECUTED" },
    });
  });

  // @covers V8
  test("pitfall 8: an order that appears late is absent at first: absent means at this moment", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const order = limitOf(market);
    await binance.place(order, trader, patient());
    sandbox.faults.set({ kind: "not-found-at-first", times: 1 });
    expect(await binance.find(order, trader, patient())).toEqual({ kind: "absent" });
    expect(await binance.find(order, trader, patient())).toMatchObject({ kind: "found" });
    expect(await binance.find(orderOf(market), trader, patient())).toEqual({ kind: "absent" });
  });

  test.each<FaultInput>([
    ...BEFORE_THE_SEND,
    { kind: "429" },
    { kind: "418" },
    { kind: "unauthorized" },
    { kind: "turned-away" },
    { kind: "outcome-unknown", variant: "timeout" },
  ])("a look-up that fails by $kind is unclear, never absent", async (fault) => {
    const { sandbox, binance } = await atTheSandbox(market, { timeouts: { lookUpMs: timeoutMsFor(fault) } });
    const order = orderOf(market);
    await binance.place(order, trader, patient());
    sandbox.faults.set({ ...fault, operation: "find", times: 1 } as FaultInput);
    expect(await binance.find(order, trader, patient())).toMatchObject({ kind: "unclear" });
  });

  // @covers V6
  test.each(TURNED_AWAY)("pitfall 6: a 503 that says %s means failed at futures, unknown at spot", async (variant) => {
    const { sandbox, binance } = await atTheSandbox(market);
    sandbox.faults.set({ kind: "turned-away", variant, times: 1 });
    const order = orderOf(market);
    const outcome = await binance.place(order, trader, patient());
    expect(outcome).toMatchObject(
      market === FUTURES
        ? { kind: "throttled", reason: variant === "throttled" ? "VENUE_THROTTLED" : "VENUE_UNAVAILABLE" }
        : { kind: "unknown", cause: "HTTP 503" },
    );
    expect(await binance.find(order, trader, patient())).toEqual({ kind: "absent" });
    expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "accepted" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("if a key is revoked midway, the key is to blame and the order was not executed", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    await binance.place(orderOf(market), trader, patient());
    sandbox.faults.set({ kind: "unauthorized" });
    const outcome = await binance.place(orderOf(market), trader, patient());
    expect(outcome).toMatchObject({ kind: "rejected", reason: "KEY_OR_ADDRESS_REFUSED" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });
});

test("pitfall 6: a futures 503 that says Service Unavailable without a code also means failed", async () => {
  const { sandbox, binance } = await atTheSandbox(FUTURES);
  sandbox.faults.set({ kind: "turned-away", coded: false, times: 1 });
  expect(await binance.place(orderOf(FUTURES), keyOf(FUTURES), patient())).toMatchObject({
    kind: "throttled",
    reason: "VENUE_UNAVAILABLE",
  });
});
