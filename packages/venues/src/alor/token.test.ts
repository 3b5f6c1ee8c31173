import { expect, test } from "vitest";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

const MINUTE_MS = 60_000;

// @covers V17
test("pitfall 17: a hundred simultaneous orders share one token and one look-up of their instrument", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => alor.place(orderOf(), TRADER, patient())));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
  expect(sandbox.calls.count({ operation: "auth" })).toBe(1);
  expect(sandbox.calls.count({ operation: "market-data" })).toBe(1);
  expect(sandbox.ledger.entries()).toHaveLength(100);
});

test("a token is renewed before it expires: no order is sent with a token that is refused", async () => {
  const { sandbox, alor, clock, exchanges } = await atTheSandbox();
  for (let minute = 0; minute < 90; minute += 1) {
    expect((await alor.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
    clock.nowMs += MINUTE_MS;
  }
  expect(exchanges.filter(({ status }) => status === 401)).toEqual([]);
  // 90 minutes in spans of 24, four fifths of a token's half hour.
  expect(sandbox.calls.count({ operation: "auth" })).toBe(4);
});

test("with a clock an hour fast, orders neither renew the token each time nor go without one", async () => {
  const skew = { ms: 0 };
  const { sandbox, alor, clock } = await atTheSandbox({ now: () => clock.nowMs + skew.ms });
  skew.ms = 60 * MINUTE_MS;
  for (let count = 0; count < 5; count += 1)
    expect((await alor.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
  expect(sandbox.calls.count({ operation: "auth" })).toBe(1);
});

// @covers V17
test("pitfall 17: an order whose token is refused midway is repeated with a new token under the same X-REQID, and executed once", async () => {
  const { sandbox, alor, exchanges } = await atTheSandbox();
  await alor.place(orderOf(), TRADER, patient());
  sandbox.faults.set({ kind: "unauthorized" });
  const order = orderOf();
  expect(await alor.place(order, TRADER, patient())).toMatchObject({ kind: "accepted" });
  const sent = exchanges.filter(({ requestBody }) => requestBody.includes(order.clientOrderId));
  expect(sent.map(({ status }) => status)).toEqual([401, 200]);
  expect(new Set(sent.map(({ requestHeaders }) => requestHeaders["x-reqid"]))).toEqual(
    new Set([`${TRADER.apiKey};${order.clientOrderId}`]),
  );
  expect(new Set(sent.map(({ requestHeaders }) => requestHeaders.authorization)).size).toBe(2);
  expect(new Set(sent.map(({ requestBody }) => requestBody)).size).toBe(1);
  expect(sandbox.ledger.entries()).toHaveLength(2);
});

// @covers V17
test("pitfall 17: orders whose shared token has expired unnoticed renew it once for all", async () => {
  const stopped = Date.UTC(2026, 5, 1, 12);
  const { sandbox, alor, clock, exchanges } = await atTheSandbox({ now: () => stopped });
  await alor.place(orderOf(), TRADER, patient());
  clock.nowMs += 31 * MINUTE_MS;
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => alor.place(orderOf(), TRADER, patient())));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
  expect(exchanges.filter(({ status }) => status === 401)).toHaveLength(20);
  expect(sandbox.calls.count({ operation: "auth" })).toBe(2);
});

test("if a renewed token is refused again, the key is to blame", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "unauthorized", times: 2 });
  expect(await alor.place(orderOf(), TRADER, patient())).toMatchObject({
    kind: "rejected",
    reason: "CREDENTIALS_REFUSED",
  });
  expect(sandbox.ledger.entries()).toEqual([]);
});

test("traders don't share tokens", async () => {
  const { sandbox, alor } = await atTheSandbox();
  const traders = [keyOf("trial"), keyOf("pro"), keyOf("trial", "demo")];
  await Promise.all(traders.map((trader) => alor.place(orderOf(), trader, patient())));
  expect(
    sandbox.ledger
      .entries()
      .map(({ account }) => account)
      .toSorted(),
  ).toEqual(traders.map(({ apiKey }) => apiKey).toSorted());
  expect(sandbox.calls.count({ operation: "auth" })).toBe(3);
});

test("check returns what a key may do", async () => {
  const { alor } = await atTheSandbox();
  expect(await alor.check(TRADER, patient())).toEqual({
    kind: "granted",
    maySeeOrders: true,
    mayTrade: true,
    mayWithdraw: false,
  });
  expect(await alor.check(keyOf("read-only"), patient())).toEqual({
    kind: "granted",
    maySeeOrders: true,
    mayTrade: false,
    mayWithdraw: false,
  });
  expect(await alor.check(keyOf("expired"), patient())).toEqual({ kind: "refused", reason: "CREDENTIALS_REFUSED" });
  expect(await alor.check({ ...TRADER, apiKey: "D00000" }, patient())).toEqual({
    kind: "refused",
    reason: "NO_RIGHTS",
  });
  expect(await alor.check({ ...TRADER, isDemo: true }, patient())).toEqual({
    kind: "refused",
    reason: "CREDENTIALS_REFUSED",
  });
});

test("check asks Alor each time: it notices a key revoked since", async () => {
  const { sandbox, alor } = await atTheSandbox();
  await alor.check(TRADER, patient());
  sandbox.register({
    venue: "ALOR_BROKER",
    environment: "live",
    account: TRADER.apiKey,
    secret: TRADER.secretKey,
    revoked: true,
  });
  expect(await alor.check(TRADER, patient())).toEqual({ kind: "refused", reason: "CREDENTIALS_REFUSED" });
});

test("a check without an answer from Alor is unclear", async () => {
  const { sandbox, alor } = await atTheSandbox();
  sandbox.faults.set({ kind: "5xx", operation: "auth" });
  expect(await alor.check(TRADER, patient())).toEqual({ kind: "unclear", cause: "VENUE_UNAVAILABLE" });
});
