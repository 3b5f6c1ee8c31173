/** Changes to an account while its orders are in flight, tested against the simulated venues. */
import { VENUES, type Order, type VenueName } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader, type TraderOptions } from "../../test/trader.ts";
import { VENUE_KITS } from "../../test/venue-kit.ts";

const server = await startServer();
const { faults, ledger } = server.sandbox;

/** Creates a key of another account at the venue. */
function otherKey(venue: VenueName, environment: "demo" | "live" = "demo") {
  const key = { ...VENUE_KITS[venue].newKey(), environment };
  server.sandbox.register(key);
  return { apiKey: key.account, secretKey: key.secret };
}

const change = async (trader: Trader, fields: Record<string, unknown>) =>
  expect((await trader.user.api.post("/accounts/me/list", [{ id: trader.account, ...fields }])).status).toBe(200);

/** Waits until an account's orders, oldest first, match `expected`. */
const stand = (trader: Trader, expected: readonly Partial<Order>[]) =>
  eventually(async () => expect((await trader.orders()).toReversed()).toMatchObject(expected), { timeout: 10_000 });

/**
 * Links a trader whose first order the venue took without an answer and can't be looked up; `waiting` more orders wait
 * behind it.
 */
async function unresolvedOrder(options: TraderOptions = {}, waiting = 0): Promise<Trader> {
  const trader = await linkTrader(server, options);
  faults.set(
    { kind: "accept-then-drop", account: trader.portfolio, times: 1 },
    { kind: "5xx", operation: "find", account: trader.portfolio },
  );
  await trader.alert();
  await stand(trader, [{ stage: "unresolved" }]);
  for (let count = 0; count < waiting; count += 1) await trader.alert();
  return trader;
}

// @covers P2
test.each(VENUES)(
  "promise 2: at %s an unresolved order whose key is replaced is looked up with the key that it was sent with",
  async (venue) => {
    const trader = await unresolvedOrder({ venue });
    const other = otherKey(venue);
    await change(trader, other);
    faults.reset();
    expect(await trader.ended(1)).toMatchObject([{ status: "CREATED", reason: null }]);
    expect(trader.executed()).toHaveLength(1);
    expect(ledger.entries().filter(({ account }) => account === other.apiKey)).toEqual([]);
    // New orders use the new key.
    await trader.alert();
    await trader.ended(2);
    expect(ledger.entries().filter(({ account }) => account === other.apiKey)).toHaveLength(1);
  },
);

test("an order that didn't arrive isn't resent with another key, and says why", async () => {
  const trader = await linkTrader(server);
  faults.set(
    { kind: "drop", account: trader.portfolio, times: 1 },
    { kind: "5xx", operation: "find", account: trader.portfolio },
  );
  await trader.alert();
  await stand(trader, [{ stage: "unresolved" }]);
  const other = otherKey("ALOR_BROKER");
  await change(trader, other);
  faults.reset();
  expect(await trader.ended(1)).toMatchObject([{ status: "REJECTED", reason: "KEY_REPLACED" }]);
  expect(ledger.entries().filter(({ account }) => [trader.portfolio, other.apiKey].includes(account))).toEqual([]);
});

test.each([
  { from: "demo", to: "live", reason: "ACCEPTED_FOR_DEMO" },
  { from: "live", to: "demo", reason: "ACCEPTED_FOR_LIVE" },
] as const)("an order accepted for $from is never sent to $to", async ({ from, to, reason }) => {
  const trader = await linkTrader(server, { environment: from });
  if (from === "demo") await server.grantPro(trader.user);
  faults.set({ kind: "latency", latencyMs: 1_000, executed: true, account: trader.portfolio, times: 1 });
  await trader.alert();
  await stand(trader, [{ stage: "sending" }]);
  await trader.alert();
  const other = otherKey("ALOR_BROKER", to);
  await change(trader, { ...other, isDemo: to === "demo" });
  const orders = await trader.ended(2);
  expect(orders).toMatchObject([{ status: "CREATED" }, { status: "REJECTED", reason, timeline: { sent: null } }]);
  expect(trader.executed()).toMatchObject([{ environment: from }]);
  expect(ledger.entries().filter(({ account }) => account === other.apiKey)).toEqual([]);
});

test("a pause ends waiting orders at once; orders in flight end by their own rules", async () => {
  const trader = await unresolvedOrder({}, 2);
  await change(trader, { isPaused: true });
  await stand(trader, [
    { status: "NEW", stage: "unresolved" },
    { status: "REJECTED", reason: "ACCOUNT_PAUSED" },
    { status: "REJECTED", reason: "ACCOUNT_PAUSED" },
  ]);
  faults.reset();
  expect((await trader.ended(3))[0]).toMatchObject({ status: "CREATED" });
  expect(trader.executed()).toHaveLength(1);
});

test("when an account is removed, orders behind an unresolved one end at once, and that one is still looked up", async () => {
  const trader = await unresolvedOrder({}, 2);
  await change(trader, { isDeleted: true });
  await stand(trader, [
    { status: "NEW", stage: "unresolved" },
    { status: "REJECTED", reason: "ACCOUNT_DELETED" },
    { status: "REJECTED", reason: "ACCOUNT_DELETED" },
  ]);
  faults.reset();
  expect((await trader.ended(3))[0]).toMatchObject({ status: "CREATED", reason: null });
  expect(trader.executed()).toHaveLength(1);
});

test("orders wait behind an unresolved one, unless the user has chosen to go on", async () => {
  const trader = await unresolvedOrder({}, 2);
  await stand(trader, [{ stage: "unresolved" }, { stage: "queued" }, { stage: "queued" }]);
  expect(trader.executed()).toHaveLength(1);
  await change(trader, { onUnknownOutcome: "goOn" });
  await stand(trader, [{ status: "NEW", stage: "unresolved" }, { status: "CREATED" }, { status: "CREATED" }]);
  faults.reset();
  const orders = await trader.ended(3);
  expect(orders).toMatchObject([{ status: "CREATED" }, { status: "CREATED" }, { status: "CREATED" }]);
  expect(trader.executed().map(({ clientOrderId }) => clientOrderId)).toEqual(orders.map(({ id }) => id));
});
