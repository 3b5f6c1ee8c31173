/** The kill switch, with the real product and the simulated venues. */
import { VENUES } from "@chartrelay/contract";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import { expectTraded, heldAt, proven, pull, stopOf, trade, workingAt } from "./stops.fixture.ts";

const server = await startServer();
afterEach(() => server.sandbox.faults.reset());

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
  server.sandbox.market("ALOR_BROKER", "demo").place({
    account: trader.portfolio,
    clientOrderId: null,
    instrument: "SBER",
    side: "BUY",
    quantity: "3",
    limit: null,
    trigger: null,
    kind: "order",
    timeInForce: "day",
    expiresAtMs: null,
    reduceOnly: false,
  });
  const { id } = await pull(trader.user.api, { scope: "account", id: trader.account, level: "flatten" });
  const stop = await proven(trader.user.api, id);
  expect(stop.open).toEqual([
    expect.objectContaining({ accountId: trader.account, ticker: "SBER", quantity: "3", reason: "HELD_BY_HAND" }),
  ]);
  expect(heldAt(server, { trader, venue: "ALOR_BROKER" })).toEqual([{ instrument: "SBER", quantity: 3 }]);
});

test("from the answer on no order is sent, whatever is queued, until its user lifts the stop", async () => {
  const trader = await linkTrader(server);
  // The first order holds up the queue.
  server.sandbox.faults.set({ kind: "latency", latencyMs: 400, account: trader.portfolio, times: 1 });
  await trader.alert();
  await trader.alert();
  await eventually(() => expect(trader.executed().length).toBeLessThan(2));
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
