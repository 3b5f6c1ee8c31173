/** What holds in a market after anything that may happen in it. */
import { compareDecimals, product, sum } from "@chartrelay/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { COIN, FUTURE, openMarket, order, SHARE } from "./market.fixture.ts";
import { signed } from "./position.ts";
import type { Listing, Market, MarketFill, MarketOrder, NewMarketOrder } from "./terms.ts";

const LISTINGS = [SHARE, COIN, FUTURE];
const ACCOUNTS = ["A", "B"];
const START = "1000000000";

/** A price near the start, in ticks of a fiftieth of a percent or so. */
const priceOf = (listing: Listing) =>
  fc.integer({ min: -30, max: 30 }).map((ticks) => sum(listing.price, product(String(ticks), listing.tick)));
const quantityOf = (listing: Listing) =>
  fc.integer({ min: 1, max: 40 }).map((steps) => product(String(steps), listing.quantityStep));
const aListing = fc.constantFrom(...LISTINGS);

/** One thing that happens in a market. */
interface Step {
  readonly what: string;
  run(market: Market): void;
}

const anOrder = (listing: Listing): fc.Arbitrary<NewMarketOrder> =>
  fc
    .record({
      account: fc.constantFrom(...ACCOUNTS),
      side: fc.constantFrom("BUY", "SELL"),
      quantity: quantityOf(listing),
      limit: fc.option(priceOf(listing)),
      trigger: fc.option(
        fc.record({
          condition: fc.constantFrom("rises-to", "falls-to", "rises-above", "falls-below"),
          price: priceOf(listing),
        }),
        { freq: 3 },
      ),
      timeInForce: fc.constantFrom("day", "until-cancelled", "immediate", "all-or-nothing", "post-only"),
      reduceOnly: fc.boolean(),
    })
    .map((terms) => order({ ...terms, instrument: listing.instrument, kind: terms.trigger ? "stop" : "order" }));

const step = (what: string, run: (market: Market) => void): Step => ({ what, run });
const inListing = (make: (listing: Listing) => fc.Arbitrary<Step>) => aListing.chain(make);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: inListing((listing) =>
      anOrder(listing).map((placed) => step(`place ${JSON.stringify(placed)}`, (market) => void market.place(placed))),
    ),
  },
  {
    weight: 3,
    arbitrary: inListing((listing) =>
      priceOf(listing).map((price) =>
        step(`${listing.instrument} at ${price}`, (market) => market.setPrice(listing.instrument, price)),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: inListing((listing) =>
      fc
        .option(quantityOf(listing))
        .map((volume) => step(`volume ${volume}`, (market) => market.setVolume(listing.instrument, volume))),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 40 }).map((sequence) =>
      step(`cancel ${sequence}`, (market) => {
        const found = market.order(sequence);
        if (found) market.cancel(found, "client");
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: inListing((listing) =>
      fc
        .record({ seed: fc.integer(), stepsPerSecond: fc.constantFrom(0.5, 1, 7) })
        .map((walk) => step("walk", (market) => market.walk(listing.instrument, walk))),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(1, 60, 50_000)
      .map((seconds) => step(`${seconds} s`, (market) => market.advance(seconds))),
  },
);

/** Runs the steps in a new market, then checks it. */
function holds(check: (market: Market) => void, begin: (market: Market) => void = () => {}): void {
  fc.assert(
    fc.property(fc.array(aStep, { minLength: 1, maxLength: 40, size: "max" }), (steps) => {
      const { market } = openMarket();
      begin(market);
      for (const { run } of steps) run(market);
      check(market);
      market.close();
    }),
    { numRuns: 80 },
  );
}

const total = (amounts: readonly string[]) => amounts.reduce(sum, "0");
const ordersIn = (market: Market) => ACCOUNTS.flatMap((account) => market.ordersOf(account));
const tradedIn = (fills: readonly MarketFill[], { instrument }: Listing) =>
  fills.filter((fill) => fill.order.instrument === instrument);
/** What was bought minus what was sold, in price × quantity × what a unit is worth. */
const spent = (fills: readonly MarketFill[], { unitValue }: Listing) =>
  product(
    total(fills.map(({ order: { side }, quantity, price }) => signed(side, product(quantity, price)))),
    unitValue,
  );
const sameMoney = (actual: string, expected: string) => expect(Number(actual)).toBeCloseTo(Number(expected), 5);

test("an order's fills add up to what is filled, which is never more than was ordered", () => {
  holds((market) => {
    for (const { fills, filledQuantity, quantity, state } of ordersIn(market)) {
      expect(total(fills.map((fill) => fill.quantity))).toBe(filledQuantity);
      const left = compareDecimals(quantity, filledQuantity);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(state === "filled").toBe(left === 0);
    }
    expect(market.fills().map(({ sequence }) => sequence)).toEqual(market.fills().map((_, index) => index + 1));
  });
});

test("positions are the sums of fills, and money is the start minus value minus fees", () => {
  holds((market) => {
    for (const account of ACCOUNTS) {
      const fills = market.fillsOf(account);
      for (const listing of LISTINGS) {
        const position = market.positions(account).find(({ instrument }) => instrument === listing.instrument);
        const traded = tradedIn(fills, listing).map(({ order: { side }, quantity }) => signed(side, quantity));
        expect(position?.quantity ?? "0").toBe(total(traded));
      }
      const feesIn = (currency: string) =>
        total(fills.filter(({ feeCurrency }) => feeCurrency === currency).map(({ fee }) => fee));
      const balance = (asset: string) => market.balances(account).find((one) => one.asset === asset)?.total ?? "0";
      const future = market.positions(account).find(({ instrument }) => instrument === FUTURE.instrument);
      const shares = spent(tradedIn(fills, SHARE), SHARE);
      expect(
        compareDecimals(
          balance("RUB"),
          sum(START, sum(future?.realisedProfit ?? "0", product("-1", sum(shares, feesIn("RUB"))))),
        ),
      ).toBe(0);
      const coins = tradedIn(fills, COIN);
      expect(compareDecimals(balance("USDT"), sum(START, product("-1", sum(spent(coins, COIN), feesIn("USDT")))))).toBe(
        0,
      );
      const bought = total(coins.map(({ order: { side }, quantity }) => signed(side, quantity)));
      expect(compareDecimals(balance("BTC"), sum(START, sum(bought, product("-1", feesIn("BTC")))))).toBe(0);
      // What a position cost is what was spent on it plus what closing it has already brought.
      const open = product(product(future?.quantity ?? "0", future?.averagePrice ?? "0"), FUTURE.unitValue);
      sameMoney(open, sum(spent(tradedIn(fills, FUTURE), FUTURE), future?.realisedProfit ?? "0"));
    }
  });
});

test("a limit order never fills worse than its limit", () => {
  holds((market) => {
    const worse = market.fills().filter(({ order: { side, limit }, price }) => {
      const above = limit === null ? 0 : compareDecimals(price, limit);
      return side === "BUY" ? above > 0 : above < 0;
    });
    expect(worse.map(({ sequence }) => sequence)).toEqual([]);
  });
});

test("a reduce-only order never opens a position or turns one around", () => {
  holds((market) => {
    const positions = new Map<string, string>();
    const opening = market.fills().filter(({ order: { account, instrument, side, reduceOnly }, quantity }) => {
      const key = `${account} ${instrument}`;
      const before = positions.get(key) ?? "0";
      const after = sum(before, signed(side, quantity));
      positions.set(key, after);
      const [held, left] = [Number(before), Number(after)];
      return reduceOnly && (Math.abs(left) >= Math.abs(held) || left * held < 0);
    });
    expect(opening.map(({ sequence }) => sequence)).toEqual([]);
  });
});

test("an order ends once: after its end nothing is told of it, and nothing fills", () => {
  const ended = new Map<string, MarketOrder["state"]>();
  holds(
    (market) => {
      for (const { sequence, account, state, child } of ordersIn(market)) {
        const isOpen = state === "waiting" || state === "working";
        expect(ended.get(`${account} ${sequence}`)).toBe(isOpen ? undefined : state);
        expect(child !== null).toBe(state === "triggered");
      }
      expect(market.openOrders()).toEqual(
        ordersIn(market)
          .filter(({ state }) => state === "waiting" || state === "working")
          .toSorted((one, other) => one.sequence - other.sequence),
      );
    },
    (market) => {
      ended.clear();
      for (const account of ACCOUNTS) {
        market.subscribe(account, (event) => {
          if (event.kind === "fill") expect(ended.has(`${account} ${event.fill.order.sequence}`)).toBe(false);
          if (event.kind !== "order") return;
          const { sequence, state } = event.order;
          expect(ended.has(`${account} ${sequence}`)).toBe(false);
          if (state !== "waiting" && state !== "working") ended.set(`${account} ${sequence}`, state);
        });
      }
    },
  );
});

test("nothing blocked is below zero, and an account without orders and futures has nothing blocked", () => {
  holds((market) => {
    for (const listing of LISTINGS) market.setVolume(listing.instrument, "0");
    for (const placed of ordersIn(market)) market.cancel(placed, "client");
    for (const account of ACCOUNTS) {
      for (const { blocked } of market.balances(account))
        expect(compareDecimals(blocked, "0")).toBeGreaterThanOrEqual(0);
      const future = market.positions(account).find(({ instrument }) => instrument === FUTURE.instrument);
      if ((future?.quantity ?? "0") === "0")
        expect(market.balances(account).map(({ blocked }) => Number(blocked))).toEqual([0, 0, 0]);
    }
  });
});
