/** The kill switch, with the real product and the simulated venues. */
import { type Strategy, VENUES } from "@chartrelay/contract";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import {
  expectTraded,
  heldAt,
  holdOrder,
  makeStrategies,
  proven,
  pull,
  stopOf,
  strategyTrades,
  trade,
  workingAt,
} from "./stops.fixture.ts";

/** How often an order was about to be attempted. */
let attempts = 0;
const server = await startServer({
  parts: {
    failpoint: (point) => {
      if (point === "attempt.before") attempts += 1;
    },
  },
});
afterEach(() => server.sandbox.faults.reset());

/** Trades at the simulated venue beside us. */
function byHand({ portfolio }: Trader, instrument: string, quantity: string, side: "BUY" | "SELL" = "BUY"): void {
  server.sandbox.market("ALOR_BROKER", "demo").place({
    account: portfolio,
    clientOrderId: null,
    instrument,
    side,
    quantity,
    limit: null,
    trigger: null,
    kind: "order",
    timeInForce: "day",
    expiresAtMs: null,
    reduceOnly: false,
  });
}

// @covers P12
test("promise 12: stopping everything cancels and closes all that we opened at four venues, and proves it", async () => {
  const user = await server.signUp();
  const all = [];
  for (const venue of VENUES) all.push({ venue, trader: await linkTrader(server, { user, venue }) });
  for (const at of all) await trade(at);
  for (const at of all) await expectTraded(server, at);

  const { id } = await pull(user.api, { scope: "all", level: "flatten" });
  const stop = await proven(user.api, id);
  expect(all.map((at) => [heldAt(server, at), workingAt(server, at)])).toEqual(all.map(() => [[], []]));
  expect(stop).toMatchObject({ cancelledOrders: 4, closedPositions: 6 });
  // At Binance spot, the fee was taken from what was bought: less than a step of it can't be sold.
  expect(stop.open).toEqual([expect.objectContaining({ exchange: "BINANCE_SPOT", reason: "QUANTITY_TOO_SMALL" })]);
  expect(stop.tookMs).toBeGreaterThan(0);
});

test("what was opened by hand stays, and is listed", async () => {
  const trader = await linkTrader(server);
  await trade({ trader, venue: "ALOR_BROKER" });
  await expectTraded(server, { trader, venue: "ALOR_BROKER" });
  byHand(trader, "SBER", "3");
  const { id } = await pull(trader.user.api, { scope: "account", id: trader.account, level: "flatten" });
  const stop = await proven(trader.user.api, id);
  expect(stop.open).toEqual([
    expect.objectContaining({ accountId: trader.account, ticker: "SBER", quantity: "3", reason: "HELD_BY_HAND" }),
  ]);
  expect(heldAt(server, { trader, venue: "ALOR_BROKER" })).toEqual([{ instrument: "SBER", quantity: 3 }]);
});

test("from the answer on no order is sent, whatever is queued, until its user lifts the stop", async () => {
  const trader = await linkTrader(server);
  // The first order holds up the queue, for longer than a busy machine takes to answer the stop.
  server.sandbox.faults.set({ kind: "latency", latencyMs: 2_000, account: trader.portfolio, times: 1 });
  await trader.alert();
  await trader.alert();
  await eventually(() => expect(server.sandbox.faults.list()).toEqual([]), { interval: 10 });
  const { id } = await pull(trader.user.api, { scope: "account", id: trader.account, level: "stop" });
  expect((await trader.alert()).body.status).toBe("REJECTED");
  await proven(trader.user.api, id);
  const ended = await trader.ended(3);
  expect(ended.map(({ status, reason }) => [status, reason])).toEqual([
    ["CREATED", null],
    ["REJECTED", "STOPPED"],
    ["REJECTED", "STOPPED"],
  ]);
  expect(trader.executed()).toHaveLength(1);
  const { body } = await trader.user.api.post(`/stops/${id}/lift`, {});
  expect(body.liftedAt).not.toBeNull();
  await trader.alert();
  expect((await trader.ended(4)).at(-1)?.status).toBe("CREATED");
  expect(trader.executed()).toHaveLength(2);
  expect((await stopOf(trader.user.api, id)).state).toBe("proven");
});

const STOP_ELSEWHERE = `
insert into stops (id, user_id, scope, level, state, requested_at, progress)
values (gen_random_uuid(), $1, 'all', 'stop', 'proven', 0, '{}')`;

// @covers P12
test("promise 12: an order isn't sent under a stop of which its node hasn't heard", async () => {
  const trader = await linkTrader(server);
  await trader.alert();
  await trader.ended(1);
  const { database } = server.parts;
  // As another node has committed it, whose notification hasn't arrived.
  await database.query(STOP_ELSEWHERE, [trader.user.id]);
  attempts = 0;
  expect((await trader.alert()).body.status).toBe("NEW");
  await eventually(() => expect(attempts).toBeGreaterThan(1), { interval: 10 });
  expect(trader.executed()).toHaveLength(1);
  await database.query("update stops set lifted_at = 1 where user_id = $1", [trader.user.id]);
  expect((await trader.ended(2)).map(({ status }) => status)).toEqual(["CREATED", "CREATED"]);
});

const ALOR = "ALOR_BROKER";
const filled = async (trader: Trader, count: number) =>
  await eventually(
    async () => {
      const states = (await trader.orders()).map(({ execution }) => execution?.state);
      expect(states.filter((state) => state === "filled")).toHaveLength(count);
    },
    { timeout: 30_000, interval: 250 },
  );

// @covers P12
test("promise 12: a strategy's stop closes what it holds, and leaves another strategy's position and one by hand", async () => {
  const trader = await linkTrader(server);
  const [own, other] = await makeStrategies(trader, server, "Own", "Other");
  const at = { trader, venue: ALOR } as const;
  const signal = { direction: "buy", ticker: "SBER", contracts: "10" } as const;
  await strategyTrades(server, own, signal);
  await strategyTrades(server, other, { ...signal, contracts: "5" });
  await trader.alert(trader.message({ ticker: "GAZP", contracts: 20 }));
  await filled(trader, 3);
  byHand(trader, "SBER", "3");

  const { id } = await pull(trader.user.api, { scope: "strategy", id: own.id, level: "flatten" });
  expect(await proven(trader.user.api, id)).toMatchObject({ subjectName: "Own", closedPositions: 1, open: [] });
  expect(heldAt(server, at)).toEqual([
    { instrument: "GAZP", quantity: 20 },
    { instrument: "SBER", quantity: 8 },
  ]);
  const ledgers = await server.parts.database.query(
    "select strategy_id, trim_scale(quantity)::text as quantity from strategy_positions where account_id = $1",
    [trader.accountId],
  );
  expect(ledgers).toEqual(
    expect.arrayContaining([
      { strategy_id: own.ownId, quantity: "0" },
      { strategy_id: other.ownId, quantity: "5" },
    ]),
  );
});

test("a stopped strategy's signals are refused, held ones too, while the other strategies of its account trade", async () => {
  const trader = await linkTrader(server);
  const [own, other] = await makeStrategies(trader, server, "Own", "Other");
  const signal = { direction: "buy", ticker: "SBER", contracts: "10" } as const;
  await strategyTrades(server, own, signal);
  await filled(trader, 1);
  const held = await holdOrder(server, own);
  const { id } = await pull(trader.user.api, { scope: "strategy", id: own.id, level: "stop" });
  await strategyTrades(server, own, signal);
  await strategyTrades(server, other, signal);
  const ended = await trader.ended(4);
  expect(ended.find((order) => order.id === held)).toMatchObject({ status: "REJECTED", reason: "STOPPED" });
  expect(ended.filter(({ status }) => status === "CREATED")).toHaveLength(2);
  await proven(trader.user.api, id);
  const state = async () => (await trader.user.api.get("/strategies/me/list")).body.map((each: Strategy) => each.state);
  expect(await state()).toEqual(["stopped", "on"]);
  await trader.user.api.post(`/stops/${id}/lift`, {});
  expect(await state()).toEqual(["on", "on"]);
  await strategyTrades(server, own, signal);
  await filled(trader, 3);
});

test("a position that its trader closes at the venue isn't closed again: nothing is opened by a stop", async () => {
  const trader = await linkTrader(server);
  const [own] = await makeStrategies(trader, server, "Own");
  const at = { trader, venue: ALOR } as const;
  await strategyTrades(server, own, { direction: "buy", ticker: "SBER", contracts: "10" });
  await filled(trader, 1);
  byHand(trader, "SBER", "7", "SELL");
  const { id } = await pull(trader.user.api, { scope: "strategy", id: own.id, level: "flatten" });
  const stop = await proven(trader.user.api, id);
  expect(heldAt(server, at)).toEqual([]);
  expect(stop).toMatchObject({ open: [{ ticker: "SBER", quantity: "7", reason: "NOT_HELD" }] });
});

// @covers P12
test("promise 12: an order of ours that works at its venue although we have given it up is found there and cancelled", async () => {
  const trader = await linkTrader(server);
  const at = { trader, venue: ALOR } as const;
  // The account holds nothing and has no other order, so nothing else leads there.
  await trader.alert(trader.message({ type: "limit", contracts: 10, price: "270.05" }));
  await eventually(async () => expect((await trader.orders())[0]?.execution?.state).toBe("working"));
  await server.parts.database.query(
    `update orders set status = 'REJECTED', reason = 'OUTCOME_UNKNOWN', execution_state = null, is_followed = false
     where user_id = $1 and execution_state = 'working'`,
    [trader.user.id],
  );
  expect(workingAt(server, at)).toHaveLength(1);
  await proven(trader.user.api, (await pull(trader.user.api, { scope: "all", level: "cancel" })).id);
  expect(workingAt(server, at)).toEqual([]);
});

test("pulled again and again, together and for overlapping subjects, a position is closed once", async () => {
  const trader = await linkTrader(server);
  const at = { trader, venue: ALOR } as const;
  await trade(at);
  await expectTraded(server, at);
  const before = trader.executed().length;
  const pulls = await Promise.all([
    pull(trader.user.api, { scope: "all", level: "flatten" }),
    pull(trader.user.api, { scope: "account", id: trader.account, level: "flatten" }),
    pull(trader.user.api, { scope: "all", level: "flatten" }),
  ]);
  expect(new Set(pulls.map(({ id }) => id)).size).toBe(2);
  for (const { id } of pulls) await proven(trader.user.api, id);
  await proven(trader.user.api, (await pull(trader.user.api, { scope: "all", level: "flatten" })).id);
  expect(heldAt(server, at)).toEqual([]);
  expect(trader.executed().length - before).toBe(2);
});

test("a stop closes positions of a paused account, whose alerts are refused", async () => {
  const trader = await linkTrader(server);
  const at = { trader, venue: ALOR } as const;
  await trade(at);
  await expectTraded(server, at);
  await trader.user.api.post("/accounts/me/pause", { isPaused: true });
  await proven(trader.user.api, (await pull(trader.user.api, { scope: "all", level: "flatten" })).id);
  expect([heldAt(server, at), workingAt(server, at)]).toEqual([[], []]);
});

test("stopping again at a higher level cancels and closes, too; nobody else sees or lifts a stop", async () => {
  const trader = await linkTrader(server);
  const stranger = await server.signUp();
  const at = { trader, venue: ALOR } as const;
  await trade(at);
  await expectTraded(server, at);
  const payload = { scope: "account", id: trader.account } as const;
  const { id } = await pull(trader.user.api, { ...payload, level: "stop" });
  await proven(trader.user.api, id);
  expect(workingAt(server, at)).toHaveLength(1);
  expect((await pull(trader.user.api, { ...payload, level: "cancel" })).id).toBe(id);
  await proven(trader.user.api, id);
  expect([heldAt(server, at).length, workingAt(server, at)]).toEqual([2, []]);
  expect((await trader.user.api.post("/stops", { ...payload, level: "stop" })).body.level).toBe("cancel");

  expect((await stranger.api.get("/stops/me/list")).body).toEqual([]);
  expect((await stranger.api.post(`/stops/${id}/lift`, {})).status).toBe(404);
  expect((await stranger.api.post("/stops", { ...payload, level: "stop" })).status).toBe(404);
  expect((await stranger.api.post("/stops", { scope: "strategy", id: "none", level: "stop" })).status).toBe(404);
  expect((await server.api().post("/stops", { scope: "all", level: "stop" })).status).toBe(401);
  const { body } = await trader.user.api.get("/users/me/audit");
  expect(JSON.stringify(body)).toContain("stop_pulled");
});

// @covers P12
test("promise 12: a stop closes although the venue's limits hold other orders back", async () => {
  const user = await server.signUp();
  const venue = "BINANCE_SPOT";
  const at = { venue, trader: await linkTrader(server, { user, venue }) } as const;
  await trade(at);
  await expectTraded(server, at);
  // Four fifths of what the venue allows our address in a minute, by other programs.
  const asked = `${server.sandbox.binanceSpot.demoApiUrl}/api/v3/exchangeInfo`;
  for (let used = 0; used < 4_800; used += 20) await (await fetch(asked)).arrayBuffer();

  const { id } = await pull(user.api, { scope: "all", level: "flatten" });
  await proven(user.api, id, 10_000);
  expect([heldAt(server, at), workingAt(server, at)]).toEqual([[], []]);
});
