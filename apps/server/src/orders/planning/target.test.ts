/** Target mode at the simulated venues: what an account is sent so that it holds what its strategy does. */
import type { OrderDetails, VenueName } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { giveStrategy } from "./strategy-world.fixture.ts";

/** Seven orders one after another, each with its fill. */
const TIMEOUT_MS = 60_000;

const server = await startServer();
const target = (from: string, to: string) => ({ kind: "target", from, to }) as const;
const said = ({ status, reason, direction, quantity }: OrderDetails) =>
  [status, reason, direction, quantity].map((one) => one ?? "").join(" ");

/** What the simulated market says that the account holds. */
async function heldAt(venue: VenueName, account: string): Promise<readonly number[]> {
  const rows = (await (await fetch(`${server.sandbox.controlUrl}/__sandbox/positions`)).json()) as {
    readonly venue: VenueName;
    readonly account: string;
    readonly quantity: string;
  }[];
  return rows
    .filter((row) => row.venue === venue && row.account === account)
    .map(({ quantity }) => Number(quantity))
    .filter((quantity) => quantity !== 0);
}

// Alor and T-Invest trade whole lots, Binance futures fractions; short selling there needs margin.
const NETTING: readonly (readonly [VenueName, string, string])[] = [
  ["ALOR_BROKER", "SiZ6", "1"],
  ["TINKOFF", "SiZ6", "1"],
  ["BINANCE_FUTURES", "BTCUSDT.P", "0.001"],
];

describe.each(NETTING)("at %s", (venue, ticker, unit) => {
  // @covers P10
  test(
    "promise 10: an account goes to each target once, and “go flat” twice opens nothing",
    async () => {
      const trader = await linkTrader(server, { venue });
      const strategy = await giveStrategy(server, trader, {
        venue,
        ticker,
        sizing: { kind: "multiplier", value: unit },
      });
      const size = (units: number) => String(Number((units * Number(unit)).toFixed(3)));
      expect(said(await strategy.trade(target("0", "10")))).toBe(`CREATED  BUY ${size(10)}`);
      expect(await strategy.held()).toBe(size(10));
      expect(said(await strategy.trade(target("0", "10")))).toBe("CREATED NOTHING_TO_DO  ");
      expect(said(await strategy.trade(target("10", "0")))).toBe(`CREATED  SELL ${size(10)}`);
      expect(said(await strategy.trade(target("10", "0")))).toBe("CREATED NOTHING_TO_DO  ");
      expect(said(await strategy.trade(target("0", "-5")))).toBe(`CREATED  SELL ${size(5)}`);
      // One order closes and opens: the venue nets.
      expect(said(await strategy.trade(target("-5", "3")))).toBe(`CREATED  BUY ${size(8)}`);
      expect(await strategy.held()).toBe(size(3));
      expect(await heldAt(venue, trader.portfolio)).toEqual([Number(size(3))]);
    },
    TIMEOUT_MS,
  );
});

// @covers P10
test(
  "promise 10: spot has no short position, so a short target means flat",
  async () => {
    const venue = "BINANCE_SPOT";
    const trader = await linkTrader(server, { venue });
    const strategy = await giveStrategy(server, trader, { venue, sizing: { kind: "multiplier", value: "0.001" } });
    expect(said(await strategy.trade(target("0", "5")))).toBe("CREATED  BUY 0.005");
    const sold = await strategy.trade(target("5", "-5"));
    expect(sold).toMatchObject({ status: "CREATED", direction: "SELL" });
    expect(sold.sizing?.notices.map(({ code }) => code)).toContain("SHORT_NOT_POSSIBLE");
    const again = await strategy.trade(target("5", "-5"));
    expect(again).toMatchObject({ status: "CREATED", reason: "NOTHING_TO_DO", execution: null });
  },
  TIMEOUT_MS,
);
