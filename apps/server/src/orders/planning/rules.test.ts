/** What the queue does with orders of strategies: whose positions they touch, what stops them, and what they are sized by. */
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { giveStrategy } from "./strategy-world.fixture.ts";

const TIMEOUT_MS = 60_000;
const server = await startServer();
const target = (from: string, to: string) => ({ kind: "target", from, to }) as const;
const SBER = { venue: "ALOR_BROKER", ticker: "SBER" } as const;

/** Trades beside us, as a trader does by hand. */
async function tradeByHand(account: string, side: "BUY" | "SELL", quantity: string): Promise<void> {
  const trade = { venue: SBER.venue, environment: "demo", account, instrument: SBER.ticker, side, quantity };
  await fetch(`${server.sandbox.controlUrl}/__sandbox/trade`, { method: "POST", body: JSON.stringify(trade) });
}

async function heldAt(account: string): Promise<readonly string[]> {
  const rows = (await (await fetch(`${server.sandbox.controlUrl}/__sandbox/positions`)).json()) as {
    readonly account: string;
    readonly quantity: string;
  }[];
  return rows.filter((row) => row.account === account && row.quantity !== "0").map(({ quantity }) => quantity);
}

// @covers P10
test(
  "promise 10: a strategy closes what it holds, and leaves what another one and the trader by hand hold",
  async () => {
    const trader = await linkTrader(server);
    const one = await giveStrategy(server, trader, SBER);
    const other = await giveStrategy(server, trader, SBER);
    await tradeByHand(trader.portfolio, "BUY", "7");
    await one.trade(target("0", "3"));
    await other.trade(target("0", "2"));
    expect(await heldAt(trader.portfolio)).toEqual(["12"]);
    expect(await one.trade(target("3", "0"))).toMatchObject({ direction: "SELL", quantity: "3" });
    expect(await other.trade({ kind: "close" })).toMatchObject({ direction: "SELL", quantity: "2" });
    expect(await heldAt(trader.portfolio)).toEqual(["7"]);
    expect([await one.held(), await other.held()]).toEqual(["0", "0"]);
  },
  TIMEOUT_MS,
);

test(
  "a newer target takes the place of an older one that hasn't been sent",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    const [older] = await strategy.store(target("0", "10"));
    const newer = await strategy.trade(target("10", "4"));
    expect(await strategy.order(older ?? "")).toMatchObject({
      status: "CREATED",
      reason: "SUPERSEDED",
      execution: null,
      attempts: 0,
    });
    expect(newer).toMatchObject({ direction: "BUY", quantity: "4" });
    expect(trader.executed()).toHaveLength(1);
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: two targets before the first fill don't overshoot",
  async () => {
    const trader = await linkTrader(server);
    // They rest: nobody sells so low.
    const strategy = await giveStrategy(server, trader, { ...SBER, limitPrice: "290" });
    await strategy.signal(target("0", "4"));
    const [second] = await strategy.signal(target("4", "6"));
    await expect.poll(() => trader.executed().length, { timeout: 20_000 }).toBe(2);
    expect(await strategy.order(second ?? "")).toMatchObject({ direction: "BUY", quantity: "2" });
  },
  TIMEOUT_MS,
);

test(
  "two legs of a calendar spread are held, enlarged and closed each in its own contract",
  async () => {
    const trader = await linkTrader(server);
    const roll = { daysBeforeExpiry: 0, onDisagreement: "refuse" } as const;
    const strategy = await giveStrategy(server, trader, { venue: "ALOR_BROKER", ticker: "SI1!" });
    const near = await strategy.trade({ ...target("0", "-2"), roll });
    const far = await strategy.trade({ ...target("0", "3"), roll, ticker: "SI2!" });
    expect(near).toMatchObject({ status: "CREATED", direction: "SELL", quantity: "2" });
    expect(far).toMatchObject({ status: "CREATED", direction: "BUY", quantity: "3" });
    expect(far.contract).not.toBe(near.contract);
    const { contract } = far;
    expect(await strategy.trade({ ...target("3", "4"), roll, ticker: "SI2!" })).toMatchObject({
      contract,
      quantity: "1",
    });
    expect(await strategy.trade({ kind: "close", roll, ticker: "SI2!" })).toMatchObject({ contract, quantity: "4" });
    expect(await strategy.held()).toBe("-2");
  },
  TIMEOUT_MS,
);

// @covers P2
test(
  "promise 2: a process that dies between plan and send leaves a plan that the next one sends as it is",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    const first = await strategy.trade(target("0", "1"));
    const [id = ""] = await strategy.store(target("1", "10"));
    // What the first process had committed. Planned now, it would be 9.
    await server.parts.database.query(
      `update orders set attempt = 1, stage = 'sending', direction = 'BUY', quantity = '7', key_version = other.key_version,
         sizing = other.sizing from orders other where orders.id = $1 and other.id = $2`,
      [id, first.id],
    );
    // The next target waits behind it, and counts with it.
    const next = await strategy.trade(target("10", "12"));
    expect(await strategy.settled(id)).toMatchObject({ status: "CREATED", quantity: "7" });
    expect(trader.executed().map(({ quantity }) => Number(quantity))).toEqual([1, 7, 4]);
    expect(next).toMatchObject({ status: "CREATED", direction: "BUY", quantity: "4" });
  },
  TIMEOUT_MS,
);

// @covers P12
test(
  "promise 12: a strategy that was paused before an order's turn sends nothing more, and still closes",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, SBER);
    await strategy.trade(target("0", "3"));
    await server.parts.database.query("update strategies set state = 'paused' where id = $1", [strategy.id]);
    // This node hasn't heard of it: the attempt isn't stored, and the strategy is read again.
    server.app.http.strategyDirectory.invalidate(strategy.id);
    expect(await strategy.trade(target("3", "5"))).toMatchObject({ status: "REJECTED", reason: "STRATEGY_PAUSED" });
    // Exits that were accepted before, whichever message they came by.
    expect(await strategy.trade({ kind: "delta", from: "3", to: "2", side: "SELL" })).toMatchObject({
      reason: "STRATEGY_PAUSED",
    });
    const [leg = ""] = await strategy.signal({ ...target("3", "-1"), ticker: "GAZP" }, [1]);
    expect(await strategy.settled(leg)).toMatchObject({ reason: "NOTHING_TO_DO" });
    expect(await strategy.trade(target("3", "0"))).toMatchObject({ status: "CREATED", quantity: "3" });
    expect(await strategy.held()).toBe("0");
    expect(await strategy.trade({ kind: "close" })).toMatchObject({ reason: "NOTHING_TO_DO" });
  },
  TIMEOUT_MS,
);

test(
  "a limit stops an entry with the numbers, and never an exit",
  async () => {
    const trader = await linkTrader(server);
    const strategy = await giveStrategy(server, trader, { ...SBER, limits: { maxPosition: "5", maxOrdersPerDay: 2 } });
    expect(await strategy.trade(target("0", "6"))).toMatchObject({
      status: "REJECTED",
      reason: "LIMIT_POSITION",
      sizing: { limit: { allowed: "5", wanted: "6" } },
    });
    expect(await strategy.logged()).toEqual(["limit SBER LIMIT_POSITION"]);
    await strategy.trade(target("6", "2"));
    await strategy.trade(target("2", "4"));
    expect(await strategy.trade(target("4", "5"))).toMatchObject({
      status: "REJECTED",
      reason: "LIMIT_ORDERS_PER_DAY",
    });
    expect(await strategy.trade(target("5", "0"))).toMatchObject({
      status: "CREATED",
      direction: "SELL",
      quantity: "4",
    });
  },
  TIMEOUT_MS,
);

test(
  "a share of the equity is sized by a reading whose time stands on the order",
  async () => {
    const trader = await linkTrader(server, { venue: "BINANCE_FUTURES" });
    const sizing = { kind: "equityPercent", value: "10" } as const;
    const strategy = await giveStrategy(server, trader, { venue: "BINANCE_FUTURES", sizing });
    const { sizing: record, quantity } = await strategy.trade(target("0", "1"));
    const { equity, price, equityReadAt, priceReadAt } = record ?? {};
    expect(Number(quantity)).toBe(Math.floor(((Number(equity) * 0.1) / Number(price)) * 1_000) / 1_000);
    const ages = [equityReadAt, priceReadAt].map((at) => Date.now() - Date.parse(at ?? ""));
    expect(Math.max(...ages)).toBeLessThan(TIMEOUT_MS);
  },
  TIMEOUT_MS,
);

// @covers P10
test(
  "promise 10: in hedge mode a reversal closes, waits for the fill, and opens",
  async () => {
    const venue = "BINANCE_FUTURES";
    const trader = await linkTrader(server, { venue, isHedged: true });
    const sizing = { kind: "multiplier", value: "0.001" } as const;
    const strategy = await giveStrategy(server, trader, { venue, sizing });
    await strategy.trade(target("0", "5"));
    const [closing = "", opening = ""] = await strategy.signal(target("5", "-3"), [1, 2]);
    expect(await strategy.settled(closing)).toMatchObject({ direction: "SELL", quantity: "0.005" });
    expect(await strategy.settled(opening)).toMatchObject({ direction: "SELL", quantity: "0.003" });
    expect(await strategy.held()).toBe("-0.003");
    expect(trader.executed()).toHaveLength(3);
    // A message with a position alone doesn't say that it reverses.
    const [first = "", second = ""] = await strategy.signal({ kind: "target", to: "2" }, [1, 2]);
    expect(await strategy.settled(first)).toMatchObject({ direction: "BUY", quantity: "0.003" });
    expect(await strategy.settled(second)).toMatchObject({ direction: "BUY", quantity: "0.002" });
    const [nothing = "", added = ""] = await strategy.signal({ kind: "target", to: "4" }, [1, 2]);
    expect(await strategy.settled(nothing)).toMatchObject({ reason: "NOTHING_TO_DO" });
    expect(await strategy.settled(added)).toMatchObject({ direction: "BUY", quantity: "0.002" });
  },
  TIMEOUT_MS,
);
