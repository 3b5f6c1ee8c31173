import { expect, test } from "vitest";
import { readEvents } from "../../test/event-reader.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer();

test.each(["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"] as const)(
  "our example test order goes all the way to %s, and its stages are pushed as they happen",
  async (venue) => {
    const trader = await linkTrader(server, { venue });
    const reader = await readEvents(server.url, trader.user.token);
    const { status, body } = await trader.user.api.post("/orders/test", { account: trader.account });
    expect([status, body.status]).toEqual([200, "NEW"]);
    const { data } = await reader.first((event) => event.name === "order" && event.data.status === "CREATED");
    expect(data.id).toBe(body.id);
    // Our example needs no repairs.
    expect((await trader.user.api.get(`/orders/me/${body.id}`)).body.repairs).toEqual([]);
    expect(trader.executed().map(({ clientOrderId }) => clientOrderId)).toHaveLength(1);
    reader.close();
  },
);

test("a given message is tested unchanged; one for another account, or for a live account, is refused and not stored", async () => {
  const trader = await linkTrader(server);
  const { api } = trader.user;
  const test = (payload: object) => api.post("/orders/test", { account: trader.account, ...payload });
  const message = JSON.stringify(trader.message({ contracts: 2 }));
  expect((await test({ message })).body.message).toBe(message);
  const bad = await test({ message: JSON.stringify(trader.message({ contracts: "none" })) });
  expect([bad.status, bad.body.code, bad.body.problems[0].field]).toEqual([400, "bad_message", "contracts"]);
  const unread = await test({ message: "{ not a message" });
  expect([unread.status, unread.body.code]).toEqual([400, "bad_message"]);
  expect(unread.body.problems).toEqual([expect.objectContaining({ line: 1, column: 7 })]);

  const other = await linkTrader(server);
  expect((await test({ message: JSON.stringify(other.message()) })).body.errors).toHaveProperty("message");
  expect((await test({ account: other.account })).body.errors).toHaveProperty("account");

  await server.grantPro(trader.user);
  await api.post("/accounts/me/list", [{ id: trader.account, isDemo: false }]);
  expect((await test({})).body.errors).toEqual({ account: "Test orders go to demo accounts only" });
  expect(await trader.orders()).toHaveLength(2);
  expect(await other.orders()).toEqual([]);
});
