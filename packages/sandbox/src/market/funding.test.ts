/** Funding of perpetual contracts, by the market's clock. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMarket } from "./market.ts";
import { follow, FUTURE, NOON_MS, openMarket, order, PERPETUAL, SHARE } from "./market.fixture.ts";

const HOUR_S = 3_600;
const FOUR_PM_MS = NOON_MS + 4 * HOUR_S * 1_000;
const perpetual = { instrument: PERPETUAL.instrument };

beforeEach(() => void vi.useFakeTimers({ now: NOON_MS }));
afterEach(() => void vi.useRealTimers());

test("a long pays and a short gets at 00:00, 08:00 and 16:00, for what they hold then, at the price of then", () => {
  const { market, place } = openMarket([PERPETUAL, FUTURE]);
  place({ ...perpetual, quantity: "0.5" });
  place({ ...perpetual, account: "B", side: "SELL", quantity: "0.2" });
  place({ instrument: FUTURE.instrument, quantity: "1" });
  market.advance(4 * HOUR_S - 1);
  expect(market.fundingOf("A")).toEqual([]);
  market.setPrice(PERPETUAL.instrument, "110000");
  market.advance(1);
  const paid = { ...perpetual, asset: "USDT", atMs: FOUR_PM_MS };
  expect(market.fundingOf("A")).toEqual([{ ...paid, sequence: 1, account: "A", amount: "-5.5" }]);
  expect(market.fundingOf("B")).toEqual([{ ...paid, sequence: 2, account: "B", amount: "2.2" }]);
  place({ ...perpetual, side: "SELL", quantity: "0.5" });
  market.advance(24 * HOUR_S);
  expect(market.fundingOf("A")).toHaveLength(1);
  expect(market.fundingOf("B").map(({ amount }) => amount)).toEqual(["2.2", "2.2", "2.2", "2.2"]);
});

test("funding changes the balance and nothing else, and is told as such", () => {
  const { market, place } = openMarket([PERPETUAL]);
  market.fund("A", { USDT: "10000" });
  place({ ...perpetual, quantity: "0.1" });
  const before = market.positions("A");
  const told = follow(market);
  market.setFundingRate(PERPETUAL.instrument, "-0.0003");
  market.advance(4 * HOUR_S);
  expect(told).toEqual(["funding BTCUSDT.P 3"]);
  // Less the fee of 5.
  expect(market.balances("A")).toMatchObject([{ asset: "USDT", total: "9998" }]);
  expect(market.positions("A")).toEqual(before);
});

test("what is caught up late is paid at its own time, however far the clock moved", () => {
  const { market, clock, place } = openMarket([PERPETUAL]);
  place({ ...perpetual, quantity: "1" });
  clock.ms += 20 * HOUR_S * 1_000;
  expect(market.fundingOf("A").map(({ atMs }) => atMs)).toEqual([
    FOUR_PM_MS,
    FOUR_PM_MS + 8 * HOUR_S * 1_000,
    FOUR_PM_MS + 16 * HOUR_S * 1_000,
  ]);
});

test("funding is told when it is paid, although nobody asks, and only holders cost a timer", () => {
  const market = createMarket({ listings: [PERPETUAL, SHARE], now: () => Date.now() });
  const told = follow(market);
  expect(vi.getTimerCount()).toBe(0);
  market.place(order({ ...perpetual, quantity: "1" }));
  vi.advanceTimersByTime(4 * HOUR_S * 1_000);
  expect(told.at(-1)).toBe("funding BTCUSDT.P -10");
  market.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("an instrument without funding has no rate to set, and a reset forgets payments and rates", () => {
  const { market, place } = openMarket([PERPETUAL, SHARE]);
  expect(() => market.setFundingRate("SBER", "0.01")).toThrow(RangeError);
  market.setFundingRate(PERPETUAL.instrument, "0.01");
  place({ ...perpetual, quantity: "1" });
  market.advance(8 * HOUR_S);
  market.reset();
  expect(market.fundingOf("A")).toEqual([]);
  place({ ...perpetual, quantity: "1" });
  market.advance(8 * HOUR_S);
  expect(market.fundingOf("A")).toMatchObject([{ sequence: 1, amount: "-10" }]);
});
