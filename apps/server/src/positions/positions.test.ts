import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { readEvents } from "../../test/event-reader.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer();

test("at Alor, what our orders and the trader's own bought is shown with the account's money, and closed to the last lot", async () => {
  const trader = await linkTrader(server);
  const { api, token } = trader.user;
  const market = server.sandbox.market("ALOR_BROKER", "demo");
  market.trade({ account: trader.portfolio, instrument: "SBER", side: "BUY", quantity: "5" });
  const { body: before } = await api.get("/positions/me/list");
  expect(before).toEqual([
    expect.objectContaining({
      accountId: trader.account,
      instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
      quantity: "5",
      drift: "5",
      strategies: [],
      protection: [],
    }),
  ]);
  const { body: accounts } = await api.get("/positions/me/accounts");
  expect(accounts).toEqual([
    expect.objectContaining({
      accountId: trader.account,
      positions: { state: "read", readAt: before[0].readAt, reason: null },
      money: expect.objectContaining({
        state: "read",
        currencies: expect.arrayContaining([expect.objectContaining({ currency: "RUB", blocked: "0" })]),
      }),
    }),
  ]);

  const reader = await readEvents(server.url, token);
  await trader.alert(trader.message({ contracts: 2 }));
  // The page is told, and reads what the venue says now.
  await reader.first((event) => event.name === "positions");
  await expect.poll(async () => (await api.get("/positions/me/list")).body[0]?.quantity).toBe("7");
  // What our order bought is no drift.
  expect((await api.get("/positions/me/list")).body[0].drift).toBe("5");

  const closed = await api.post("/positions/me/close", { accountId: trader.account, ticker: "SBER" });
  expect(closed.status).toBe(200);
  const again = await api.post("/positions/me/close", { accountId: trader.account, ticker: "SBER" });
  expect(again.body.id).toBe(closed.body.id);
  const [, order] = await trader.ended(2);
  expect(order).toMatchObject({ id: closed.body.id, direction: "SELL", quantity: "7", status: "CREATED" });
  await expect
    .poll(() => market.positions(trader.portfolio).find(({ instrument }) => instrument === "SBER")?.quantity)
    .toBe("0");
  // Our orders sold what the trader had bought by hand: that is the difference now.
  await expect
    .poll(async () => (await api.get("/positions/me/list")).body, { interval: 250 })
    .toEqual([expect.objectContaining({ quantity: "0", drift: "5" })]);
  reader.close();
});

test("a key that may not be used says so by account", async () => {
  const trader = await linkTrader(server, { key: "revoked" });
  const { api } = trader.user;
  expect((await api.get("/positions/me/list")).body).toEqual([]);
  const { body } = await api.get("/positions/me/accounts");
  expect(body[0].positions).toEqual({ state: "forbidden", readAt: null, reason: "CREDENTIALS_REFUSED" });
  const { status, body: problem } = await api.post("/positions/me/close", {
    accountId: trader.account,
    ticker: "SBER",
  });
  expect([status, problem.code]).toEqual([409, "position_forbidden"]);
});

// @covers V45
test.each([
  // Its positions trail a fill: until then nothing is held.
  ["TINKOFF", "SBER", "1"],
  // The fee was taken from the coins bought, 0.001998 are left, and the rest of a step stays.
  ["BINANCE_SPOT", "BTCUSDT", "0.00199"],
  ["BINANCE_FUTURES", "BTCUSDT.P", "0.002"],
] as const)("at %s, what an order bought is closed as soon as the venue shows it", async (venue, ticker, quantity) => {
  const trader = await linkTrader(server, { venue });
  await trader.alert();
  await trader.ended(1);
  const close = () => trader.user.api.post("/positions/me/close", { accountId: trader.account, ticker });
  const { id } = await eventually(async () => {
    const { status, body } = await close();
    expect(status).toBe(200);
    return body;
  });
  const [, order] = await trader.ended(2);
  expect(order).toMatchObject({ id, direction: "SELL", quantity, status: "CREATED" });
  expect((await close()).body.id).toBe(id);
});
