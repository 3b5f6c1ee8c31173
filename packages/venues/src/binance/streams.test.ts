/** Connections of accounts' streams: how they begin, end, are replaced, and what one account's does to others. */
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { patient } from "../orders.fixture.ts";
import type { VenueOrder } from "../venue.ts";
import { QUICK, read } from "./following.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, limitOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

const soon = { interval: 5 } as const;

describe.each(MARKETS)("a stream at $market", (market) => {
  const trader = keyOf(market);

  test("it tells what the trader does beside us as foreign, and that holdings changed", async () => {
    const { sandbox, executions } = await atTheSandbox(market, { streams: QUICK });
    const reader = read(executions, trader);
    await reader.live();
    const byHand = { account: trader.apiKey, instrument: "BTCUSDT", side: "BUY", quantity: "0.01" } as const;
    sandbox.market(market.venue, "live").trade(byHand);
    await eventually(() => expect(reader.events).toContainEqual({ kind: "holdings" }), soon);
    const kinds = new Set(reader.events.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(["foreign", "holdings"]);
    expect(reader.events).toContainEqual({ kind: "foreign", symbol: "BTCUSDT" });
  });

  test("a venue that refuses connections for a while is asked again until it accepts one", async () => {
    const { sandbox, executions } = await atTheSandbox(market, { streams: QUICK });
    sandbox.faults.set({ kind: "stream-refused", times: 3 });
    const reader = read(executions, trader);
    await reader.live();
    expect(reader.states[0]).toMatchObject({ kind: "down" });
  });

  // @covers V35
  test("pitfall 35: a stream that lives and says nothing is found by reading, and replaced", async () => {
    const { sandbox, binance, clock, executions } = await atTheSandbox(market, { streams: QUICK });
    const reader = read(executions, trader);
    await reader.live();
    clock.nowMs += 1_000;
    sandbox.faults.set({ kind: "stream-silent", times: 1 });
    const order = { ...orderOf(market), venueOrderId: null };
    await binance.place(order, trader, patient());
    // Late events aren't missed yet.
    await executions.fills(order, trader, patient());
    expect(reader.states).toEqual([{ kind: "live" }]);
    clock.nowMs += 6_000;
    await executions.fills(order, trader, patient());
    await reader.live(2);
    const next = orderOf(market);
    await binance.place(next, trader, patient());
    await eventually(() => expect(reader.known(next)).toMatchObject({ state: "filled" }), soon);
  });

  test("a connection is replaced before Binance ends it, and no event is missed", async () => {
    const { binance, executions } = await atTheSandbox(market, { streams: { ...QUICK, replaceAfterMs: 15 } });
    const reader = read(executions, trader);
    await reader.live();
    const orders = [];
    while (reader.states.filter(({ kind }) => kind === "live").length < 3) {
      const order = orderOf(market);
      orders.push(order);
      await binance.place(order, trader, patient());
    }
    for (const order of orders) {
      await eventually(() => expect(reader.known(order)).toMatchObject({ state: "filled" }), soon);
    }
    expect(reader.states.map(({ kind }) => kind)).not.toContain("down");
  });

  // @covers V35
  test("a connection that Binance ends after a day is opened again, and what happened meanwhile can be read", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(market, { streams: QUICK });
    const reader = read(executions, trader);
    await reader.live();
    const order = { ...limitOf(market), venueOrderId: null };
    await binance.place(order, trader, patient());
    sandbox.market(market.venue, "live").advance(24 * 60 * 60 + 1);
    await eventually(() => expect(reader.states.map(({ kind }) => kind)).toContain("down"), soon);
    sandbox.market(market.venue, "live").setPrice("BTCUSDT", "99000");
    await reader.live(2);
    expect(await executions.fills(order, trader, patient())).toMatchObject({ value: { state: "filled" } });
    const next = orderOf(market);
    await binance.place(next, trader, patient());
    await eventually(() => expect(reader.known(next)).toMatchObject({ state: "filled" }), soon);
  });

  test("a stream that nobody follows any more is closed", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(market, { streams: QUICK });
    const reader = read(executions, trader);
    await reader.live();
    reader.stop();
    const asked = sandbox.calls.count({ operation: "stream" });
    await binance.place(orderOf(market), trader, patient());
    expect(reader.events).toEqual([]);
    expect(sandbox.calls.count({ operation: "stream" })).toBe(asked);
  });

  test("a key that is refused ends its own stream for good, and nobody else's", async () => {
    const { binance, executions } = await atTheSandbox(market, { streams: QUICK });
    const [good, bad] = [read(executions, trader), read(executions, keyOf(market, "expired"))];
    await good.live();
    await eventually(() => expect(bad.states.at(-1)).toEqual({ kind: "over", reason: "KEY_OR_ADDRESS_REFUSED" }), soon);
    const order = orderOf(market);
    await binance.place(order, trader, patient());
    await eventually(() => expect(good.known(order)).toMatchObject({ state: "filled" }), soon);
    expect(good.states).toEqual([{ kind: "live" }]);
  });
});

describe("a stream at spot", () => {
  // @covers V36
  test("pitfall 36: a cancelled order is told under its own id, not under that of the cancellation", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(SPOT, { streams: QUICK });
    const reader = read(executions, keyOf(SPOT));
    await reader.live();
    const order = { ...limitOf(SPOT), venueOrderId: null };
    await binance.place(order, keyOf(SPOT), patient());
    await executions.cancel(order, keyOf(SPOT), patient());
    await eventually(() => expect(reader.known(order)).toMatchObject({ state: "cancelled" }), soon);
    expect(reader.events.filter(({ kind }) => kind === "foreign")).toEqual([]);
    expect(sandbox.calls.count({ operation: "cancel" })).toBe(1);
  });

  test("before a restart that is announced, the next connection stands, and no event is missed", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(SPOT, { streams: QUICK });
    const reader = read(executions, keyOf(SPOT));
    await reader.live();
    sandbox.faults.set({ kind: "server-shutdown", times: 1, closesInMs: 5_000 });
    const orders: VenueOrder[] = [];
    await eventually(async () => {
      const order = orderOf(SPOT);
      orders.push(order);
      await binance.place(order, keyOf(SPOT), patient());
      expect(reader.states).toHaveLength(2);
    }, soon);
    for (const order of orders)
      await eventually(() => expect(reader.known(order)).toMatchObject({ state: "filled" }), soon);
    expect(reader.states).toEqual([{ kind: "live" }, { kind: "live" }]);
  });

  test("an account that is no longer followed, or that Binance ends, leaves the others' events alone", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(SPOT, { streams: QUICK });
    const [staying, leaving, ended] = (["pro", "trial", "admin"] as const).map((name) =>
      read(executions, keyOf(SPOT, name)),
    );
    for (const reader of [staying, leaving, ended]) await reader?.live();
    leaving?.stop();
    sandbox.faults.set({ kind: "stream-ended", times: 1, account: keyOf(SPOT, "admin").apiKey });
    await binance.place(orderOf(SPOT), keyOf(SPOT, "admin"), patient());
    await ended?.live(2);
    const order = orderOf(SPOT);
    await binance.place(order, keyOf(SPOT), patient());
    await eventually(() => expect(staying?.known(order)).toMatchObject({ state: "filled" }), soon);
    expect(staying?.states).toEqual([{ kind: "live" }]);
    expect(ended?.states.map(({ kind }) => kind)).toEqual(["live", "down", "live"]);
    // One subscription each, and one more for the account whose subscription had ended.
    expect(sandbox.calls.count({ operation: "stream" })).toBe(4);
  });

  test("a connection is replaced in time although an account left before it was subscribed", async () => {
    const { sandbox, executions } = await atTheSandbox(SPOT, { streams: { ...QUICK, replaceAfterMs: 15 } });
    sandbox.faults.set({ kind: "latency", operation: "market-data", latencyMs: 30, times: 1 });
    const [staying, leaving] = [read(executions, keyOf(SPOT)), read(executions, keyOf(SPOT, "trial"))];
    await eventually(() => expect(sandbox.calls.count({ operation: "market-data" })).toBe(1), soon);
    leaving.stop();
    await staying.live(3);
    expect(leaving.states).toEqual([]);
  });

  test("accounts share a connection, and lose it and get it back together", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(SPOT, { streams: QUICK });
    const traders = (["pro", "trial", "admin"] as const).map((name) => keyOf(SPOT, name));
    const readers = traders.map((trader) => read(executions, trader));
    for (const reader of readers) await reader.live();
    sandbox.faults.set({ kind: "stream-cut", times: 1 });
    await binance.place(orderOf(SPOT), keyOf(SPOT), patient());
    for (const reader of readers) await reader.live(2);
    expect(readers.map(({ states }) => states.map(({ kind }) => kind))).toEqual(
      readers.map(() => ["live", "down", "live"]),
    );
  });
});

describe("a stream at futures", () => {
  const listenKeyCalls = (exchanges: readonly { method: string; url: string }[]) =>
    exchanges.filter(({ url }) => url.startsWith("/fapi/v1/listenKey")).map(({ method }) => method);

  test("its key is prolonged while it lives, and never deleted: other programs of the trader use the same", async () => {
    const { exchanges, executions } = await atTheSandbox(FUTURES, {
      streams: { ...QUICK, prolongEveryMs: 5 },
    });
    const reader = read(executions, keyOf(FUTURES));
    await eventually(() => expect(listenKeyCalls(exchanges).length).toBeGreaterThan(3), soon);
    reader.stop();
    expect([...new Set(listenKeyCalls(exchanges))]).toEqual(["POST", "PUT"]);
    expect(reader.states).toEqual([{ kind: "live" }]);
  });

  // @covers V37
  test("pitfall 37: when its key has expired the socket stays open and silent: a new key is asked for at once", async () => {
    const { binance, clock, exchanges, executions } = await atTheSandbox(FUTURES, { streams: QUICK });
    const reader = read(executions, keyOf(FUTURES));
    await reader.live();
    clock.nowMs += 61 * 60_000;
    await reader.live(2);
    expect(reader.states[1]).toEqual({ kind: "down", cause: "the stream's key has expired" });
    expect(listenKeyCalls(exchanges)).toEqual(["POST", "POST"]);
    const order = orderOf(FUTURES);
    await binance.place(order, keyOf(FUTURES), patient());
    await eventually(() => expect(reader.known(order)).toMatchObject({ state: "filled" }), soon);
  });
});
