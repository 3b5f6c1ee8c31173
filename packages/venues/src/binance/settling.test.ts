import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, keyOf, MARKETS, orderOf, type Market } from "./sandbox.fixture.ts";

/** How long an order is in flight here: long enough for a look-up meanwhile. */
const UNDER_WAY_MS = 1_000;

/** Sends an order and gives it up on its way to the venue, where it will arrive. */
async function orderUnderWay(market: Market) {
  const trader = keyOf(market);
  const atVenue = await atTheSandbox(market);
  const { sandbox, binance, exchanges } = atVenue;
  // Loads what an order needs first.
  await binance.instrument(market.ticker, trader, patient());
  await binance.find(orderOf(market), trader, patient());
  sandbox.faults.set({ kind: "latency", latencyMs: UNDER_WAY_MS, times: 1 });
  const [order, impatience] = [orderOf(market), new AbortController()];
  const placing = binance.place(order, trader, impatience.signal);
  await eventually(() => expect(sandbox.calls.count({ operation: "order" })).toBe(1));
  impatience.abort();
  expect(await placing).toMatchObject({ kind: "unknown" });
  const { resend } = binance;
  const settlesWithinMs = resend.by === "confirmed-absence" ? resend.settlesWithinMs : Number.NaN;
  const answersOf = (orders: number) =>
    eventually(() => expect(exchanges.filter(({ method }) => method === "POST")).toHaveLength(orders), {
      timeout: 10_000,
    });
  return { ...atVenue, trader, order, settlesWithinMs, answersOf };
}

describe.each(MARKETS)("$market", (market) => {
  test("pitfall 8: an order that wasn't signed in time isn't sent, even if our clock was set back meanwhile", async () => {
    let passedMs = 0;
    const { sandbox, binance } = await atTheSandbox(market, {
      // At each reading a second has passed, while the wall clock stands still.
      monotonic: () => (passedMs += 1_000),
    });
    expect(await binance.place(orderOf(market), keyOf(market), patient())).toMatchObject({ kind: "throttled" });
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  // @covers V8
  test("pitfall 8: a denial before a send has settled proves nothing: the order may arrive later", async () => {
    const { sandbox, binance, clock, trader, order, settlesWithinMs, answersOf } = await orderUnderWay(market);
    clock.nowMs += settlesWithinMs / 2;
    expect(await binance.find(order, trader, patient())).toEqual({ kind: "absent" });
    await answersOf(1);
    expect(await binance.find(order, trader, patient())).toMatchObject({ kind: "found" });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  // @covers V1
  test("pitfall 1: after a send has settled, an order that was denied is resent, and the first send can't be executed any more", async () => {
    const { sandbox, binance, clock, trader, order, settlesWithinMs, answersOf } = await orderUnderWay(market);
    clock.nowMs += settlesWithinMs;
    expect(await binance.find(order, trader, patient())).toEqual({ kind: "absent" });
    expect(await binance.place(order, trader, patient())).toMatchObject({ kind: "accepted" });
    await answersOf(2);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });
});
