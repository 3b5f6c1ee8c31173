import { randomUUID } from "node:crypto";
import type { OrderCost, Strategy } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf } from "../../test/accounts.ts";
import { readEvents } from "../../test/event-reader.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { ORDER_CHANGED } from "../orders/index.ts";
import { STRATEGY_ACTED } from "./store.ts";

const server = await startServer();
const { database } = server.parts;
const MINUTE_US = 60_000_000;
const START_US = (Date.now() - 2 * 3_600_000) * 1_000;
let minutes = 0;

interface Story {
  readonly trader: Trader;
  readonly strategy: Strategy;
  /** The strategy's own id. */
  readonly strategyId: string;
  readonly accountId: string;
}

async function begin(): Promise<Story> {
  const trader = await linkTrader(server);
  const members = [{ accountId: trader.account, sizing: { kind: "multiplier", value: "2" } }];
  const { body } = await trader.user.api.post("/strategies/me/list", [{ name: "Trend", members }]);
  const [row] = await database.query<{ id: string }>("select id from strategies where user_id = $1", [trader.user.id]);
  return {
    trader,
    strategy: body[0],
    strategyId: row?.id ?? "",
    accountId: await accountIdOf(database, trader.account),
  };
}

interface Signal {
  readonly link?: object;
  /** Signed: negative sells. None: the signal made no order. */
  readonly filled?: number;
  readonly price?: number;
  /** TradingView's position after it. */
  readonly to?: string;
  readonly reason?: string;
  readonly status?: string;
}

/** Stores a signal and its order as acceptance, planning and the reconciler leave them. */
async function signal({ trader, strategyId, accountId }: Story, { link, filled, price, to, ...order }: Signal) {
  const id = randomUUID();
  const at = START_US + (minutes += 1) * MINUTE_US;
  const { id: userId } = trader.user;
  const body = JSON.stringify({ strategy: "•", ticker: "SBER", direction: "buy", type: "market", contracts: 1 });
  await database.query(
    `insert into signals (id, user_id, account_id, strategy_id, body, body_hash, accepted_by, received_at, link)
     values ($1, $2, $3, $3, convert_to($4, 'UTF8'), '', 1, $5, $6)`,
    [id, userId, strategyId, body, at, link ? JSON.stringify(link) : null],
  );
  if (filled === undefined) return id;
  const { status = "CREATED", reason = null } = order;
  const instruction = { kind: "target", to: to ?? null, sizing: { kind: "multiplier", value: "2" } };
  const sizing = { record: { quantityStep: "1", after: null }, symbol: "SBER", isEntry: true };
  await database.query(
    `insert into orders (id, signal_id, user_id, account_id, strategy_id, venue, is_demo, partition, status, stage, reason, ticker,
       direction, type, quantity, instruction, sizing, received_at, committed_at, execution_state, filled_quantity, is_notified)
     values ($1, $1, $2, $3, $4, 'ALOR_BROKER', true, 1, $5, 'done', $6, 'SBER', $7, 'MARKET', $8, $9, $10, $11, $11, $12, $8, true)`,
    [
      id,
      userId,
      accountId,
      strategyId,
      status,
      reason,
      filled < 0 ? "SELL" : "BUY",
      String(Math.abs(filled)),
      JSON.stringify(instruction),
      JSON.stringify(sizing),
      at,
      filled === 0 ? null : "filled",
    ],
  );
  if (filled === 0) return id;
  await database.query(
    `insert into fills (order_id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, executed_at, stored_at)
     values ($1, 't', $2, $3, 'ALOR_BROKER', 'SBER', $4, $5, $6, $7, $7)`,
    [id, userId, accountId, filled < 0 ? "SELL" : "BUY", String(Math.abs(filled)), String(price), at],
  );
  await database.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity, cash, scale)
     values ($1, $2, 'SBER', $3, 'ALOR_BROKER', $4, $5, '{"numerator":"2","denominator":"1"}')
     on conflict (strategy_id, account_id, symbol) do update
     set quantity = strategy_positions.quantity + excluded.quantity, cash = strategy_positions.cash + excluded.cash`,
    [strategyId, accountId, userId, filled, -filled * (price ?? 0)],
  );
  return id;
}

/** Returns a time zone in which the hour is `hour` now. */
function whereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

const link = (verdict: string, from: string, to: string, missed: string | null = null) => ({
  verdict,
  from,
  to,
  missed,
  heldMs: null,
});

test("a strategy's signals show their place in the chain and what became of each member's order, newest first", async () => {
  const story = await begin();
  await signal(story, { link: link("start", "0", "2"), filled: 4, price: 300, to: "2" });
  await signal(story, { link: link("duplicate", "0", "2") });
  await signal(story, {
    link: link("gap", "5", "6", "3"),
    filled: 0,
    to: "6",
    status: "REJECTED",
    reason: "NO_RIGHTS",
  });
  const { status, body } = await story.trader.user.api.get(`/strategies/${story.strategy.id}/signals?size=2`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ totalElements: 3, totalPages: 2 });
  expect(body.content).toMatchObject([
    {
      ticker: "SBER",
      link: { verdict: "gap", missed: "3" },
      outcomes: { refused: 1 },
      orders: [{ accountId: story.trader.account, exchange: "ALOR_BROKER", outcome: "refused", reason: "NO_RIGHTS" }],
    },
    { ticker: "SBER", link: { verdict: "duplicate" }, outcomes: {}, orders: [] },
  ]);
  const { body: last } = await story.trader.user.api.get(`/strategies/${story.strategy.id}/signals?size=2&page=1`);
  expect(last.content).toMatchObject([{ link: { verdict: "start" }, outcomes: { done: 1 } }]);
});

// @covers P10
test("a strategy's position is that of its own fills; what the account holds beside it isn't counted", async () => {
  const story = await begin();
  const { trader, strategy } = story;
  await signal(story, { filled: 4, price: 300, to: "2" });
  await signal(story, { filled: -1, price: 310, to: "1" });
  const other = await trader.user.api.post("/strategies/me/list", [{ name: "Other" }]);
  const path = (id: string) => `/strategies/${id}/positions`;
  const { status, body } = await trader.user.api.get(path(strategy.id));
  expect([status, body]).toEqual([
    200,
    [
      expect.objectContaining({
        accountId: trader.account,
        exchange: "ALOR_BROKER",
        ticker: "SBER",
        contract: "SBER",
        quantity: "3",
        // TradingView holds 1; this account twice that.
        target: "2",
        drift: "1",
        averagePrice: "300",
      }),
    ],
  ]);
  expect((await trader.user.api.get(path(other.body[1].id))).body).toEqual([]);
  const { body: standing } = await trader.user.api.get("/strategies/me/standing");
  expect(standing).toMatchObject([
    {
      id: strategy.id,
      drifting: 1,
      holdings: [{ exchange: "ALOR_BROKER", isDemo: true, ticker: "SBER", quantity: "3" }],
    },
    { holdings: [], drifting: 0, today: [], lastSignalAt: null },
  ]);
});

test("an entry that was refused is drift, too: the strategy is in a position, and the account is not", async () => {
  const story = await begin();
  await signal(story, { filled: 0, to: "-3", status: "REJECTED", reason: "NO_RIGHTS" });
  const { body } = await story.trader.user.api.get(`/strategies/${story.strategy.id}/positions`);
  expect(body).toMatchObject([{ quantity: "0", target: "-6", drift: "6", averagePrice: null }]);
});

test("the report counts a strategy's own fills at its own average price", async () => {
  const story = await begin();
  await signal(story, { filled: 4, price: 300, to: "2" });
  await signal(story, { filled: -4, price: 310, to: "0" });
  const report = async () => (await story.trader.user.api.get(`/strategies/${story.strategy.id}/report`)).body;
  // The sums learn from the venue what a price is worth: a lot of SBER is ten shares.
  await expect.poll(report).toMatchObject({ uncounted: 0, totals: [{ currency: "RUB", realised: "400", fills: 2 }] });
  const { body } = await story.trader.user.api.get(`/strategies/${story.strategy.id}/positions`);
  expect(body).toMatchObject([{ quantity: "0", realisedProfit: "400", openProfit: "0", currency: "RUB" }]);
  const { api } = story.trader.user;
  const today = async (timeZone: string) => {
    await api.post("/strategies/me/list", [{ id: story.strategy.id, limits: { timeZone } }]);
    return (await api.get("/strategies/me/standing")).body[0].today;
  };
  expect(await today(whereItIs(12))).toEqual([{ currency: "RUB", profit: "400" }]);
  // The fills are more than an hour old: of yesterday.
  expect(await today(whereItIs(0))).toEqual([]);
  expect((await api.get(`/strategies/${story.strategy.id}/report?tz=Mars`)).status).toBe(422);

  // The report of all fills, their costs and their file call the strategy by its name.
  expect((await api.get("/reports/me")).body.strategies).toMatchObject([
    { strategy: "Trend", realised: "400", fills: 2 },
  ]);
  const costs = (await api.get("/reports/me/orders")).body.content as OrderCost[];
  expect(costs.map(({ strategy }) => strategy)).toEqual(["Trend", "Trend"]);
  expect((await api.get("/reports/me/csv")).text.match(/;Trend;|,Trend,/g)).toHaveLength(2);
});

test("the account's positions say how much of each a strategy holds", async () => {
  const story = await begin();
  await signal(story, { filled: 4, price: 300, to: "2" });
  const { body } = await story.trader.user.api.get("/positions/me/list");
  expect(body).toMatchObject([{ strategies: [{ id: story.strategy.id, quantity: "4" }] }]);
});

test("what was once a strategy's keeps its log, and is no part of the list", async () => {
  const story = await begin();
  const { api } = story.trader.user;
  await api.post("/strategies/me/list", [{ id: story.strategy.id, isDeleted: true }]);
  expect((await api.get("/strategies/me/standing")).body).toEqual([]);
  expect((await api.get(`/strategies/${story.strategy.id}/log`)).status).toBe(404);
  expect((await api.get(`/strategies/${story.strategyId}/log`)).body.content).toMatchObject([{ kind: "created" }]);
});

test("an open page hears of a saved strategy, of a signal without orders, and of a strategy's order", async () => {
  const story = await begin();
  const { user } = story.trader;
  const { bus } = server.app.http.platform;
  const events = await readEvents(server.url, user.token);
  const heard = () => events.events.filter(({ name }) => name === "strategy").length;
  await user.api.post("/strategies/me/list", [{ name: "Second" }]);
  await expect.poll(heard).toBe(1);
  bus.publish(STRATEGY_ACTED, user.id);
  await expect.poll(heard).toBe(2);
  const id = await signal(story, { filled: 4, price: 300, to: "2" });
  bus.publish(ORDER_CHANGED, { userId: user.id, id });
  await expect.poll(heard).toBe(3);
  await story.trader.alert();
  await story.trader.ended(2);
  // The account's own order isn't any strategy's.
  expect(heard()).toBe(3);
});
