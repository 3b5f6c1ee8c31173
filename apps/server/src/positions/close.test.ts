import { sandboxCredential } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { createClosing } from "./close.ts";
import { createHoldingsReader } from "./reader.ts";
import { position, read, scripted } from "./scripted-venue.fixture.ts";

const server = await startServer();
const { database: db, clock } = server.parts;
const { accountDirectory: accounts, venues: adapters, platform, takeOrder: take } = server.app.http;
const { closingUnderStop: stops } = server.app.http;

/** Closes as one node does. */
function node() {
  const { venues, script } = scripted(adapters);
  const { log } = platform;
  const reader = createHoldingsReader({ venues, accounts, db, clock, log });
  const close = createClosing({ db, accounts, venues, reader, take, stops, clock, log });
  return {
    script,
    close: ({ user, account }: Trader, ticker = "SBER") => close(user.id, { accountId: account, ticker }),
  };
}

const code = (code: string) => expect.objectContaining({ code });

test("a long position is sold and a short one bought back, for exactly what is held, and the order says who made it", async () => {
  const trader = await linkTrader(server);
  const { script, close } = node();
  script.positions = read([position(), position({ symbol: "GAZP", ticker: "GAZP", quantity: "-2" })]);
  const { id } = await close(trader);
  await close(trader, "gazp");
  const orders = await trader.ended(2);
  expect(orders[0]?.id).toBe(id);
  expect(orders.map(({ direction, type, quantity, status }) => [direction, type, quantity, status])).toEqual([
    ["SELL", "MARKET", "3", "CREATED"],
    ["BUY", "MARKET", "2", "CREATED"],
  ]);
  expect(trader.executed()).toHaveLength(2);
  const { body } = await trader.user.api.get(`/orders/me/${id}`);
  expect(body.extras.comment).toBe("Closed by hand on the positions page");
  expect(body.body).not.toContain(trader.account);
});

test("in hedge mode, a position is closed by an order for its own side", async () => {
  const user = await server.signUp();
  const { account: apiKey, secret: secretKey } = sandboxCredential("hedge", "demo", "BINANCE_FUTURES");
  const { body } = await user.api.post("/accounts/me/list", [
    { exchange: "BINANCE_FUTURES", apiKey, secretKey, isDemo: true },
  ]);
  const account = (body as { id: string }[])[0]?.id ?? "";
  const held = () => server.sandbox.market("BINANCE_FUTURES", "demo").positions(apiKey);
  const message = { account, ticker: "BTCUSDT.P", direction: "sell", type: "market", contracts: 0.01 };
  await server.api().post("/orders", { ...message, positionSide: "short" });
  await eventually(() => expect(held()).toMatchObject([{ quantity: "-0.01" }]));
  await user.api.post("/positions/me/close", { accountId: account, ticker: "BTCUSDT.P" });
  await eventually(() => expect(held()).toMatchObject([{ quantity: "0" }]));
});

// @covers V45
test("however often and at however many nodes a position is closed, one order is made", async () => {
  const trader = await linkTrader(server);
  const [one, other] = [node(), node()];
  one.script.positions = read([position()]);
  // The reading of another node may differ.
  other.script.positions = read([position({ quantity: "2" })]);
  const closed = await Promise.all([one.close(trader), one.close(trader), other.close(trader), other.close(trader)]);
  await trader.ended(1);
  // Its venue still shows the position.
  const again = await one.close(trader);
  expect(new Set([...closed, again].map(({ id }) => id)).size).toBe(1);
  expect(trader.executed()).toHaveLength(1);
});

test("a position that is opened again later is closed again", async () => {
  const trader = await linkTrader(server);
  const { script, close } = node();
  script.positions = read([position()]);
  const { id } = await close(trader);
  await trader.ended(1);
  await db.query("update position_closes set closed_at = closed_at - 11000000 where account_id = $1", [
    trader.accountId,
  ]);
  expect((await close(trader)).id).not.toBe(id);
  await trader.ended(2);
  expect(trader.executed()).toHaveLength(2);
});

test("a refused order to close may be repeated at once", async () => {
  const trader = await linkTrader(server, { insufficientFunds: true });
  const { script, close } = node();
  script.positions = read([position()]);
  const { id } = await close(trader);
  expect((await trader.ended(1))[0]?.status).toBe("REJECTED");
  expect((await close(trader)).id).not.toBe(id);
  await trader.ended(2);
});

test("what isn't held, can't be read, is paused or can't be traded isn't closed, and the code says why", async () => {
  const trader = await linkTrader(server);
  const other = await linkTrader(server);
  const { script, close } = node();
  script.positions = read([position({ quantity: "0" })]);
  await expect(close(trader)).rejects.toEqual(code("nothing_held"));
  await expect(close(trader, "GAZP")).rejects.toEqual(code("nothing_held"));
  script.positions = { kind: "unknown", cause: "a timeout" };
  await expect(close(trader)).rejects.toEqual(code("position_unknown"));
  script.positions = { kind: "refused", reason: "NO_RIGHT_TO_READ" };
  await expect(close(trader)).rejects.toEqual(code("position_forbidden"));
  script.positions = read([position({ quantity: "0.5" }), position({ symbol: "X", ticker: "NOSUCH" })]);
  await expect(close(trader)).rejects.toEqual(code("position_not_tradable"));
  await expect(close(trader, "NOSUCH")).rejects.toEqual(code("position_not_tradable"));
  script.positions = read([position()]);
  await expect(close({ ...trader, user: other.user })).rejects.toEqual(code("unknown_account"));
  await trader.user.api.post("/accounts/me/pause", { isPaused: true });
  await expect(close(trader)).rejects.toEqual(code("account_paused"));
  expect(await trader.orders()).toEqual([]);
});

test("a part of a lot stays, and the whole lots are closed", async () => {
  const trader = await linkTrader(server);
  const { script, close } = node();
  script.positions = read([position({ quantity: "-3.7" })]);
  await close(trader);
  expect((await trader.ended(1))[0]).toMatchObject({ direction: "BUY", quantity: "3" });
});

// @covers P12
test("a stop lets its trader close by hand what it leaves open, once, however many nodes are asked", async () => {
  const trader = await linkTrader(server);
  const [one, other] = [node(), node()];
  one.script.positions = read([position()]);
  other.script.positions = read([position({ quantity: "2" })]);
  const { body } = await trader.user.api.post("/stops", { scope: "all", level: "cancel" });
  expect((await trader.alert()).body.status).toBe("REJECTED");
  const closed = await Promise.all([one.close(trader), other.close(trader)]);
  const orders = await trader.ended(2);
  const [, order] = orders;
  expect(orders.map(({ status, reason }) => [status, reason])).toEqual([
    ["REJECTED", "STOPPED"],
    ["CREATED", null],
  ]);
  expect(new Set(closed.map(({ id }) => id))).toEqual(new Set([order?.id]));
  // As after a node that died before it could note what it had closed: the venue may still show the position.
  await server.parts.database.query("delete from position_closes where order_id = $1", [order?.id]);
  expect((await other.close(trader)).id).toBe(order?.id);
  const details = (await trader.user.api.get(`/orders/me/${order?.id}`)).body;
  expect(details.extras.comment).toBe("Closed by hand on the positions page");
  expect(trader.executed()).toHaveLength(1);
  expect(body.closedPositions).toBe(0);
});

// @covers P12
test("while a stop closes a position, closing it by hand is refused: two orders could sell it twice", async () => {
  const trader = await linkTrader(server);
  const { script, close } = node();
  script.positions = read([position()]);
  await trader.alert(trader.message({ contracts: 30 }));
  await eventually(async () => expect((await trader.orders())[0]?.execution?.state).toBe("filled"));
  server.sandbox.faults.set({ kind: "5xx", operation: "positions", account: trader.portfolio });
  await trader.user.api.post("/stops", { scope: "account", id: trader.account, level: "flatten" });
  await expect(close(trader)).rejects.toEqual(code("closed_by_stop"));
  server.sandbox.faults.reset();
  await eventually(async () =>
    expect((await trader.user.api.get("/stops/me/list")).body).toMatchObject([{ state: "proven" }]),
  );
  script.positions = read([position({ symbol: "GAZP", ticker: "GAZP" })]);
  const { id } = await close(trader, "GAZP");
  expect((await trader.ended(3)).find((order) => order.id === id)).toMatchObject({ status: "CREATED" });
});
