/** What the market does with an order, by its terms, the price and the volume. */
import { expect, test } from "vitest";
import { follow, openMarket, shortOrder } from "./market.fixture.ts";
import type { NewMarketOrder } from "./terms.ts";

test("a market order fills at once at the last price, with its fee", () => {
  const { market, place, clock } = openMarket();
  const placed = place();
  expect(placed).toMatchObject({ state: "filled", filledQuantity: "10", averagePrice: "300", sequence: 1 });
  const fill = { quantity: "10", price: "300", fee: "15", feeCurrency: "RUB", atMs: clock.ms, order: placed };
  expect(market.fillsOf("A")).toEqual([{ sequence: 1, ...fill }]);
});

const atOnce: readonly [string, Partial<NewMarketOrder>, string][] = [
  ["a limit buy above the price fills", { limit: "301" }, "filled 10"],
  ["a limit buy at the price fills", { limit: "300" }, "filled 10"],
  ["a limit buy below the price rests", { limit: "299.99" }, "working 0"],
  ["a limit sale below the price fills", { side: "SELL", limit: "299" }, "filled 10"],
  ["a limit sale above the price rests", { side: "SELL", limit: "300.01" }, "working 0"],
  [
    "an immediate order that doesn't reach the price is cancelled",
    { limit: "299", timeInForce: "immediate" },
    "cancelled 0",
  ],
  ["all-or-nothing that reaches the price fills", { limit: "300", timeInForce: "all-or-nothing" }, "filled 10"],
  ["post-only that would take is rejected", { limit: "300", timeInForce: "post-only" }, "rejected 0"],
  ["post-only that rests works", { limit: "299", timeInForce: "post-only" }, "working 0"],
  ["reduce-only without a position is rejected", { reduceOnly: true }, "rejected 0"],
];
test.each(atOnce)("%s", (_what, terms, outcome) => {
  const { place, market } = openMarket();
  expect(shortOrder(place(terms))).toBe(outcome);
  expect(market.fills().map(({ price }) => price)).toEqual(outcome === "filled 10" ? ["300"] : []);
});

test("a resting limit fills at its own price when the market comes to it, before setPrice returns", () => {
  const { market, place } = openMarket();
  const [near, far] = [place({ limit: "299" }), place({ limit: "280" })];
  market.setPrice("SBER", "290");
  expect([near.state, near.averagePrice, far.state]).toEqual(["filled", "299", "working"]);
});

test("a thin book fills a part; the rest waits for volume, and the average is of all fills", () => {
  const { market, place } = openMarket();
  market.setVolume("SBER", "4");
  const placed = place();
  expect(shortOrder(placed)).toBe("working 4");
  market.setPrice("SBER", "310");
  market.setVolume("SBER", "5");
  expect(shortOrder(placed)).toBe("working 9");
  market.setVolume("SBER", null);
  expect([shortOrder(placed), placed.averagePrice]).toEqual(["filled 10", "306"]);
  expect(placed.fills.map(({ quantity }) => quantity)).toEqual(["4", "5", "1"]);
});

test("volume that is less than a step fills nothing, and all-or-nothing takes no part", () => {
  const { market, place } = openMarket();
  market.setVolume("BTCUSDT", "0.0129");
  expect(shortOrder(place({ instrument: "BTCUSDT", quantity: "0.02", timeInForce: "all-or-nothing" }))).toBe(
    "cancelled 0",
  );
  expect(shortOrder(place({ instrument: "BTCUSDT", quantity: "0.02", timeInForce: "immediate" }))).toBe(
    "cancelled 0.012",
  );
  expect(shortOrder(place({ instrument: "BTCUSDT", quantity: "0.02" }))).toBe("working 0");
});

test("who offers the better price is served first, then who came first", () => {
  const { market, place } = openMarket();
  market.setVolume("SBER", "0");
  const [low, high, late] = [place({ limit: "300" }), place({ limit: "302" }), place({ limit: "302" })];
  market.setVolume("SBER", "15");
  expect([low, high, late].map(shortOrder)).toEqual(["working 0", "filled 10", "working 5"]);
});

const conditions: readonly [NonNullable<NewMarketOrder["trigger"]>["condition"], string, boolean][] = [
  ["rises-to", "305", true],
  ["rises-above", "305", false],
  ["rises-above", "305.01", true],
  ["rises-to", "304.99", false],
  ["falls-to", "295", true],
  ["falls-below", "295", false],
  ["falls-below", "294.99", true],
];
for (const [condition, price, fires] of conditions) {
  const trigger = { condition, price: condition.startsWith("rises") ? "305" : "295" };
  test(`a condition "${condition} ${trigger.price}" ${fires ? "fires" : "doesn't fire"} at ${price}`, () => {
    const { market, place } = openMarket();
    const stop = place({ kind: "stop", trigger });
    expect(stop.state).toBe("waiting");
    market.setPrice("SBER", price);
    expect(stop.state).toBe(fires ? "triggered" : "waiting");
    if (!fires) return;
    expect(stop.child).toMatchObject({
      clientOrderId: "c1",
      sequence: 2,
      state: "filled",
      averagePrice: price,
      parent: stop,
    });
    expect([market.cancel(stop, "client"), market.ordersOf("A").length]).toEqual([false, 2]);
  });
}

test("a stop-limit becomes a resting limit order; a condition that already holds fires at once", () => {
  const { market, place } = openMarket();
  const stop = place({ kind: "stop", limit: "298", trigger: { condition: "falls-to", price: "300" } });
  expect([stop.state, stop.child?.state, stop.child?.limit]).toEqual(["triggered", "working", "298"]);
  expect(stop.child && market.cancel(stop.child, "client")).toBe(true);
  expect(stop.child).toMatchObject({ state: "cancelled", cancelledBy: "client" });
});

test("an order is cancelled once, and not after its end", () => {
  const { market, place } = openMarket();
  const [filled, resting] = [place(), place({ limit: "290" })];
  expect([market.cancel(filled, "client"), market.cancel(resting, "hand"), market.cancel(resting, "hand")]).toEqual([
    false,
    true,
    false,
  ]);
  market.setPrice("SBER", "280");
  expect([resting.state, resting.cancelledBy, resting.filledQuantity]).toEqual(["cancelled", "hand", "0"]);
});

test("reduce-only closes what is open and not a lot more", () => {
  const { market, place } = openMarket();
  place({ quantity: "3" });
  expect(shortOrder(place({ side: "SELL", quantity: "10", reduceOnly: true }))).toBe("cancelled 3");
  expect(market.positions("A")).toMatchObject([{ quantity: "0", averagePrice: "0" }]);
});

test("an order of the day expires with the session, one with a date on its date, and a stop likewise", () => {
  const { market, place, clock } = openMarket();
  const day = place({ limit: "290", timeInForce: "day" });
  const dated = place({ limit: "290", expiresAtMs: clock.ms + 60_000 });
  const stop = place({ kind: "stop", trigger: { condition: "falls-to", price: "250" }, timeInForce: "day" });
  const lasting = place({ limit: "290" });
  const states = () => [day, dated, stop, lasting].map(({ state }) => state);
  market.advance(59);
  expect(states()).toEqual(["working", "working", "waiting", "working"]);
  market.advance(1);
  expect(states()).toEqual(["working", "expired", "waiting", "working"]);
  clock.ms += 12 * 3_600_000;
  market.setPrice("SBER", "280");
  expect(states()).toEqual(["expired", "expired", "expired", "filled"]);
  expect(day.changedAtMs).toBe(Date.UTC(2026, 10, 24));
});

test("a rejected order is listed, and never works", () => {
  const { market } = openMarket();
  const rejected = market.placeRejected({ ...openMarket().place({ limit: "290" }), account: "A" });
  market.setPrice("SBER", "200");
  expect([market.order(1), rejected.state]).toEqual([rejected, "rejected"]);
  expect(market.fills()).toEqual([]);
});

test("a trade by hand has no client order id, and an instrument that isn't listed is refused", () => {
  const { market } = openMarket();
  const trade = { account: "A", instrument: "SBER", side: "SELL", quantity: "2" } as const;
  expect(market.trade(trade)).toMatchObject({ clientOrderId: null, state: "filled" });
  expect(() => market.trade({ ...trade, instrument: "NYSE" })).toThrow("NYSE isn't listed");
  expect(() => market.setPrice("SBER", "300.005")).toThrow("tick");
});

test("events arrive in the order in which things happened, also what a listener does itself", () => {
  const { market, place } = openMarket();
  let isNested = false;
  market.subscribe("A", ({ kind }) => {
    if (kind !== "fill" || isNested) return;
    isNested = true;
    place({ quantity: "1" });
  });
  const told = follow(market);
  place({ quantity: "2" });
  const kinds = told.map((line) => line.split(" ").slice(0, 2).join(" "));
  expect(kinds.slice(0, 2)).toEqual(["order 1", "fill 2"]);
  expect(kinds.filter((line) => line.startsWith("fill"))).toEqual(["fill 2", "fill 1"]);
});

test("events of a resting order that fills in two parts", () => {
  const { market, place } = openMarket();
  const told = follow(market);
  place({ limit: "299" });
  market.setVolume("SBER", "4");
  market.setPrice("SBER", "299");
  market.setVolume("SBER", null);
  market.setPrice("SBER", "250");
  expect(told).toEqual([
    "order 1 working 0",
    "balance RUB 1000000000 blocked 29914.95",
    "fill 4 @ 299",
    "order 1 working 4",
    "position SBER 4",
    "balance RUB 999988034.02 blocked 17948.97",
    "fill 6 @ 299",
    "order 1 filled 10",
    "position SBER 10",
    "balance RUB 999970085.05 blocked 0",
  ]);
});

test("a reset forgets orders, fills, positions, prices and volumes; subscriptions stay", () => {
  const { market, place } = openMarket();
  const told = follow(market);
  market.setPrice("SBER", "310");
  market.setVolume("SBER", "3");
  const resting = place();
  market.reset();
  told.length = 0;
  expect([market.fills(), market.ordersOf("A"), market.positions(), market.price("SBER")]).toEqual([[], [], [], "300"]);
  expect(market.cancel(resting, "client")).toBe(false);
  expect(shortOrder(place())).toBe("filled 10");
  expect(told[0]).toBe("order 1 working 0");
});
