import { expect, test } from "vitest";
import { accountIdOf } from "../../test/accounts.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer();

test("the overview counts today's orders, refusals by reason, and how long they took; yesterday's don't count", async () => {
  const trader = await linkTrader(server);
  const { api } = trader.user;
  for (const message of [{}, {}, { ticker: "NOSUCH" }, { ticker: "NONE2" }, { ticker: "" }]) {
    await trader.alert(trader.message(message));
  }
  const orders = await trader.ended(5);
  await server.parts.database.query("update orders set received_at = received_at - 86400000000 where id = $1", [
    orders[0]?.id,
  ]);
  const { status, body } = await api.get("/users/me/overview?tz=Europe/Moscow");
  expect(status).toBe(200);
  expect(body.orders).toEqual({ total: 4, created: 1, rejected: 3, waiting: 0 });
  // The latest one first.
  expect(body.refusals).toEqual([
    { reason: "BAD_MESSAGE", orders: 1, lastId: orders[4]?.id, lastAt: orders[4]?.createdDate },
    { reason: "INSTRUMENT_NOT_FOUND", orders: 2, lastId: orders[3]?.id, lastAt: orders[3]?.createdDate },
  ]);
  expect(body.hours).toHaveLength(24);
  expect(body.hours[0].from).toBe(body.since);
  expect(body.hours.find(({ created }: { created: number }) => created > 0)).toMatchObject({ created: 1, rejected: 3 });
  expect(body.relay.p50Us).toBeGreaterThan(0);
  expect(body.relay.p95Us).toBeGreaterThanOrEqual(body.relay.p50Us);
  expect(body.venue.p50Us).toBeGreaterThan(0);
  expect(new Date(body.since).getUTCHours()).toBe(21);
  expect((await api.get("/users/me/overview?tz=Mars/Olympus")).body.errors).toHaveProperty("tz");
});

test("accounts that need attention are listed with the reason", async () => {
  const { api, id } = await server.signUp();
  const { body: accounts } = await api.post("/accounts/me/list", [
    { exchange: "ALOR_BROKER", telegramChatId: "42" },
    { exchange: "TINKOFF", isPaused: true },
  ]);
  const { database } = server.parts;
  await database.query(
    "update accounts set api_key = 'x', secret_key = 'x', key_refusal = 'NO_RIGHTS', key_expires_at = '2020-01-01' where id = $1",
    [await accountIdOf(database, accounts[0].id)],
  );
  await database.query("insert into chats (id, problem, problem_at) values ('42', 'CHAT_BLOCKED', 1)");
  const { body } = await api.get("/users/me/overview");
  const found = body.attention.map(({ accountId, attention, reason }: Record<string, string>) => [
    accounts.findIndex((account: { id: string }) => account.id === accountId),
    attention,
    reason,
  ]);
  expect(found).toEqual([
    [0, "key-refused", "NO_RIGHTS"],
    [0, "key-expires", null],
    [0, "chat-blocked", "CHAT_BLOCKED"],
    [1, "key-missing", null],
    [1, "no-chat", null],
    [1, "paused", null],
  ]);
  expect(body).toMatchObject({ orders: { total: 0 }, relay: null, venue: null, refusals: [] });
  expect(id).toBeTruthy();
});
