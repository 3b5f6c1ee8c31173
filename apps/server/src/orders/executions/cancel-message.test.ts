/** Messages that cancel, with the real server and the simulated venues: what they cancel, in which order, and what is told. */
import type { CancelTarget, Order } from "@chartrelay/contract";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";
import { VENUE_KITS } from "../../../test/venue-kit.ts";

const server = await startHurriedServer();
const { faults } = server.sandbox;
const market = server.sandbox.market("ALOR_BROKER", "demo");
/** Sign-ups are throttled: the accounts have one user. */
const user = await server.signUp();
afterEach(() => {
  faults.reset();
  for (const order of market.openOrders()) market.cancel(order, "hand");
  market.setPrice("SBER", market.listings.get("SBER")?.price ?? "");
});

const LIMIT = { type: "limit", contracts: 10, price: "270.05" };
const GAZP = { ...LIMIT, ticker: "GAZP", price: "115" };

/** Posts a message that cancels, and returns the id of its row. */
async function cancel(trader: Trader, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await trader.alert({ account: trader.account, ...fields });
  expect([status, body.status]).toEqual([200, "NEW"]);
  return body.id;
}

async function orderOf(trader: Trader, id: string): Promise<Order> {
  const order = (await trader.orders()).find((each) => each.id === id);
  if (!order) throw new Error("no such order");
  return order;
}

/** Waits until all that a message cancels has ended, and returns what it shows of each. */
async function cancelledBy(trader: Trader, id: string): Promise<readonly CancelTarget[]> {
  return await eventually(
    async () => {
      const { status, cancels } = await orderOf(trader, id);
      expect(status).not.toBe("NEW");
      for (const { state } of cancels ?? []) expect(["working", "partiallyFilled"]).not.toContain(state);
      return cancels ?? [];
    },
    { interval: 50 },
  );
}

const working = ({ portfolio }: Trader) =>
  market
    .ordersOf(portfolio)
    .filter(({ state }) => state === "working")
    .map(({ instrument }) => instrument);

// @covers P9
test("cancel ends our working orders of its ticker, however they wrote it, and no others; the row says which", async () => {
  const trader = await linkTrader(server, { user });
  await trader.alert(trader.message(LIMIT));
  await trader.alert(trader.message({ ...LIMIT, ticker: "MOEX:SBER", direction: "buy" }));
  await trader.alert(trader.message(GAZP));
  await trader.ended(3);
  market.place({
    account: trader.portfolio,
    clientOrderId: null,
    instrument: "SBER",
    side: "BUY",
    quantity: "1",
    limit: "270.05",
    trigger: null,
    kind: "order",
    timeInForce: "day",
    expiresAtMs: null,
    reduceOnly: false,
  });
  const id = await cancel(trader, { action: "cancel", ticker: "sber" });
  expect(await cancelledBy(trader, id)).toMatchObject([
    { ticker: "SBER", direction: "BUY", quantity: "10", outcome: "accepted", state: "cancelled", filledQuantity: "0" },
    { ticker: "MOEX:SBER", outcome: "accepted", state: "cancelled" },
  ]);
  expect(await orderOf(trader, id)).toMatchObject({
    action: "cancel",
    status: "CREATED",
    execution: null,
    direction: null,
    quantity: null,
    instrument: { ticker: "sber" },
  });
  // The one by hand, and that of the other ticker.
  expect(working(trader).toSorted()).toEqual(["GAZP", "SBER"]);
});

test("cancelAll ends all our working orders of its account, and none of another account", async () => {
  const trader = await linkTrader(server, { user });
  const neighbour = await linkTrader(server, { user });
  for (const each of [trader, neighbour]) {
    await each.alert(each.message(LIMIT));
    await each.alert(each.message(GAZP));
    await each.ended(2);
  }
  const targets = await cancelledBy(trader, await cancel(trader, { action: "cancelAll" }));
  expect(targets.map(({ ticker, state }) => [ticker, state])).toEqual([
    ["SBER", "cancelled"],
    ["GAZP", "cancelled"],
  ]);
  expect([working(trader), working(neighbour)]).toEqual([[], ["SBER", "GAZP"]]);
});

test("nothing to cancel is a success, but a ticker that nobody knows is refused", async () => {
  const trader = await linkTrader(server, { user });
  const idle = await cancel(trader, { action: "cancelAll" });
  expect(await cancelledBy(trader, idle)).toEqual([]);
  expect(await orderOf(trader, idle)).toMatchObject({ status: "CREATED", cancels: [] });
  const typo = await cancel(trader, { action: "cancel", ticker: "SBRE" });
  await cancelledBy(trader, typo);
  expect(await orderOf(trader, typo)).toMatchObject({ status: "REJECTED", reason: "INSTRUMENT_NOT_FOUND" });
});

// @covers P4
test("between two orders, a cancellation ends the one before it and leaves the one behind it", async () => {
  const trader = await linkTrader(server, { user });
  const messages = [trader.message(LIMIT), { account: trader.account, action: "cancelAll" }, trader.message(GAZP)];
  await Promise.all(messages.map((message) => trader.alert(message)));
  const orders = await trader.ended(3);
  const id = orders.find(({ action }) => action === "cancelAll")?.id ?? "";
  await cancelledBy(trader, id);
  expect(working(trader)).toEqual(["GAZP"]);
});

// @covers P4
test("an order that waits in the queue before a cancellation isn't sent; the one on its way is cancelled once placed", async () => {
  const trader = await linkTrader(server, { user });
  faults.set({ kind: "latency", operation: "order", account: trader.portfolio, latencyMs: 700, times: 1 });
  const { body: first } = await trader.alert(trader.message(LIMIT));
  const { body: waiting } = await trader.alert(trader.message({ ...LIMIT, contracts: 2 }));
  const { body: other } = await trader.alert(trader.message(GAZP));
  const id = await cancel(trader, { action: "cancel", ticker: "SBER" });
  const targets = await cancelledBy(trader, id);
  expect(targets).toMatchObject([{ id: first.id, state: "cancelled" }]);
  expect(await orderOf(trader, waiting.id)).toMatchObject({
    status: "REJECTED",
    reason: "CANCELLED_BEFORE_SENT",
    timeline: { sent: null },
  });
  expect(await orderOf(trader, other.id)).toMatchObject({ status: "CREATED", execution: { state: "working" } });
  expect(market.ordersOf(trader.portfolio)).toHaveLength(2);
});

// @covers P9
test("a cancellation that crosses a fill shows the order as filled", async () => {
  const trader = await linkTrader(server, { user });
  await trader.alert(trader.message(LIMIT));
  await trader.ended(1);
  faults.set({ kind: "latency", operation: "cancel", account: trader.portfolio, latencyMs: 300, times: 1 });
  faults.set({ kind: "event-late", operation: "stream", account: trader.portfolio, latencyMs: 600 });
  const id = await cancel(trader, { action: "cancelAll" });
  await eventually(async () => expect((await orderOf(trader, id)).cancels).toHaveLength(1));
  market.setPrice("SBER", "270");
  expect(await cancelledBy(trader, id)).toMatchObject([{ state: "filled", filledQuantity: "10" }]);
  expect(await orderOf(trader, id)).toMatchObject({ status: "CREATED", reason: null });
});

describe("a venue that doesn't cancel", () => {
  test("a failure is tried again, and the order is cancelled once", async () => {
    const trader = await linkTrader(server, { user });
    await trader.alert(trader.message(LIMIT));
    await trader.ended(1);
    faults.set({ kind: "5xx", operation: "cancel", account: trader.portfolio, times: 2 });
    const id = await cancel(trader, { action: "cancelAll" });
    expect(await cancelledBy(trader, id)).toMatchObject([{ outcome: "accepted", state: "cancelled" }]);
  });

  test("a paused account's message is refused like any other, and the order goes on", async () => {
    const trader = await linkTrader(server, { user });
    await trader.alert(trader.message(LIMIT));
    await trader.ended(1);
    await user.api.post("/accounts/me/list", [{ id: trader.account, isPaused: true }]);
    const { body } = await trader.alert({ account: trader.account, action: "cancelAll" });
    expect(await orderOf(trader, body.id)).toMatchObject({
      status: "REJECTED",
      reason: "ACCOUNT_PAUSED",
      cancels: null,
    });
    expect(working(trader)).toEqual(["SBER"]);
  });
});

// @covers P3
test("after a crash in the middle, a cancellation goes on with the orders that it had found, and with no others", async () => {
  const trader = await linkTrader(server, { user });
  const { body: first } = await trader.alert(trader.message(LIMIT));
  await trader.alert(trader.message(GAZP));
  await trader.ended(2);
  const id = await cancel(trader, { action: "cancel", ticker: "SBER" });
  await cancelledBy(trader, id);
  // As a process leaves it that is killed between finding the orders and storing what the venue said. Sought again, the
  // orders would be all of the account's.
  await server.parts.database.query(
    `update orders set status = 'NEW', stage = 'sending', attempt = 1, action = 'cancelAll', ticker = null, cancels = $2::jsonb
     where id = $1`,
    [id, JSON.stringify([{ id: first.id, outcome: null, reason: null }])],
  );
  expect(await cancelledBy(trader, id)).toMatchObject([{ id: first.id, outcome: "over", state: "cancelled" }]);
  expect(working(trader)).toEqual(["GAZP"]);
});

test("a message that cancels is accepted like any other: a repeat under its id makes one row, a wrong one is refused", async () => {
  const trader = await linkTrader(server, { user });
  const message = { account: trader.account, action: "cancelAll", id: "stop-1" };
  const [one, other] = [await trader.alert(message), await trader.alert(message)];
  expect([one.status, other.status, other.body.id]).toEqual([200, 200, one.body.id]);
  const { status } = await trader.alert({ account: trader.account, action: "cancel" });
  expect(status).toBe(400);
  const [row, wrong] = await trader.ended(2);
  expect(row).toMatchObject({ id: one.body.id, status: "CREATED" });
  expect(wrong).toMatchObject({ action: "cancel", reason: "BAD_MESSAGE", problem: { field: "ticker" } });
});

// @covers P9
test.each(["TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"] as const)(
  "at %s, a message cancels what rests",
  async (venue) => {
    const trader = await linkTrader(server, { user, venue });
    await trader.alert(trader.message(VENUE_KITS[venue].others["limit"]));
    await trader.ended(1);
    const id = await cancel(trader, { action: "cancel", ticker: VENUE_KITS[venue].market["ticker"] });
    expect(await cancelledBy(trader, id)).toMatchObject([{ outcome: "accepted", state: "cancelled" }]);
  },
);
