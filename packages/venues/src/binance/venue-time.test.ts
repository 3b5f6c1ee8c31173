import { describe, expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, keyOf, MARKETS, orderOf } from "./sandbox.fixture.ts";

const MINUTE_MS = 60_000;

/** Two clocks, the venue's and ours, that the test moves. */
function twoClocks(aheadMs: number) {
  const time = { nowMs: Date.UTC(2026, 5, 1, 12), aheadMs };
  return { time, ours: { now: () => time.nowMs }, venues: { now: () => time.nowMs + time.aheadMs } };
}

describe.each(MARKETS)("$market", (market) => {
  const trader = keyOf(market);

  test.each([-3_600_000, -7_000, 7_000, 3_600_000])("our clock may be %i ms off the venue's", async (aheadMs) => {
    const { ours, venues } = twoClocks(aheadMs);
    const { sandbox, binance, exchanges } = await atTheSandbox(market, ours, venues);
    const order = orderOf(market);
    expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "accepted" });
    expect(await binance.find(order, trader, patient())).toMatchObject({ kind: "found" });
    expect(sandbox.calls.count({ operation: "market-data" })).toBe(2);
    expect(exchanges.every(({ status }) => status === 200)).toBe(true);
  });

  test.each([-10_000, 10_000])(
    "when a clock jumps by %i ms, orders refused for their time are sent again with a new one, executed once each",
    async (jumpMs) => {
      const { time, ours, venues } = twoClocks(0);
      const { sandbox, binance, exchanges } = await atTheSandbox(market, ours, venues);
      await binance.place(orderOf(market), trader, patient());
      time.aheadMs = jumpMs;
      const orders = Array.from({ length: 20 }, () => orderOf(market));
      const outcomes = await Promise.all(orders.map((order) => binance.place(order, trader, patient())));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
      expect(sandbox.ledger.entries()).toHaveLength(21);
      const refused = exchanges.filter(({ responseBody }) => responseBody.includes("-1021"));
      expect(refused).toHaveLength(20);
      expect(exchanges.filter(({ url }) => url.endsWith("/time"))).toHaveLength(2);
    },
  );

  test("an order refused twice for its time was not executed, and may be retried later", async () => {
    const { time, ours } = twoClocks(0);
    // A venue whose clock leaps ahead at every reading.
    const leaping = { now: () => (time.aheadMs += MINUTE_MS) + time.nowMs };
    const { sandbox, binance } = await atTheSandbox(market, ours, leaping);
    const outcome = await binance.place(orderOf(market), trader, patient());
    expect(outcome).toMatchObject({ kind: "throttled", reason: "VENUE_UNAVAILABLE" });
    expect(sandbox.calls.count({ operation: "order" })).toBe(2);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("a look-up refused for its time is sent again too", async () => {
    const { time, ours, venues } = twoClocks(0);
    const { binance } = await atTheSandbox(market, ours, venues);
    const order = orderOf(market);
    await binance.place(order, trader, patient());
    time.aheadMs = 10_000;
    expect(await binance.find(order, trader, patient())).toMatchObject({ kind: "found" });
  });
});
