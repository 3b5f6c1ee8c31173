/** The daily loss that a strategy's limits allow, counted from its own fills at what its instruments are worth now. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { giveStrategy } from "./strategy-world.fixture.ts";

const TIMEOUT_MS = 60_000;
const server = await startServer();
const { database } = server.parts;
const market = server.sandbox.market("ALOR_BROKER", "demo");
const target = (from: string, to: string) => ({ kind: "target", from, to }) as const;
const SBER = { venue: "ALOR_BROKER", ticker: "SBER", limits: { maxDailyLoss: "1000" } } as const;

/** Reports count a fill within a second or so. This is the moment before they did for the first time. */
async function forgetReports(accountId: string): Promise<void> {
  await eventually(async () => {
    const rows = await database.query("delete from own_holdings where account_id = $1 returning symbol", [accountId]);
    expect(rows).toHaveLength(1);
  });
}

test(
  "right after a strategy's first fill, an entry into another instrument is allowed, though no report counts the fill yet",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    expect(await strategy.trade(target("0", "1"))).toMatchObject({ status: "CREATED", direction: "BUY" });
    await forgetReports(trader.accountId);
    expect(await strategy.trade({ ...target("0", "2"), ticker: "GAZP" })).toMatchObject({
      status: "CREATED",
      reason: null,
      quantity: "2",
    });
    // Sold again, it holds nothing, and its loss or profit still counts.
    await strategy.trade(target("1", "0"));
    expect(await strategy.trade({ ...target("2", "3"), ticker: "GAZP" })).toMatchObject({ status: "CREATED" });
  },
  TIMEOUT_MS,
);

test(
  "an open loss in one instrument stops an entry into another, with the numbers, before any report counts it",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    market.setPrice("SBER", "300");
    await strategy.trade(target("0", "10"));
    await forgetReports(trader.accountId);
    market.setPrice("SBER", "280");
    let held = 0;
    // A price may be a second old.
    const refused = await eventually(async () => {
      const order = await strategy.trade({ ...target(String(held), String(held + 1)), ticker: "GAZP" });
      if (order.status === "CREATED") held += 1;
      expect(order).toMatchObject({
        status: "REJECTED",
        reason: "LIMIT_DAILY_LOSS",
        sizing: { limit: { allowed: "1000" } },
      });
      return order;
    });
    // 20 a share, 10 shares a lot, 10 lots, and what the book's spread took.
    expect(Number(refused.sizing?.limit?.wanted)).toBeGreaterThanOrEqual(1_900);
    expect(Number(refused.sizing?.limit?.wanted)).toBeLessThan(2_500);
    expect(await strategy.trade(target("10", "0"))).toMatchObject({
      status: "CREATED",
      direction: "SELL",
      quantity: "10",
    });
    // What was lost stays lost, whatever the price does.
    market.setPrice("SBER", "300");
    expect(await strategy.trade({ ...target("5", "9"), ticker: "GAZP" })).toMatchObject({ reason: "LIMIT_DAILY_LOSS" });
  },
  TIMEOUT_MS,
);

test(
  "while the price of what is held isn't known, nothing is entered, and everything may be closed",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    await strategy.trade(target("0", "1"));
    // Nobody quotes it: its order is the one that names it.
    await database.query("update strategy_positions set symbol = 'GONE' where strategy_id = $1", [strategy.id]);
    expect(await strategy.trade({ ...target("0", "2"), ticker: "GAZP" })).toMatchObject({
      status: "REJECTED",
      reason: "LIMIT_NOT_KNOWN",
    });
    await database.query("update strategy_positions set symbol = 'SBER' where strategy_id = $1", [strategy.id]);
    expect(await strategy.trade(target("1", "0"))).toMatchObject({ status: "CREATED", direction: "SELL" });
  },
  TIMEOUT_MS,
);
