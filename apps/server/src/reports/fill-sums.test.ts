import { difference, product, sum } from "@chartrelay/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openProfit } from "./average-cost.ts";
import { QUARTER_MS, sumFills, type CountedFill, type Figures, type QuarterSum, type Terms } from "./fill-sums.ts";

const fill = (fields: Partial<CountedFill> = {}): CountedFill => ({
  side: "BUY",
  quantity: "1",
  price: "100",
  fee: null,
  isFeeInAsset: false,
  atMs: 1_000,
  strategy: "",
  signalPrice: null,
  signalAtMs: null,
  receivedAtMs: 0,
  sentAtMs: null,
  ...fields,
});

const IN_ROUBLES: Terms = { unitValue: "10", currency: "RUB", tick: "0.01" };
const IN_USDT: Terms = { unitValue: "1", currency: "USDT", tick: "0.01" };
const sums = (fills: readonly CountedFill[], terms = IN_ROUBLES) => sumFills(fills, () => terms);
const withoutStrategy = ({ byStrategy }: QuarterSum): Figures => {
  const figures = byStrategy.get("");
  if (!figures) throw new Error("no figures");
  return figures;
};
const only = (all: readonly QuarterSum[]) => {
  const [one, ...others] = all;
  if (!one || others.length > 0) throw new Error(`${all.length} quarters`);
  return { ...withoutStrategy(one), holding: one.holding };
};

test("a lot of ten shares bought at 300.5 and sold at 302 earns 15 roubles, and its fees are counted by currency", () => {
  const { realised, fees, fills, holding } = only(
    sums([
      fill({ price: "300.5", fee: { amount: "1.5", currency: "RUB" } }),
      fill({ side: "SELL", price: "302", fee: { amount: "0.0001", currency: "BNB" } }),
    ]),
  );
  expect([realised, fills, holding.quantity]).toEqual(["15", 2, "0"]);
  expect([...fees]).toEqual([
    ["RUB", "1.5"],
    ["BNB", "0.0001"],
  ]);
});

test("a future's points become money by their value at the time of the fill that closes", () => {
  const terms = (quarter: number): Terms => ({ unitValue: quarter === 0 ? "1.5" : "2", currency: "RUB", tick: "10" });
  const all = sumFills([fill({ price: "90000" }), fill({ side: "SELL", price: "90500", atMs: QUARTER_MS })], terms);
  expect(all.map((each) => [each.quarter, withoutStrategy(each).realised])).toEqual([
    [0, "0"],
    [1, "1000"],
  ]);
});

test("Binance's fee in the coin bought lessens what is held, and costs what it was worth", () => {
  const { realised, fees, holding } = only(
    sums([fill({ price: "50000", fee: { amount: "0.001", currency: "BTC" }, isFeeInAsset: true })], IN_USDT),
  );
  expect(holding).toEqual({ quantity: "0.999", cost: "49950" });
  expect([realised, [...fees]]).toEqual(["0", [["USDT", "50"]]]);
});

test("slippage is worse than the signal on either side when positive: in money, against its value, in price steps", () => {
  const { slippage } = only(
    sums([
      fill({ quantity: "2", price: "100.05", signalPrice: "100" }),
      fill({ side: "SELL", quantity: "1", price: "100.03", signalPrice: "100" }),
      fill({ price: "400" }),
    ]),
  );
  // 2 × 10 × 0.05 − 1 × 10 × 0.03; 2 × 5 steps − 3 steps.
  expect(slippage).toEqual({ fills: 2, money: "0.7", value: "3000", ticks: "7", quantity: "3" });
});

test("delays count only fills of which both times are known", () => {
  const { signalToReceived, receivedToSent, sentToFilled } = only(
    sums([
      fill({ signalAtMs: 100, receivedAtMs: 400, sentAtMs: 410, atMs: 500 }),
      fill({ receivedAtMs: 600, atMs: 700 }),
    ]),
  );
  expect(signalToReceived).toEqual({ ms: 300, fills: 1 });
  expect(receivedToSent).toEqual({ ms: 10, fills: 1 });
  expect(sentToFilled).toEqual({ ms: 90, fills: 1 });
});

test("what is realised counts for the strategy whose order closed, and all strategies add up to the whole", () => {
  const all = [
    fill({ strategy: "breakout", quantity: "2", price: "100", fee: { amount: "1", currency: "RUB" } }),
    fill({ strategy: "reversal", side: "SELL", price: "103" }),
    fill({ side: "SELL", price: "99" }),
  ];
  const [quarter] = sums(all);
  expect([...(quarter?.byStrategy ?? [])].map(([name, { fills, realised }]) => [name, fills, realised])).toEqual([
    ["", 1, "-10"],
    ["breakout", 1, "0"],
    ["reversal", 1, "30"],
  ]);
  expect(quarter?.holding).toEqual({ quantity: "0", cost: "0" });
});

const fills = fc
  .array(
    fc.record({
      side: fc.constantFrom("BUY" as const, "SELL" as const),
      quantity: fc.integer({ min: 1, max: 500 }).map((units) => String(units / 100)),
      price: fc.integer({ min: 1, max: 9_999 }).map((units) => String(units / 100)),
      feeAmount: fc.integer({ min: -5, max: 50 }).map((units) => String(units / 10_000)),
      isFeeInAsset: fc.boolean(),
      atMs: fc.integer({ min: 0, max: 20 * QUARTER_MS }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ feeAmount: amount, ...rest }) => {
        const isFeeInAsset = rest.isFeeInAsset && Number(amount) > 0;
        return fill({ ...rest, isFeeInAsset, fee: { amount, currency: isFeeInAsset ? "BTC" : "USDT" } });
      }),
  );

test("profit minus fees is exactly the money received minus paid, plus what is held, whatever paid the fees", () => {
  fc.assert(
    fc.property(fills, fc.integer({ min: 1, max: 9_999 }), (all, price) => {
      let [money, held] = ["0", "0"];
      for (const { side, quantity, price: paid, fee, isFeeInAsset } of all) {
        const value = product(quantity, paid);
        const amount = fee?.amount ?? "0";
        money = side === "BUY" ? difference(money, value) : sum(money, value);
        held = side === "BUY" ? sum(held, quantity) : difference(held, quantity);
        if (isFeeInAsset) held = difference(held, amount);
        else money = difference(money, amount);
      }
      const quarters = sums(all, IN_USDT);
      const holding = quarters.at(-1)?.holding ?? { quantity: "0", cost: "0" };
      expect(holding.quantity).toBe(held);
      let profit = openProfit(holding, String(price));
      for (const { realised, fees } of quarters.map(withoutStrategy))
        profit = difference(sum(profit, realised), fees.get("USDT") ?? "0");
      expect(profit).toBe(sum(money, product(held, String(price))));
    }),
  );
});

test("counting on from any quarter's end gives the same sums as counting everything", () => {
  fc.assert(
    fc.property(fills, fc.nat(20), (all, from) => {
      const whole = sums(all);
      const before = whole.findLast(({ quarter }) => quarter < from);
      const rest = sumFills(
        all.filter(({ atMs }) => atMs >= from * QUARTER_MS),
        () => IN_ROUBLES,
        before?.holding,
      );
      expect(rest).toEqual(whole.filter(({ quarter }) => quarter >= from));
    }),
  );
});
