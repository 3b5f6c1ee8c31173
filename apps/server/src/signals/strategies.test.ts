/** Signals of strategies: accepted once, in the order of their position chain. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { createStrategist, type Strategist } from "../../test/strategist.ts";
import * as rows from "./strategy-rows.fixture.ts";

const server = await startServer();

const signalsOf = (strategist: Strategist) => rows.signalsOf(server, strategist);
const ordersOf = (strategist: Strategist) => rows.ordersOf(server, strategist);
const verdictsOf = async (strategist: Strategist) => (await signalsOf(strategist)).map(({ verdict }) => verdict);

test("a signal to a strategy is answered with its orders, one for each member", async () => {
  const strategist = await createStrategist(server, { venues: ["ALOR_BROKER", "TINKOFF"] });
  const { status, body } = await strategist.post(strategist.link(0, 3));
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(String),
    status: "NEW",
    orders: [expect.objectContaining({ status: "NEW" }), expect.objectContaining({ status: "NEW" })],
  });
  const ids = strategist.members.map(({ accountId }) => accountId).toSorted();
  expect(body.orders.map((order: { accountId: string }) => order.accountId).toSorted()).toEqual(ids);
  const orders = await ordersOf(strategist);
  expect(orders.map(({ id }) => id)).toEqual(body.orders.map((order: { id: string }) => order.id));
  expect(orders.map(({ kind, to, signalId }) => [kind, to, signalId])).toEqual([
    ["target", "3", body.id],
    ["target", "3", body.id],
  ]);
  expect(await verdictsOf(strategist)).toEqual(["start"]);
});

test("the answer names no id by which anybody could send the accounts orders", async () => {
  const strategist = await createStrategist(server);
  const { text } = await strategist.post(strategist.link(0, 1));
  for (const { account } of strategist.members) expect(text).not.toContain(account);
});

test("in target mode, orders bring their accounts to the strategy's position", async () => {
  const strategist = await createStrategist(server, { mode: "target" });
  await strategist.post(strategist.link(0, 2));
  await strategist.post(strategist.link(2, -1));
  expect((await ordersOf(strategist)).map(({ kind, to }) => [kind, to])).toEqual([
    ["target", "2"],
    ["target", "-1"],
  ]);
});

test("a signal that comes twice is stored twice and traded once", async () => {
  const strategist = await createStrategist(server);
  await strategist.post(strategist.link(0, 2));
  const { status, body } = await strategist.post(strategist.link(0, 2));
  expect([status, body]).toEqual([200, { id: expect.any(String), status: "CREATED", orders: [] }]);
  expect(await verdictsOf(strategist)).toEqual(["start", "duplicate"]);
  expect(await ordersOf(strategist)).toHaveLength(1);
});

test("a signal that overtook another waits for it, and both are traded in their order", async () => {
  const strategist = await createStrategist(server, { venues: ["ALOR_BROKER", "ALOR_BROKER"] });
  const first = await strategist.post(strategist.link(0, 4));
  const overtaking = await strategist.post(strategist.link(3, 1));
  expect(overtaking).toMatchObject({ status: 200, body: { status: "NEW" } });
  expect((await ordersOf(strategist)).slice(2).map(({ stage }) => stage)).toEqual(["held", "held"]);
  const overtaken = await strategist.post(strategist.link(4, 3));
  const ids = [first, overtaken, overtaking].map(({ body }) => body.id);
  const orders = await ordersOf(strategist);
  expect(orders.map(({ signalId }) => signalId)).toEqual(ids.flatMap((id) => [id, id]));
  expect(orders.map(({ stage }) => stage)).not.toContain("held");
  expect(await verdictsOf(strategist)).toEqual(["start", "swapped", "next"]);
});

test("a signal whose predecessor never comes is traded when its hold ends, and the gap is told exactly", async () => {
  const strategist = await createStrategist(server);
  await strategist.post(strategist.link(0, 5));
  await strategist.post(strategist.link(2, 1));
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
  expect((await signalsOf(strategist))[1]).toMatchObject({ missed: "-3", heldMs: expect.closeTo(800, -3) });
  expect((await ordersOf(strategist)).map(({ kind }) => kind)).toEqual(["target", "delta"]);
  const log = await server.parts.database.query(
    "select kind, details from strategy_log where strategy_id = $1 and kind = 'gap'",
    [strategist.strategyId],
  );
  expect(log).toEqual([{ kind: "gap", details: expect.objectContaining({ ticker: "SBER", missed: "-3" }) }]);
});

test("with catchUp, a gap brings the accounts to the strategy's position", async () => {
  const strategist = await createStrategist(server, { onGap: "catchUp" });
  await strategist.post(strategist.link(0, 5));
  await strategist.post(strategist.link(2, 1));
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
  expect((await ordersOf(strategist)).map(({ kind, to }) => [kind, to])).toEqual([
    ["target", "5"],
    ["target", "1"],
  ]);
});

test("with pause, a gap pauses the strategy: its signals are followed and not traded", async () => {
  const strategist = await createStrategist(server, { onGap: "pause" });
  await strategist.post(strategist.link(0, 5));
  await strategist.post(strategist.link(2, 1));
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
  await eventually(async () => {
    const { body } = await strategist.post(strategist.link(1, 0));
    expect(body).toMatchObject({ status: "REJECTED", orders: [{ status: "REJECTED" }] });
  });
  expect((await verdictsOf(strategist)).slice(0, 3)).toEqual(["start", "gap", "next"]);
  expect((await ordersOf(strategist))[1]).toMatchObject({ status: "REJECTED", reason: "STRATEGY_PAUSED" });
});

test("at Binance futures, what may go through zero is two orders: only a position is known, or a gap is caught up", async () => {
  const strategist = await createStrategist(server, { mode: "target", venues: ["BINANCE_FUTURES"] });
  const legsOf = async () =>
    await server.parts.database.query<{ to: string; leg: number | null }>(
      `select instruction ->> 'to' as to, (instruction ->> 'leg')::int as leg from orders where strategy_id = $1 order by seq`,
      [strategist.strategyId],
    );
  await strategist.post(strategist.link(0, 5));
  expect(await legsOf()).toEqual([{ to: "5", leg: null }]);
  const { strategy } = strategist;
  const { body } = await strategist.post({ strategy, ticker: "SBER", type: "market", position: "-3" });
  expect(body.orders).toHaveLength(2);
  await strategist.post(strategist.link(-2, -1));
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", null, "gap"]));
  expect((await legsOf()).slice(1)).toEqual(
    ["-3", "-1"].flatMap((to) => [
      { to, leg: 1 },
      { to, leg: 2 },
    ]),
  );
});

test("a paused strategy refuses alerts, exits as well, and lets its trader cancel", async () => {
  const strategist = await createStrategist(server);
  const { strategy } = strategist;
  await strategist.post(strategist.link(0, 5));
  await strategist.turn("paused");
  const exits = [
    strategist.link(5, 0),
    { strategy, ticker: "SBER", action: "close" },
    { strategy, action: "closeAll" },
    { strategy, ticker: "SBER", type: "market", position: "0" },
  ];
  for (const exit of exits) expect((await strategist.post(exit)).body).toMatchObject({ status: "REJECTED" });
  const refused = (await ordersOf(strategist)).slice(1);
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["STRATEGY_PAUSED"]));
  const cancelled = await strategist.post({ strategy, ticker: "SBER", action: "cancel" });
  expect(cancelled.body).toMatchObject({ status: "NEW" });
});

test("a stopped strategy's signals are followed and refused", async () => {
  const strategist = await createStrategist(server, { state: "stopped" });
  const { body } = await strategist.post(strategist.link(0, 5));
  expect(body).toMatchObject({ status: "REJECTED", orders: [{ status: "REJECTED" }] });
  expect(await verdictsOf(strategist)).toEqual(["start"]);
  expect((await ordersOf(strategist))[0]?.reason).toBe("STRATEGY_STOPPED");
});

for (const state of ["paused", "stopped"] as const) {
  test(`a strategy that was ${state} joins TradingView's position anew, since what came meanwhile wasn't traded`, async () => {
    const strategist = await createStrategist(server);
    await strategist.post(strategist.link(0, 5));
    await strategist.turn(state);
    await strategist.post(strategist.link(5, 3));
    await strategist.turn("on");
    await strategist.post(strategist.link(3, 4));
    expect(await verdictsOf(strategist)).toEqual(["start", "next", "start"]);
    await eventually(async () =>
      expect((await ordersOf(strategist)).at(-1)).toMatchObject({ status: "CREATED", kind: "target", to: "4" }),
    );
  });
}

test("after a stop of everything, a strategy joins TradingView's position anew", async () => {
  const strategist = await createStrategist(server);
  const { api } = strategist.user;
  await strategist.post(strategist.link(0, 5));
  const { body: stop } = await api.post("/stops", { scope: "all", level: "stop" });
  await strategist.post(strategist.link(5, 3));
  expect((await api.post(`/stops/${stop.id}/lift`)).status).toBe(200);
  await strategist.post(strategist.link(3, 4));
  expect(await verdictsOf(strategist)).toEqual(["start", "next", "start"]);
  expect((await ordersOf(strategist)).at(-1)).toMatchObject({ kind: "target", to: "4" });
});

test("a signal that is refused begins no chain: the first one that is traded joins TradingView's position", async () => {
  const strategist = await createStrategist(server);
  const [member] = strategist.members;
  await strategist.user.api.post("/accounts/me/list", [{ id: member?.account, isPaused: true }]);
  await strategist.post(strategist.link(0, 5));
  await strategist.user.api.post("/accounts/me/list", [{ id: member?.account, isPaused: false }]);
  await strategist.post(strategist.link(5, 7));
  expect(await verdictsOf(strategist)).toEqual(["start", "start"]);
  await eventually(async () =>
    expect((await ordersOf(strategist)).at(-1)).toMatchObject({ status: "CREATED", kind: "target", to: "7" }),
  );
});

test("a strategy that is turned on again while it is on goes on with its chain", async () => {
  const strategist = await createStrategist(server);
  await strategist.post(strategist.link(0, 5));
  await strategist.turn("on");
  await strategist.post(strategist.link(5, 6));
  expect(await verdictsOf(strategist)).toEqual(["start", "next"]);
});

test("a signal that was held when its strategy was paused and turned on again is traded once", async () => {
  const strategist = await createStrategist(server);
  await strategist.post(strategist.link(0, 5));
  await strategist.post(strategist.link(2, 1));
  await strategist.turn("paused");
  await strategist.turn("on");
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
  expect((await ordersOf(strategist)).map(({ to }) => to)).toEqual(["5", "1"]);
});

test("the details of an order show its signal's place in the chain", async () => {
  const strategist = await createStrategist(server);
  const { body } = await strategist.post(strategist.link(0, 5));
  const details = await strategist.user.api.get(`/orders/me/${body.orders[0].id}`);
  expect(details.body).toMatchObject({ link: { verdict: "start", from: "0", to: "5", missed: null, heldMs: null } });
});

test("a strategy's id is neither stored with its signals nor logged, even in a message to an account", async () => {
  const strategist = await createStrategist(server);
  const { strategy, members } = strategist;
  await strategist.post(strategist.link(0, 5, { comment: `of ${strategy}` }));
  await strategist.post(strategist.link(5, 6, { direction: strategy }));
  await strategist.post({ ...strategist.link(0, 5), account: members[0]?.account });
  const stored = await server.parts.database.query<{ row: string }>(
    `select convert_from(body, 'UTF8') || signals::text as row from signals where user_id = $1
     union all select orders::text from orders where user_id = $1`,
    [strategist.user.id],
  );
  expect(stored.length).toBeGreaterThanOrEqual(6);
  for (const { row } of stored) expect(row).not.toContain(strategy);
  expect(server.log.join("\n")).not.toContain(strategy);
});

test("numbers that don't agree keep the order and are no link of the chain", async () => {
  const strategist = await createStrategist(server);
  await strategist.post(strategist.link(0, 5, { contracts: 2 }));
  expect(await verdictsOf(strategist)).toEqual(["inconsistent"]);
  expect((await ordersOf(strategist))[0]).toMatchObject({ kind: "delta", to: null });
});

test("a bad message to a strategy is stored, and refused for each member", async () => {
  const strategist = await createStrategist(server);
  const { status } = await strategist.post(strategist.link(0, 5, { direction: "up" }));
  expect(status).toBe(400);
  expect(await ordersOf(strategist)).toMatchObject([{ status: "REJECTED", reason: "BAD_MESSAGE" }]);
});

test("an unknown strategy is answered 404", async () => {
  const strategist = await createStrategist(server);
  const { status, body } = await strategist.post(strategist.link(0, 5, { strategy: "0".repeat(26) }));
  expect([status, body.code]).toEqual([404, "unknown_strategy"]);
});

test("a used key gets the first signal's answer, and moves no chain", async () => {
  const strategist = await createStrategist(server);
  const first = await strategist.post(strategist.link(0, 5), { "idempotency-key": "one" });
  const again = await strategist.post(strategist.link(0, 5), { "idempotency-key": "one" });
  expect(again.body).toMatchObject({ id: first.body.id, orders: [{ id: first.body.orders[0].id }] });
  const other = await strategist.post(strategist.link(5, 6), { "idempotency-key": "one" });
  expect(other.status).toBe(409);
  await strategist.post(strategist.link(5, 7));
  expect((await verdictsOf(strategist)).filter((verdict) => verdict !== null)).toEqual(["start", "next"]);
});

test("many signals of one strategy at once are followed one after another", async () => {
  const strategist = await createStrategist(server);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => strategist.post(strategist.link(at, at + 1))),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await eventually(async () => expect((await ordersOf(strategist)).some(({ stage }) => stage === "held")).toBe(false));
  const orders = await ordersOf(strategist);
  expect(orders.map(({ to }) => Number(to))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});
