import { compareDecimals, difference, negated, product, sum } from "@chartrelay/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTHING_HELD, openProfit, trade, type Holding, type Trade } from "./average-cost.ts";

const decimals = (max: number, digits: number) =>
  fc.integer({ min: 1, max }).map((units) => String(units / 10 ** digits));
const trades = fc.array(
  fc.record<Trade>({
    side: fc.constantFrom("BUY", "SELL"),
    quantity: decimals(20_000, 3),
    price: decimals(900_000, 2),
  }),
  { maxLength: 40 },
);

function tradeAll(all: readonly Trade[], start: Holding = NOTHING_HELD): { holding: Holding; realised: string } {
  let [holding, realised] = [start, "0"];
  for (const each of all) {
    const traded = trade(holding, each);
    holding = traded.holding;
    realised = sum(realised, traded.realised);
  }
  return { holding, realised };
}

/** Counts in whole thousandths of a unit: each is bought or sold at its price, and the average is a float. */
function naiveModel(all: readonly Trade[]): { quantity: number; average: number; realised: number } {
  let [units, average, realised] = [0, 0, 0];
  for (const { side, quantity, price } of all) {
    const sign = side === "BUY" ? 1 : -1;
    for (let left = Math.round(Number(quantity) * 1_000); left > 0;) {
      const isClosing = units !== 0 && Math.sign(units) !== sign;
      const now = isClosing ? Math.min(left, Math.abs(units)) : left;
      if (isClosing) realised += ((Number(price) - average) * -sign * now) / 1_000;
      else average = (average * Math.abs(units) + Number(price) * now) / (Math.abs(units) + now);
      units += sign * now;
      if (units === 0) average = 0;
      left -= now;
    }
  }
  return { quantity: units / 1_000, average, realised };
}

test("profit and average price are what counting unit by unit gives", () => {
  fc.assert(
    fc.property(trades, (all) => {
      const { holding, realised } = tradeAll(all);
      const naive = naiveModel(all);
      expect(Number(holding.quantity)).toBeCloseTo(naive.quantity, 6);
      expect(Number(realised)).toBeCloseTo(naive.realised, 3);
      if (naive.quantity !== 0) expect(Number(holding.cost) / Number(holding.quantity)).toBeCloseTo(naive.average, 3);
      else expect(holding).toEqual(NOTHING_HELD);
    }),
  );
});

test("profit realised and open is exactly the money received, minus paid, plus what is held", () => {
  fc.assert(
    fc.property(trades, decimals(900_000, 2), (all, price) => {
      const { holding, realised } = tradeAll(all);
      let money = "0";
      for (const { side, quantity, price: paid } of all) {
        const value = product(quantity, paid);
        money = side === "BUY" ? difference(money, value) : sum(money, value);
      }
      const profit = sum(realised, openProfit(holding, price));
      expect(compareDecimals(profit, sum(money, product(holding.quantity, price)))).toBe(0);
    }),
  );
});

test("trades in the opposite direction earn the opposite", () => {
  const turned = ({ side, ...rest }: Trade): Trade => ({ ...rest, side: side === "BUY" ? "SELL" : "BUY" });
  fc.assert(
    fc.property(trades, (all) => {
      const [one, other] = [tradeAll(all), tradeAll(all.map(turned))];
      expect(other.holding.quantity).toBe(negated(one.holding.quantity));
      expect(other.realised).toBe(negated(one.realised));
    }),
  );
});

test("a sale of more than is held realises what was held, and opens a short position at its own price", () => {
  const { holding } = tradeAll([
    { side: "BUY", quantity: "2", price: "100" },
    { side: "BUY", quantity: "1", price: "106" },
  ]);
  expect(trade(holding, { side: "SELL", quantity: "5", price: "110" })).toEqual({
    holding: { quantity: "-2", cost: "-220" },
    realised: "24",
  });
});

test("a price that no decimal can split evenly leaves nothing behind when the rest is sold", () => {
  const thirds: Trade[] = [
    { side: "BUY", quantity: "3", price: "33.333333" },
    { side: "BUY", quantity: "4", price: "10" },
    { side: "SELL", quantity: "1", price: "20" },
    { side: "SELL", quantity: "6", price: "20" },
  ];
  expect(tradeAll(thirds)).toEqual({ holding: NOTHING_HELD, realised: "0.000001" });
});
