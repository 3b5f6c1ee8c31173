/** Notifications of orders in the chat, with the real server, the simulated venue and the simulated Telegram. */
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { startServer, type SignedUp, type TestServer } from "../../../test/server.ts";
import { linkTrader, type TraderOptions } from "../../../test/trader.ts";

const server = await startHurriedServer();
const { clock } = server.parts;
let lastChat = 5_000;

/** Links a trader whose account has its own chat. */
async function linkChattyTrader(options: TraderOptions = {}, { sandbox }: TestServer = server) {
  const trader = await linkTrader(server, options);
  lastChat += 1;
  const chat = lastChat;
  sandbox.telegram.chat({ id: chat });
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, telegramChatId: String(chat) }]);
  return { ...trader, chat };
}

const setSettings = async ({ api }: SignedUp, settings: object) =>
  expect((await api.post("/users/settings", settings)).status).toBe(200);

/** Waits until the chat has got this many messages and no more are in flight. */
async function messagesIn(chat: number, count: number, { sandbox, parts }: TestServer = server): Promise<string[]> {
  const waiting = "select id from messages where address = $1 and status = 'NEW'";
  await eventually(
    async () => {
      expect(sandbox.telegram.sent(chat).length).toBeGreaterThanOrEqual(count);
      expect(await parts.database.query(waiting, [String(chat)])).toEqual([]);
    },
    { interval: 50 },
  );
  return sandbox.telegram.sent(chat).map(({ text }) => text);
}

const unnotified = ({ parts }: TestServer) =>
  parts.database.query("select id from orders where status <> 'NEW' and not is_notified");

// @covers S1.2
test("the notification of an accepted order says what it was, where, and how long it took; the timeline has its time", async () => {
  const { user, account, portfolio, alert, message, ended, orders, chat } = await linkChattyTrader();
  await user.api.post("/accounts/me/list", [{ id: account, name: "<b>Scalping" }]);
  await alert(message({ type: "limit", price: "300.5", contracts: 1_000 }));
  await ended(1);
  const [text] = await messagesIn(chat, 1);
  const where = `<b>Scalping, Alor ··${portfolio.slice(-4)}, demo`;
  expect(text).toMatch(
    /^✅ Order accepted\nBuy 1,000 SBER, limit 300\.5 · .+\nAnswered in \d\.\d\d s\nOpen the order$/,
  );
  expect(text).toContain(` · ${where}\n`);
  await eventually(async () => {
    const [order] = await orders();
    expect(order?.timeline.notified).toBeGreaterThan(order?.timeline.answered ?? Number.NaN);
  });
});

test("a notification leads to the page of its order, and a refused ticker comes with the one that was probably meant", async () => {
  const { alert, message, ended, chat } = await linkChattyTrader();
  const { body } = await alert(message({ ticker: "SBRE" }));
  await ended(1);
  const [text] = await messagesIn(chat, 1);
  expect(text).toMatch(/The broker doesn't know this ticker\.\nDid you mean SBER\?\nOpen the order$/);
  const [sent] = server.sandbox.telegram.sent(chat);
  expect(sent?.entities).toContainEqual(
    expect.objectContaining({ type: "text_link", url: expect.stringMatching(`^http://.*/profile/orders/${body.id}$`) }),
  );
});

test("the notification of an alert with a used id names the order that used it and what to write instead", async () => {
  const { alert, message, ended, chat } = await linkChattyTrader();
  const { body } = await alert(message({ id: "Long", contracts: 1 }));
  await ended(1);
  await alert(message({ id: "Long", contracts: 2 }));
  const texts = await messagesIn(chat, 2);
  expect(texts.at(-1)).toMatch(/^❌ Alert refused/);
  expect(texts.at(-1)).toContain(body.id);
  expect(texts.at(-1)).toContain("leave id out, or end it with {{timenow}}");
});

test("the notification of a refused order has the reason, in the user's language and number format", async () => {
  const { user, alert, message, ended, chat } = await linkChattyTrader({ insufficientFunds: true });
  await setSettings(user, { language: "ru" });
  await alert(message({ type: "limit", price: "300.5", contracts: 1_000 }));
  await ended(1);
  const [text] = await messagesIn(chat, 1);
  expect(text).toMatch(
    /^❌ Заявка не выставлена\nПокупка 1\s000 SBER, лимитная 300,5 · Алор ··\w{4}, демосчёт\nНе хватает денег или бумаг\.\n/,
  );
  expect(text).toMatch(/Ответ через \d,\d\d с\nОткрыть заявку$/);
});

test("the notification of a bad message has line and column, and nothing in the message can break the text", async () => {
  const { alert, account, chat } = await linkChattyTrader();
  expect((await alert(`{"account": "${account}",\n "ticker": "<b>&SBER", "direction": "up"}`)).status).toBe(400);
  const [text] = await messagesIn(chat, 1);
  expect(text).toMatch(/^❌ Alert refused: the message has a mistake\nAlor ··\w{4}, demo\nline 2, column \d+: /);
  await alert({ account, ticker: "<b>&_*SBER", direction: "sell", type: "market", contracts: 1 });
  const [, second] = await messagesIn(chat, 2);
  expect(second).toContain("Sell 1 <b>&_*SBER, market");
});

test("the setting chooses all, failures only, or none", async () => {
  const { user, alert, account, ended, chat } = await linkChattyTrader();
  const good = { account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 };
  const bad = { ...good, ticker: "NOSUCH" };
  await setSettings(user, { notifications: "failures" });
  await alert(good);
  await alert(bad);
  await ended(2);
  await eventually(async () => expect(await unnotified(server)).toEqual([]));
  await setSettings(user, { notifications: "none" });
  await alert(bad);
  await ended(3);
  await eventually(async () => expect(await unnotified(server)).toEqual([]));
  await setSettings(user, { notifications: "all" });
  await alert(good);
  await ended(4);
  const texts = await messagesIn(chat, 2);
  expect(texts.map((text) => text.split("\n")[0])).toEqual(["❌ Order not placed", "✅ Order accepted"]);
});

test("the user is notified of an outcome that stays unknown, and then of how it resolved", async () => {
  const { user, alert, ended, chat, portfolio } = await linkChattyTrader();
  await setSettings(user, { notifications: "failures" });
  const fault = { venue: "ALOR_BROKER", account: portfolio } as const;
  server.sandbox.faults.set(
    { ...fault, kind: "accept-then-drop", times: 1 },
    { ...fault, kind: "5xx", operation: "find" },
  );
  await alert();
  const [first] = await messagesIn(chat, 1);
  expect(first).toMatch(/^⚠️ No answer from the broker yet\nBuy /);
  server.sandbox.faults.reset();
  await ended(1);
  const [, second] = await messagesIn(chat, 2);
  expect(second).toMatch(/^✅ Resolved: the broker did accept the order\n/);
}, 60_000);

test("an account without a chat sends no notifications, and none are left waiting", async () => {
  const { alert, ended } = await linkTrader(server);
  await alert();
  const [order] = await ended(1);
  await eventually(async () => expect(await unnotified(server)).toEqual([]));
  expect(await server.parts.database.query("select id from messages where order_id = $1", [order?.id])).toEqual([]);
});

// @covers P3
test("each order is notified exactly once, wherever the process died between its end and its mark as notified", async () => {
  const storage = await openTestDatabase();
  onTestFinished(() => storage.drop());
  const first = await startServer({ parts: { database: storage.database, clock }, sandbox: server.sandbox });
  const trader = await linkTrader(first);
  const chat = (lastChat += 1);
  server.sandbox.telegram.chat({ id: chat });
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, telegramChatId: String(chat) }]);
  for (const contracts of [1, 2, 3]) await trader.alert(trader.message({ contracts }));
  await trader.ended(3);
  await messagesIn(chat, 3, first);
  await first.app.http.close();
  // PostgreSQL releases the locks when a process's connections end; PGlite's only connection is still open.
  await storage.database.query("select pg_advisory_unlock_all()");

  // As after a crash: the first order has ended but wasn't notified, the second was notified but not marked.
  const before = (contracts: number) =>
    storage.database.query<{ id: string }>(
      "update orders set is_notified = false where quantity = $1 and account_id = $2 returning id",
      [String(contracts), trader.accountId],
    );
  const [lost] = await before(1);
  await before(2);
  await storage.database.query("delete from messages where order_id = $1", [lost?.id]);

  const second = await startServer({
    parts: { database: storage.database, clock, keyRing: first.parts.keyRing },
    sandbox: server.sandbox,
  });
  await eventually(async () => expect(await unnotified(second)).toEqual([]));
  const texts = await messagesIn(chat, 4, second);
  expect(texts.map((text) => /Buy (\d)/.exec(text)?.[1])).toEqual(["1", "2", "3", "1"]);
});

// @covers P3
test("after a restart, a message that shows less than is known is edited once more", async () => {
  const trader = await linkChattyTrader();
  await trader.alert();
  const chat = String(trader.chat);
  const becomesFilled = () =>
    eventually(
      () => {
        const sent = server.sandbox.telegram.sent(trader.chat).map(({ text }) => text);
        expect(sent).toEqual([expect.stringMatching(/\nFilled: 1 of 1/)]);
      },
      { interval: 50 },
    );
  await becomesFilled();
  // As a process leaves it that is killed between the edit and storing that it was made.
  const outdated = "from messages where address = $1 and shown_revision < revision";
  await server.parts.database.query("update messages set shown_revision = shown_revision - 1 where address = $1", [
    chat,
  ]);
  await expect.poll(() => server.parts.database.query(`select id ${outdated}`, [chat])).toEqual([]);
  await becomesFilled();
});
