import { ORDER_TYPES } from "@chartrelay/contract";
import type { Exchange } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { createAlor } from "./alor.ts";
import { atTheSandbox, EACH_TYPE, keyOf, limitOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

/** Returns the X-REQIDs under which orders were sent, without repeats. */
function requestIds(exchanges: readonly Exchange[]): readonly unknown[] {
  const sent = exchanges.filter(({ url }) => url.includes("/orders/actions/"));
  return [...new Set(sent.map(({ requestHeaders }) => requestHeaders["x-reqid"]))];
}

const ORDER_NUMBER = /"orderNumber":"\d+"/;

// @covers V9
test("pitfall 9: a market order reaches the exchange once, with the requested lots, on the primary board", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = orderOf();
  const outcome = await alor.place(order, TRADER, patient());
  expect(outcome).toEqual({ kind: "accepted", response: expect.stringMatching(ORDER_NUMBER) });
  expect(sandbox.ledger.entries()).toEqual([
    expect.objectContaining({
      account: TRADER.apiKey,
      environment: "live",
      clientOrderId: order.clientOrderId,
      instrument: "SBER",
      board: "TQBR",
      type: "MARKET",
      side: "BUY",
      quantity: "3",
      price: null,
    }),
  ]);
});

test("a limit order keeps every digit of its price", async () => {
  const { sandbox, alor, exchanges } = await atTheSandbox();
  const sell = limitOf({ direction: "SELL", timeInForce: "immediateorcancel", icebergFixed: "2" });
  expect((await alor.place(sell, TRADER, patient())).kind).toBe("accepted");
  expect(sandbox.ledger.entries()).toEqual([
    expect.objectContaining({
      type: "LIMIT",
      side: "SELL",
      quantity: "10",
      price: "270.05",
      timeInForce: "immediateorcancel",
    }),
  ]);
  const sent = exchanges.find(({ url }) => url.endsWith("/actions/limit"))?.requestBody;
  expect(sent).toContain('"price":270.05,');
});

test("a demo key's market and limit orders go to the test environment", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const demo = keyOf("pro", "demo");
  expect((await alor.place(orderOf(), demo, patient())).kind).toBe("accepted");
  expect((await alor.place(limitOf(), demo, patient())).kind).toBe("accepted");
  expect(sandbox.ledger.entries().map(({ environment, type }) => [environment, type])).toEqual([
    ["demo", "MARKET"],
    ["demo", "LIMIT"],
  ]);
  expect(sandbox.calls.count({ environment: "live" })).toBe(0);
});

// @covers V19
test("pitfall 19: a live key is refused at the test environment, and nothing is sent", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const outcome = await alor.place(orderOf(), { ...TRADER, isDemo: true }, patient());
  expect(outcome).toMatchObject({ kind: "rejected", reason: "CREDENTIALS_REFUSED" });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
});

// @covers V12
test("pitfall 12: allowMargin is the account's setting: without it, a trader of the initial risk level can't trade futures", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const trader = keyOf("initial-risk");
  const refusal = await alor.place(orderOf({ ticker: "SiZ6" }), trader, patient());
  expect(refusal).toMatchObject({ kind: "rejected", reason: "MARGIN_NOT_ALLOWED" });
  const outcome = await alor.place(orderOf({ ticker: "SiZ6" }, { allowMargin: true }), trader, patient());
  expect(outcome.kind).toBe("accepted");
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V2
test("pitfall 2: an order placed twice has one request id and is executed once; the repeat gets the first answer", async () => {
  const { sandbox, alor, exchanges } = await atTheSandbox();
  const order = orderOf();
  const first = await alor.place(order, TRADER, patient());
  const second = await alor.place(order, TRADER, patient());
  expect([first.kind, second.kind]).toEqual(["accepted", "accepted"]);
  expect(second.response).toContain("oldResponse");
  expect(requestIds(exchanges)).toEqual([`${TRADER.apiKey};${order.clientOrderId}`]);
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V3
test("pitfall 3: an order's request id depends only on the order and its portfolio: it is the same later and after a restart", async () => {
  const { sandbox, alor, clock, exchanges } = await atTheSandbox();
  const order = orderOf();
  sandbox.faults.set({ kind: "drop", times: 1 });
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "unknown" });
  clock.nowMs += 30_000;
  const restarted = createAlor({ ...sandbox.alor, now: () => clock.nowMs });
  expect(await restarted.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  await restarted.close();
  expect(requestIds(exchanges)).toHaveLength(1);
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

test("the same holds when Alor answers a repeat with a plain copy, its other documented form", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "repeat-as-copy" });
  const order = orderOf();
  const first = await alor.place(order, TRADER, patient());
  expect(await alor.place(order, TRADER, patient())).toEqual(first);
  expect(first.kind).toBe("accepted");
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

test("a repeat of a refused order gets the refusal", async () => {
  const { alor } = await atTheSandbox();
  const [order, poor] = [orderOf(), keyOf("no-money")];
  expect(await alor.place(order, poor, patient())).toMatchObject({ kind: "rejected", reason: "INSUFFICIENT_FUNDS" });
  const repeat = await alor.place(order, poor, patient());
  expect(repeat).toMatchObject({
    kind: "rejected",
    reason: "INSUFFICIENT_FUNDS",
    response: expect.stringContaining("oldResponse"),
  });
});

for (const type of ORDER_TYPES) {
  test.each([
    ["repeats its first answer for ever", true, [5_000, 10_000, 20_000]],
    ["forgets its first answer", false, [5_000, 5_000, 5_000]],
  ])(
    `a ${type} order refused during clearing is executed once afterwards, where Alor %s`,
    async (_, remembered, waits) => {
      const { sandbox, alor } = await atTheSandbox();
      const order = EACH_TYPE[type]();
      sandbox.faults.set({ kind: "clearing", remembered });
      for (const retryAfterMs of waits) {
        const outcome = await alor.place(order, TRADER, patient());
        expect(outcome).toMatchObject({ kind: "throttled", reason: "CLEARING", retryAfterMs });
      }
      sandbox.faults.reset();
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
      }
      expect(sandbox.ledger.entries()).toMatchObject([{ type, clientOrderId: order.clientOrderId }]);
      expect(await alor.find(order, TRADER, patient())).toMatchObject({ kind: "found", outcome: { kind: "accepted" } });
    },
  );
}

test("an order survives a clearing of twenty minutes, and is placed within seconds of its end", async () => {
  const { sandbox, alor, clock } = await atTheSandbox();
  const [order, startMs] = [orderOf(), clock.nowMs];
  const endMs = startMs + 20 * 60_000;
  sandbox.faults.set({ kind: "clearing" });
  for (;;) {
    if (clock.nowMs > endMs) sandbox.faults.reset();
    const outcome = await alor.place(order, TRADER, patient());
    if (outcome.kind !== "throttled") break;
    clock.nowMs += outcome.retryAfterMs ?? 0;
  }
  expect(sandbox.ledger.entries()).toHaveLength(1);
  expect(clock.nowMs - endMs).toBeLessThan(30_000);
  expect(sandbox.calls.count({ operation: "order" })).toBeLessThan(100);
});

test("two accounts may use the same client order id", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const order = orderOf();
  await alor.place(order, keyOf("trial"), patient());
  await alor.place(order, keyOf("pro"), patient());
  expect(sandbox.ledger.entries().map(({ account }) => account)).toEqual([keyOf("trial").apiKey, keyOf("pro").apiKey]);
});

test("a portfolio that the token doesn't list is refused before the send", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const outcome = await alor.place(orderOf(), { ...TRADER, apiKey: "D00000" }, patient());
  expect(outcome).toMatchObject({ kind: "rejected", reason: "NO_RIGHTS" });
  expect(sandbox.calls.count({ operation: "order" })).toBe(0);
});

const REFUSED_BY_THE_VENUE = [
  ["a key without the right to trade", orderOf(), keyOf("read-only"), "NO_RIGHTS"],
  ["a key that has ended", orderOf(), keyOf("expired"), "CREDENTIALS_REFUSED"],
  ["no money", orderOf(), keyOf("no-money"), "INSUFFICIENT_FUNDS"],
  ["an instrument that isn't trading", orderOf({ ticker: "QIWI" }), TRADER, "MARKET_CLOSED"],
  ["a price outside the exchange's limits", limitOf({ price: "1" }), TRADER, "PRICE_OUT_OF_LIMITS"],
] as const;

test.each(REFUSED_BY_THE_VENUE)("%s is a rejection with its reason", async (_, order, key, reason) => {
  const { sandbox, alor } = await atTheSandbox();
  expect(await alor.place(order, key, patient())).toMatchObject({ kind: "rejected", reason });
  expect(sandbox.ledger.entries()).toEqual([]);
});

test("what we keep of an answer contains no key and no token", async () => {
  const { sandbox, alor, exchanges } = await atTheSandbox();
  const order = orderOf();
  const placed = await alor.place(order, TRADER, patient());
  const found = await alor.find(order, TRADER, patient());
  sandbox.faults.set({ kind: "5xx", body: "html" });
  const failed = await alor.place(orderOf(), TRADER, patient());
  const token = /"AccessToken":"([^"]+)"/.exec(exchanges[0]?.responseBody ?? "")?.[1] ?? "no token";
  const kept = JSON.stringify([placed, found, failed]);
  expect(kept).toContain("nginx");
  for (const secret of [TRADER.secretKey, TRADER.apiKey, token]) expect(kept).not.toContain(secret);
});

// @covers V18
test("pitfall 18: the refresh token is sent in a body, never in a URL", async () => {
  const { alor, exchanges } = await atTheSandbox();
  await alor.place(orderOf(), TRADER, patient());
  const refresh = exchanges.find(({ url }) => url.startsWith("/refresh"));
  expect(refresh?.requestBody).toContain(TRADER.secretKey);
  expect(exchanges.map(({ url }) => url).join()).not.toContain(TRADER.secretKey);
});
