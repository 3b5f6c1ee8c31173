import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openTelegram } from "./bot.fixture.ts";

describe("updates", () => {
  test("what people write is returned until the offset confirms it, with commands marked", async () => {
    const { ask, telegram } = await openTelegram();
    telegram.say({ chatId: 42, text: "/start abc", from: { id: 42, languageCode: "ru" } });
    const first = (await ask("getUpdates", {})).body.result;
    expect(first).toMatchObject([
      {
        message: {
          chat: { id: 42, type: "private" },
          from: { id: 42, language_code: "ru" },
          text: "/start abc",
          entities: [{ type: "bot_command", offset: 0, length: 6 }],
        },
      },
    ]);
    expect((await ask("getUpdates", {})).body.result).toEqual(first);
    expect((await ask("getUpdates", { offset: first[0].update_id + 1 })).body.result).toEqual([]);
  });

  test("a poll waits until somebody writes", async () => {
    const { ask, telegram } = await openTelegram();
    const polled = ask("getUpdates", { timeout: 30 });
    await eventually(() => expect(telegram.polls()).toBe(1));
    telegram.say({ chatId: 42, text: "hello" });
    expect((await polled).body.result).toHaveLength(1);
  });

  test("of two pollers, the first is turned away", async () => {
    const { ask, telegram } = await openTelegram();
    const first = ask("getUpdates", { timeout: 30 });
    await eventually(() => expect(telegram.polls()).toBe(1));
    const second = ask("getUpdates", { timeout: 30 });
    expect(await first).toMatchObject({
      status: 409,
      body: { description: /^Conflict: terminated by other getUpdates/ },
    });
    expect(telegram.conflicts()).toBe(1);
    telegram.say({ chatId: 42, text: "hello" });
    expect((await second).status).toBe(200);
  });

  test("a webhook gets each update with its secret token, repeated until it accepts it, and polling is refused meanwhile", async () => {
    const { ask, telegram } = await openTelegram();
    const posted: { secret: unknown; text: string }[] = [];
    const bot = createServer((request, response) => {
      request.setEncoding("utf8").once("data", (body: string) => {
        posted.push({
          secret: request.headers["x-telegram-bot-api-secret-token"],
          text: (JSON.parse(body) as { message: { text: string } }).message.text,
        });
        response.writeHead(posted.length === 1 ? 500 : 200).end();
      });
    }).listen(0, "127.0.0.1");
    await once(bot, "listening");
    onTestFinished(() => void bot.close());
    const url = `http://127.0.0.1:${(bot.address() as { port: number }).port}/`;
    expect((await ask("setWebhook", { url, secret_token: "no spaces" })).status).toBe(400);
    await ask("setWebhook", { url, secret_token: "only-we-know" });
    telegram.say({ chatId: 42, text: "first" });
    telegram.say({ chatId: 42, text: "second" });
    await eventually(() => expect(posted.map(({ text }) => text)).toEqual(["first", "first", "second"]));
    expect(posted.every(({ secret }) => secret === "only-we-know")).toBe(true);
    expect((await ask("getUpdates", {})).status).toBe(409);
    await ask("deleteWebhook", {});
    expect((await ask("getWebhookInfo", {})).body.result.url).toBe("");
    expect((await ask("getUpdates", {})).status).toBe(200);
  });

  test("a button is pressed, the press is answered once, and its message is edited", async () => {
    const { ask, telegram } = await openTelegram();
    const reply_markup = { inline_keyboard: [[{ text: "Pause", callback_data: "pause 1" }]] };
    const { result: sent } = (await ask("sendMessage", { chat_id: 1, text: "Which?", reply_markup })).body;
    telegram.press({ chatId: 1, button: "Pause" });
    const [{ callback_query: query }] = (await ask("getUpdates", {})).body.result;
    expect([query.data, query.message.message_id, query.from.id]).toEqual(["pause 1", sent.message_id, 1]);
    const answer = { callback_query_id: query.id, text: "Paused", show_alert: true };
    expect((await ask("answerCallbackQuery", answer)).status).toBe(200);
    expect(telegram.pressAnswers()).toEqual([{ text: "Paused", isAlert: true }]);
    expect((await ask("answerCallbackQuery", { callback_query_id: query.id })).status).toBe(400);
    const edit = { chat_id: 1, message_id: sent.message_id, text: "Paused" };
    expect((await ask("editMessageText", edit)).status).toBe(200);
    expect((await ask("editMessageText", edit)).body.description).toMatch(/message is not modified/);
    expect(telegram.sent(1)).toMatchObject([{ text: "Paused", buttons: [], edits: 1 }]);
    expect(() => telegram.press({ chatId: 1, button: "Pause" })).toThrow(/no message of chat 1 has a button/);
  });

  test("a group that restricts the bot to reading notifies it that it may not write", async () => {
    const { ask, telegram } = await openTelegram();
    telegram.chat({ id: -5, type: "group" });
    telegram.setState({ chatId: -5, state: "read-only" });
    expect((await ask("getUpdates", {})).body.result).toMatchObject([
      { my_chat_member: { new_chat_member: { status: "restricted", can_send_messages: false } } },
    ]);
  });

  test("the bot learns who blocks it, and writing to it again unblocks it", async () => {
    const { ask, telegram } = await openTelegram();
    telegram.setState({ chatId: 1, state: "blocked" });
    expect((await ask("sendMessage", { chat_id: 1, text: "x" })).status).toBe(403);
    expect((await ask("getUpdates", {})).body.result).toMatchObject([
      { my_chat_member: { new_chat_member: { status: "kicked" } } },
    ]);
    telegram.say({ chatId: 1, text: "/start" });
    expect((await ask("sendMessage", { chat_id: 1, text: "x" })).status).toBe(200);
  });
});
