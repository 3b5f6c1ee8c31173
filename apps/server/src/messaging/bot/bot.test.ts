/** The bot, with the real server and the simulated Telegram: what people write, and what it does. */
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { accountIdOf } from "../../../test/accounts.ts";
import { botPeople } from "../../../test/bot-people.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import type { SignedUp } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";

const server = await startHurriedServer();
const { telegram } = server.sandbox;
const { newPerson, ask, linkOf, addAccount, chatOf } = botPeople(server);

const isPaused = async ({ api }: SignedUp) =>
  ((await api.get("/accounts/me/list")).body as { isPaused: boolean }[]).map((account) => account.isPaused);

/** Returns why nothing can be sent to a chat, if there was ever a problem. */
async function problemOf(chatId: number): Promise<string | null | undefined> {
  const [row] = await server.parts.database.query<{ problem: string | null }>(
    "select problem from chats where id = $1",
    [String(chatId)],
  );
  return row?.problem;
}

describe("/start", () => {
  test("it shows the chat's id to paste, in the language of the person's Telegram", async () => {
    const person = newPerson("ru-RU");
    expect(await ask(person, "/start")).toMatch(
      new RegExp(`^Идентификатор этого чата: ${person.id}\nУкажите его у счёта на странице API-ключей`),
    );
    expect(await ask(newPerson("de"), "/start")).toMatch(/^This chat’s id: \d+\nEnter it for an account/);
  });

  test("a code from the page links the account's chat, once, to whoever sends it first", async () => {
    const user = await server.signUp();
    const [person, other] = [newPerson(), newPerson()];
    const { id } = await addAccount(user);
    const { url, code, expiresAt } = await linkOf(user, id);
    expect(url).toBe(`${server.sandbox.settings["TELEGRAM_API_URL"]}/t.me/${telegram.botName}?start=${code}`);
    expect(code).toMatch(/^[\w-]{1,64}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(await ask(person, `/start ${code}`)).toBe("Done: 1 account now reports to this chat. See /status.");
    expect(await chatOf(user, id)).toBe(String(person.id));
    expect(await ask(other, `/start ${code}`)).toMatch(/^This link has expired or was already used/);
    expect(await chatOf(user, id)).toBe(String(person.id));
  });

  test("a code is invalid after 15 minutes, once a newer one exists, or if it is made up", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const { id } = await addAccount(user);
    const old = await linkOf(user, id);
    const expired = await linkOf(user, id);
    await server.parts.database.query("update telegram_codes set expires_at = now() where user_id = $1", [user.id]);
    for (const code of [old.code, expired.code, "made-up", "x".repeat(4_000)]) {
      expect(await ask(person, `/start ${code}`)).toMatch(/^This link has expired or was already used/);
    }
    expect(await chatOf(user, id)).toBeNull();
  });

  test("a code for all accounts links those without a chat, and leaves the others alone", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const kept = await addAccount(user, { telegramChatId: "4001" });
    const [first, second] = [await addAccount(user), await addAccount(user, { exchange: "TINKOFF" })];
    const { code } = await linkOf(user);
    expect(await ask(person, `/start ${code}`)).toMatch(/^Done: 2 accounts now report/);
    expect([await chatOf(user, kept.id), await chatOf(user, first.id), await chatOf(user, second.id)]).toEqual([
      "4001",
      String(person.id),
      String(person.id),
    ]);
  });

  test("nobody can get a code for somebody else's account", async () => {
    const [owner, otherUser] = [await server.signUp(), await server.signUp()];
    const { id } = await addAccount(owner);
    const { status, body } = await otherUser.api.post("/accounts/me/link-telegram", { id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["id"]]);
  });

  test("the code isn't stored anywhere, and the audit log says who linked what", async () => {
    const user = await server.signUp();
    const { id } = await addAccount(user);
    const { code } = await linkOf(user, id);
    const rows = await server.parts.database.query("select * from telegram_codes");
    expect(JSON.stringify(rows)).not.toContain(code);
    await ask(newPerson(), `/start ${code}`);
    const logged = "select subject from audit_log where user_id = $1 and action = 'telegram_linked'";
    expect(await server.parts.database.query(logged, [user.id])).toEqual([
      { subject: await accountIdOf(server.parts.database, id) },
    ]);
    expect(server.log.join("\n")).not.toContain(code);
  });
});

describe("/status", () => {
  test("it shows the chat's accounts, their status and latest orders, and the subscription to their owner", async () => {
    const trader = await linkTrader(server);
    const person = newPerson();
    const { code } = await linkOf(trader.user, trader.account);
    await ask(person, `/start ${code}`);
    await trader.user.api.post("/users/settings", { notifications: "none" });
    await trader.alert(trader.message({ contracts: 7 }));
    await trader.ended(1);
    const reply = await ask(person, "/status");
    expect(reply).toMatch(/^Accounts\n1\. Alor ··\w{4}, demo: ▶️ working/);
    expect(reply).toMatch(
      /\nLatest orders\n• \d+ \w+(?: at|,) \d\d:\d\d UTC, Alor ··\w{4}, demo: Buy 7 SBER\. Accepted\.\n/,
    );
    const [order] = await trader.orders();
    expect(telegram.sent(person.id).at(-1)?.entities).toContainEqual(
      expect.objectContaining({
        type: "text_link",
        url: expect.stringMatching(`^http://.*/profile/orders/${order?.id}$`),
      }),
    );
    expect(reply).toMatch(/\nSubscription: TRIAL, demo accounts only$/);
    await trader.user.api.post("/users/settings", { language: "ru" });
    expect(await ask(person, "/status")).toMatch(/^Счета\n1\. Алор ··\w{4}, демосчёт: ▶️ работает/);
  });

  test("a chat without accounts learns nothing but its id", async () => {
    const person = newPerson();
    expect(await ask(person, "/status")).toMatch(
      new RegExp(`^No account reports to this chat\\. Its id is ${person.id}:`),
    );
  });

  test("a chat sees only its own accounts, and a group doesn't see the subscription", async () => {
    const user = await server.signUp();
    const [mine, group] = [newPerson(), -8_101];
    telegram.chat({ id: group, type: "group", name: "Trading floor" });
    const [first, second] = [await addAccount(user), await addAccount(user, { exchange: "TINKOFF" })];
    await ask(mine, `/start ${(await linkOf(user, first.id)).code}`);
    await ask(mine, `/start@${telegram.botName} ${(await linkOf(user, second.id)).code}`, group);
    const [inPrivate, inGroup] = [await ask(mine, "/status"), await ask(mine, "/status", group)];
    expect([inPrivate.includes("Alor"), inPrivate.includes("T-Invest")]).toEqual([true, false]);
    expect([inGroup.includes("Alor"), inGroup.includes("T-Invest")]).toEqual([false, true]);
    expect([inPrivate.includes("Subscription"), inGroup.includes("Subscription")]).toEqual([true, false]);
  });
});

describe("/pause and /resume", () => {
  test("the owner pauses the only account, and resumes it", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const { id } = await addAccount(user);
    await ask(person, `/start ${(await linkOf(user, id)).code}`);
    expect(await ask(person, "/pause")).toMatch(/^⏸ Alor, demo: paused\./);
    expect(await isPaused(user)).toEqual([true]);
    expect(await ask(person, "/status")).toContain("1. Alor, demo: ⏸ paused, alerts are refused");
    expect(await ask(person, "/resume")).toMatch(/^▶️ Alor, demo: resumed\./);
    expect(await isPaused(user)).toEqual([false]);
    const logged = "select details from audit_log where subject = $1 and action = 'account_changed' order by id";
    const accountId = await accountIdOf(server.parts.database, id);
    expect(await server.parts.database.query(logged, [accountId])).toMatchObject([
      { details: { isPaused: "true", by: "telegram" } },
      { details: { isPaused: "false", by: "telegram" } },
    ]);
  });

  test("with several accounts it asks which one, and accepts a number or all", async () => {
    const user = await server.signUp();
    const person = newPerson();
    await addAccount(user);
    await addAccount(user, { exchange: "TINKOFF", name: "Swing & co" });
    await ask(person, `/start ${(await linkOf(user)).code}`);
    expect(await ask(person, "/pause")).toBe(
      "Which account do you want to pause?\n/pause_1 Alor, demo\n/pause_2 Swing & co, T-Invest, demo\n/pause_all all of them",
    );
    expect(await isPaused(user)).toEqual([false, false]);
    expect(await ask(person, "/pause_2")).toMatch(/^⏸ Swing & co, T-Invest, demo: paused/);
    expect(await isPaused(user)).toEqual([false, true]);
    await ask(person, "/pause all");
    expect(await isPaused(user)).toEqual([true, true]);
    expect(await ask(person, "/resume 9")).toMatch(/^Which account do you want to resume\?/);
    expect((await ask(person, "/resume_all")).split("\n")).toHaveLength(2);
    expect(await isPaused(user)).toEqual([false, false]);
  });

  test("only the proven owner can pause: not another member of the group, nor the owner of a chat entered by hand", async () => {
    const user = await server.signUp();
    const [owner, member, pasted, group] = [newPerson(), newPerson(), newPerson(), -8_102];
    telegram.chat({ id: group, type: "supergroup", name: "Trading floor" });
    const { id } = await addAccount(user);
    await ask(owner, `/start ${(await linkOf(user, id)).code}`, group);
    expect(await ask(member, "/pause", group)).toMatch(/^Only its owner can pause an account/);
    const byHand = await addAccount(user, { exchange: "TINKOFF", telegramChatId: String(pasted.id) });
    expect(byHand.id).not.toBe(id);
    expect(await ask(pasted, "/pause")).toMatch(/^Only its owner can pause an account/);
    expect(await isPaused(user)).toEqual([false, false]);
    expect(await ask(owner, "/pause", group)).toMatch(/^⏸ Alor, demo: paused/);
    expect(await isPaused(user)).toEqual([true, false]);
  });
});

describe("any other message", () => {
  test("is answered with help in private, and ignored in a group", async () => {
    const [person, group] = [newPerson(), -8_103];
    telegram.chat({ id: group, type: "group" });
    expect(await ask(person, "hello <b>bot</b>")).toMatch(/^I report what happened to your orders/);
    telegram.say({ chatId: group, from: person, text: "hello" });
    telegram.say({ chatId: group, from: person, text: "/status@another_bot" });
    expect(await ask(person, "/help", group)).toMatch(/^I report/);
    expect(telegram.sent(group)).toHaveLength(1);
  });

  test("isn't answered if the chat floods the bot", async () => {
    const [flooder, other] = [newPerson(), newPerson()];
    for (let count = 0; count < 200; count += 1) telegram.say({ chatId: flooder.id, from: flooder, text: "/help" });
    await ask(other, "/help");
    const put = "select count(*)::int as count from messages where address = $1";
    expect(await server.parts.database.query(put, [String(flooder.id)])).toEqual([{ count: 20 }]);
  });

  test("the menu shows the commands in both languages", async () => {
    for (const language of ["", "ru"]) {
      const shown = () => telegram.commands(language).map(({ command }) => command);
      await eventually(() => expect(shown()).toEqual(["status", "pause", "resume", "stop", "help"]));
    }
  });

  test("a chat that blocked the bot and unblocked it gets messages again", async () => {
    const user = await server.signUp();
    const person = newPerson();
    const { id } = await addAccount(user);
    await ask(person, `/start ${(await linkOf(user, id)).code}`);
    telegram.setState({ chatId: person.id, state: "blocked" });
    await eventually(async () => expect(await problemOf(person.id)).toBe("CHAT_BLOCKED"));
    expect(await ask(person, "/status")).toMatch(/^Accounts/);
    expect(await problemOf(person.id)).toBeNull();
  });

  test("a group where the bot may only read gets no messages until the bot may write there", async () => {
    const chatId = -newPerson().id;
    telegram.chat({ id: chatId, type: "group" });
    telegram.setState({ chatId, state: "read-only" });
    await eventually(async () => expect(await problemOf(chatId)).toBe("CHAT_FORBIDDEN"));
    telegram.setState({ chatId, state: "open" });
    await eventually(async () => expect(await problemOf(chatId)).toBeNull());
  });
});
