/** What an account holds after its fills, and what its orders block, by the kind of instrument. */
import { expect, test } from "vitest";
import { openMarket } from "./market.fixture.ts";
import { afterTrade, averagePriceOf, FLAT } from "./position.ts";
import type { Market } from "./terms.ts";

const money = (market: Market, asset: string) => {
  const { total, blocked } = market.balances("A").find((one) => one.asset === asset) ?? {};
  return [Number(total), Number(blocked)];
};

test.each<[string, readonly [string, string][], [string, string, string]]>([
  ["opens", [["10", "100"]], ["10", "100", "0"]],
  [
    "averages what is added",
    [
      ["10", "100"],
      ["30", "120"],
    ],
    ["40", "115", "0"],
  ],
  [
    "keeps its average when a part is sold",
    [
      ["10", "100"],
      ["-4", "130"],
    ],
    ["6", "100", "120"],
  ],
  [
    "is flat without an average",
    [
      ["10", "100"],
      ["-10", "90"],
    ],
    ["0", "0", "-100"],
  ],
  [
    "turns short at the price of the turn",
    [
      ["10", "100"],
      ["-15", "110"],
    ],
    ["-5", "110", "100"],
  ],
  [
    "turns long again",
    [
      ["-10", "100"],
      ["25", "90"],
    ],
    ["15", "90", "100"],
  ],
  [
    "gains when a short is covered lower",
    [
      ["-10", "100"],
      ["4", "80"],
    ],
    ["-6", "100", "80"],
  ],
  [
    "loses nothing to rounding",
    [
      ["3", "0.1"],
      ["4", "0.2"],
      ["-7", "0.3"],
    ],
    ["0", "0", "1"],
  ],
])("a position %s", (_what, trades, [quantity, average, realised]) => {
  const position = trades.reduce((held, [traded, price]) => afterTrade(held, traded, price), FLAT);
  expect([position.quantity, averagePriceOf(position), position.realised].map(Number)).toEqual(
    [quantity, average, realised].map(Number),
  );
});

test("a share costs its lots' value and the fee; a buy in the book blocks both, a sale nothing", () => {
  const { market, place } = openMarket();
  market.fund("A", { RUB: "100000" });
  place();
  expect(money(market, "RUB")).toEqual([100_000 - 30_000 - 15, 0]);
  place({ limit: "290" });
  place({ side: "SELL", limit: "310" });
  expect(money(market, "RUB")).toEqual([69_985, 29_014.5]);
});

test("a coin changes two balances; its buyer pays the fee in coins, its seller in money", () => {
  const { market, place } = openMarket();
  market.fund("A", { USDT: "300000", BTC: "1" });
  place({ instrument: "BTCUSDT", quantity: "2" });
  expect([money(market, "USDT"), money(market, "BTC")]).toEqual([
    [100_000, 0],
    [2.998, 0],
  ]);
  place({ instrument: "BTCUSDT", side: "SELL", quantity: "1" });
  expect([money(market, "USDT"), money(market, "BTC")]).toEqual([
    [199_900, 0],
    [1.998, 0],
  ]);
  place({ instrument: "BTCUSDT", side: "SELL", quantity: "0.5", limit: "110000" });
  place({ instrument: "BTCUSDT", quantity: "0.1", limit: "90000" });
  expect([money(market, "USDT"), money(market, "BTC")]).toEqual([
    [199_900, 9_000],
    [1.998, 0.5],
  ]);
});

test("a future blocks margin, and closing it realises profit in money", () => {
  const { market, place } = openMarket();
  const future = { instrument: "RTS-12.26", quantity: "2" };
  market.fund("A", { RUB: "1000000" });
  place(future);
  const value = 2 * 110_000 * 1.621;
  const fee = value * 0.0005;
  expect(money(market, "RUB")).toEqual([1_000_000 - fee, expect.closeTo(value * 0.2, 6)]);
  market.setPrice("RTS-12.26", "111000");
  place({ ...future, side: "SELL", limit: "112000" });
  expect(money(market, "RUB")[1]).toBeCloseTo(value * 0.2, 6);
  market.setPrice("RTS-12.26", "112000");
  const fees = fee + 2 * 112_000 * 1.621 * 0.0005;
  expect(money(market, "RUB")).toEqual([expect.closeTo(1_000_000 + 2 * 2_000 * 1.621 - fees, 6), 0]);
  expect(market.positions("A")).toMatchObject([{ quantity: "0", averagePrice: "0", realisedProfit: "6484" }]);
});

test("what an order would need, and whether a funded account has it", () => {
  const { market, place } = openMarket();
  const terms = { ...place({ limit: "100" }), account: "A" };
  expect(market.requirement(terms)).toMatchObject({ asset: "RUB", amount: "10005", isCovered: true });
  market.fund("A", { RUB: "20010" });
  expect(market.requirement(terms)).toEqual({ asset: "RUB", amount: "10005", free: "10005", isCovered: true });
  expect(market.requirement({ ...terms, quantity: "11" }).isCovered).toBe(false);
  const sale = { ...terms, instrument: "BTCUSDT", side: "SELL" } as const;
  expect(market.requirement(sale)).toEqual({ asset: "BTC", amount: "10", free: "0", isCovered: false });
});

test("an account that was never funded has enough of everything, and knows what it has", () => {
  const { market, place } = openMarket();
  expect(market.balances("A").map(({ asset, total }) => [asset, total])).toEqual([
    ["RUB", "1000000000"],
    ["USDT", "1000000000"],
    ["BTC", "1000000000"],
  ]);
  const huge = { ...place({ limit: "1" }), quantity: "9000000000" };
  expect(market.requirement(huge).isCovered).toBe(true);
});
