/** The orders that a signal makes for the members of its strategy, each with an account of its own. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { createStrategist } from "../../test/strategist.ts";
import { ordersOf } from "./strategy-rows.fixture.ts";

const server = await startServer();

// @covers P5
test("promise 5: of a signal to fifty accounts at four venues, one down, one with a dead key, every other order arrives", async () => {
  const venues = (["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"] as const).flatMap((venue, index) =>
    Array.from({ length: index < 2 ? 13 : 12 }, () => venue),
  );
  // The ticker means something at two of the venues; the others' refusals touch nobody either.
  const strategist = await createStrategist(server, { venues });
  const moex = strategist.members.slice(0, 26);
  const [dead] = moex;
  const { faults } = server.sandbox;
  faults.set({ kind: "unauthorized", account: dead?.portfolio ?? "", times: 1_000 });
  for (const { portfolio } of moex.slice(13)) faults.set({ kind: "hang", account: portfolio, times: 1_000 });
  const { status, body } = await strategist.post(strategist.link(0, 1));
  expect([status, body.orders.length]).toEqual([200, 50]);
  await eventually(() => {
    for (const { executed } of moex.slice(1, 13)) expect(executed()).toHaveLength(1);
  });
  expect(dead?.executed()).toEqual([]);
});

test("no member of a strategy is always the last to be sent", async () => {
  const strategist = await createStrategist(server, {
    venues: Array.from({ length: 4 }, () => "ALOR_BROKER" as const),
  });
  const last = new Set<string>();
  for (let at = 0; at < 16; at += 1) {
    const { body } = await strategist.post(strategist.link(at, at + 1));
    last.add(body.orders.at(-1).accountId);
  }
  expect(last.size).toBeGreaterThan(1);
});

test("a member that is off enters nothing, and closes what it still holds, whichever message says so", async () => {
  const strategist = await createStrategist(server, { venues: ["ALOR_BROKER", "ALOR_BROKER", "ALOR_BROKER"] });
  const { strategy, strategyId, members, link } = strategist;
  const [on = "", holding = "", flat = ""] = members.map(({ accountId }) => accountId);
  const sizing = { kind: "multiplier", value: "1" };
  const entries = members.map(({ account, accountId }) => ({ accountId: account, sizing, isOn: accountId === on }));
  await strategist.user.api.post("/strategies/me/list", [{ id: strategy, members: entries }]);
  await server.parts.database.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity)
     values ($1, $2, 'SBER', $3, 'ALOR_BROKER', 5)`,
    [strategyId, holding, strategist.user.id],
  );
  // Its orders are refused, so it holds what it holds until the last one.
  await strategist.user.api.post("/accounts/me/list", [{ id: members[1]?.account, isPaused: true }]);
  const tradedBy = async (message: unknown) => {
    const { body } = await strategist.post(message);
    return body.orders.map((order: { accountId: string }) => order.accountId).toSorted();
  };
  for (const entry of [link(0, 5), link(5, 7), link(7, 3), { strategy, ticker: "SBER", type: "market", position: "4" }])
    expect(await tradedBy(entry)).toEqual([on]);
  const exits = [
    link(3, -2),
    link(-2, 0),
    { strategy, ticker: "SBER", type: "market", position: "0" },
    { strategy, ticker: "SBER", action: "close" },
  ];
  for (const exit of exits) expect(await tradedBy(exit)).toEqual([on, holding].toSorted());
  expect(await tradedBy({ strategy, action: "closeAll" })).toContain(holding);
  const closings = (await ordersOf(server, strategist)).filter(({ accountId }) => accountId === holding);
  expect(closings.map(({ kind, to }) => [kind, to])).toEqual(Array.from({ length: 5 }, () => ["close", "0"]));
  expect((await ordersOf(server, strategist)).some(({ accountId }) => accountId === flat)).toBe(false);
});

test("all that a strategy has begun is closed by closeAll, also what isn't filled yet", async () => {
  const strategist = await createStrategist(server);
  const { strategy, link } = strategist;
  const rest = { type: "limit", price: "1" };
  await strategist.post(link(0, 1, rest));
  const { body } = await strategist.post({ strategy, action: "closeAll" });
  expect(body.orders).toHaveLength(1);
  expect((await ordersOf(server, strategist)).at(-1)).toMatchObject({ kind: "close" });
});

test("a paused member's order is refused, and the others' are not", async () => {
  const strategist = await createStrategist(server, { venues: ["ALOR_BROKER", "TINKOFF"] });
  const [paused] = strategist.members;
  await strategist.user.api.post("/accounts/me/list", [{ id: paused?.account, isPaused: true }]);
  const { body } = await strategist.post(strategist.link(0, 1));
  const statuses = Object.fromEntries(
    body.orders.map((order: { accountId: string; status: string }) => [order.accountId, order.status]),
  );
  expect(statuses[paused?.accountId ?? ""]).toBe("REJECTED");
  expect(Object.values(statuses).toSorted()).toEqual(["NEW", "REJECTED"]);
});
