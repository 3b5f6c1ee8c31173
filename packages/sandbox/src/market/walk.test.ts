/** Walking prices: a function of seed and time, and no work while nobody waits for them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMarket } from "./market.ts";
import { NOON_MS, openMarket, order, SHARE } from "./market.fixture.ts";

const WALK = { seed: 3, stepsPerSecond: 4 };

beforeEach(() => void vi.useFakeTimers({ now: NOON_MS }));
afterEach(() => void vi.useRealTimers());

/** Returns the price after each second of a minute, looked at every `everyMs`. */
function prices(everyMs: number, seed = WALK.seed): string[] {
  const { market, clock } = openMarket();
  market.walk("SBER", { ...WALK, seed });
  const seen: string[] = [];
  for (let ms = everyMs; ms <= 60_000; ms += everyMs) {
    clock.ms = NOON_MS + ms;
    const price = market.price("SBER");
    if (ms % 1_000 === 0) seen.push(price);
  }
  return seen;
}

test("the price doesn't depend on how often somebody looks, but on the seed", () => {
  const often = prices(250);
  expect(often).toEqual(prices(1_000));
  expect(often).not.toEqual(prices(250, 43));
  expect(new Set(often).size).toBeGreaterThan(5);
});

test("a step is one tick up or down, or none, and all three happen", () => {
  const ticks = prices(250, 7).map(Number);
  const { market, clock } = openMarket();
  market.walk("SBER", { seed: 7, stepsPerSecond: 4 });
  const steps = new Set<number>();
  let before = 300;
  for (let step = 1; step <= 400; step += 1) {
    clock.ms = NOON_MS + step * 250;
    const price = Number(market.price("SBER"));
    steps.add(Math.round((price - before) * 100));
    before = price;
  }
  expect([...steps].toSorted((one, other) => one - other)).toEqual([-1, 0, 1]);
  expect(ticks).toHaveLength(60);
});

test("a price walks on from where it is, and stays within a tenth of its start", () => {
  const coarse = { ...SHARE, tick: "1", price: "50" };
  const clock = { ms: NOON_MS };
  const market = createMarket({ listings: [coarse], now: () => clock.ms });
  market.setPrice("SBER", "60");
  market.walk("SBER", { seed: 1, stepsPerSecond: 1000 });
  const seen = new Set<number>();
  for (let second = 0; second < 60; second += 1) {
    clock.ms += 1_000;
    seen.add(Number(market.price("SBER")));
  }
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([54, 66]);
});

test("a resting order fills at the step that reaches it, whenever somebody looks", () => {
  const runs = [1_000, 600_000].map((everyMs) => {
    const { market, clock, place } = openMarket();
    market.walk("SBER", WALK);
    const [buy, sell] = [place({ limit: "299.97" }), place({ side: "SELL", limit: "300.03" })];
    const stop = place({ kind: "stop", trigger: { condition: "rises-above", price: "300.01" } });
    for (let ms = 0; ms < 600_000; ms += everyMs) {
      clock.ms += everyMs;
      market.price("SBER");
    }
    expect([buy.state, sell.state, stop.state]).toEqual(["filled", "filled", "triggered"]);
    return market.fills().map(({ price, atMs, order: { sequence } }) => ({ price, atMs, sequence }));
  });
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]?.map(({ price }) => price)).toEqual(expect.arrayContaining(["299.97", "300.03", "300.02"]));
});

test("only orders that wait for a walking price, or for their end, cost a timer", () => {
  const market = createMarket({ listings: [SHARE], now: () => Date.now() });
  market.place(order());
  market.place(order({ limit: "290" }));
  expect(vi.getTimerCount()).toBe(0);
  market.walk("SBER", WALK);
  expect(vi.getTimerCount()).toBe(1);
  const [, resting] = market.ordersOf("A");
  if (resting) market.cancel(resting, "client");
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
  market.setPrice("SBER", "300");
  market.place(order({ limit: "290", timeInForce: "day" }));
  expect(vi.getTimerCount()).toBe(1);
  market.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("fills and expiries are told when they happen, although nobody asks", () => {
  const market = createMarket({ listings: [SHARE], now: () => Date.now() });
  const told: [string, number][] = [];
  market.subscribe("A", (event) => {
    if (event.kind === "order") told.push([event.order.state, Date.now() - NOON_MS]);
  });
  market.walk("SBER", WALK);
  market.place(order({ limit: "299.98", expiresAtMs: NOON_MS + 600_000 }));
  market.place(order({ limit: "200", expiresAtMs: NOON_MS + 600_000 }));
  vi.advanceTimersByTime(600_000);
  expect(told.map(([state]) => state)).toEqual(["working", "working", "filled", "expired"]);
  const [, , filled, expired] = told.map(([, ms]) => ms);
  expect([(filled ?? 1) % 250, expired]).toEqual([0, 600_000]);
  expect(vi.getTimerCount()).toBe(0);
});
