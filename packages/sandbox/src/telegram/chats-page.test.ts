import { describe, expect, test } from "vitest";
import { openTelegram } from "./bot.fixture.ts";

describe("the simulated chats in a browser", () => {
  test("a user reads what the bot wrote, and writes and presses a button with forms", async () => {
    const { sandbox, ask, telegram } = await openTelegram();
    const reply_markup = { inline_keyboard: [[{ text: "Pause", callback_data: "p" }]] };
    await ask("sendMessage", { chat_id: 1, text: "1 < 2 & <script>", reply_markup });
    const base = `${sandbox.controlUrl}/__sandbox/telegram`;
    const page = await (await fetch(`${base}?chat=1`)).text();
    expect(page).toContain("1 &lt; 2 &amp; &lt;script&gt;");
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${base}/${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    const said = await post("say", { chatId: "1", text: "/status" });
    expect([said.status, said.headers.get("location")]).toEqual([303, "/__sandbox/telegram?chat=1"]);
    await post("press", { chatId: "1", button: "Pause" });
    expect((await ask("getUpdates", {})).body.result).toMatchObject([
      { message: { text: "/status" } },
      { callback_query: { data: "p" } },
    ]);
    expect(await (await fetch(base)).text()).toContain("?chat=1");
    expect(await (await fetch(`${base}/messages?chat=1`)).json()).toEqual(telegram.sent(1));
    expect((await post("press", { chatId: "1", button: "Sell all" })).status).toBe(404);
  });

  test("POST sets chats and limits, one or a list, and refuses bad ones", async () => {
    const { sandbox, telegram, ask } = await openTelegram();
    const base = `${sandbox.settings["TELEGRAM_API_URL"]}/__sandbox/telegram`;
    const post = async (path: string, body: unknown) =>
      (await fetch(`${base}/${path}`, { method: "POST", body: JSON.stringify(body) })).status;
    expect(await post("chats", [{ id: 11 }, { id: -12, type: "group" }])).toBe(200);
    expect(await post("chats", { id: 13 })).toBe(200);
    expect(await post("chats", { id: "x" })).toBe(400);
    expect(await post("limits", { timeScale: 0.5 })).toBe(200);
    expect(await post("state", { chatId: 11, state: "blocked" })).toBe(200);
    const asCurlSends = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const said = await fetch(`${base}/say`, { ...asCurlSends, body: '{"chatId":1002,"text":"/status"}' });
    expect([said.status, await said.json()]).toEqual([200, {}]);
    expect((await ask("sendMessage", { chat_id: 11, text: "x" })).status).toBe(403);
    expect((await ask("sendMessage", { chat_id: 13, text: "x" })).status).toBe(200);
    expect(telegram.sent().map(({ chatId }) => chatId)).toEqual([13]);
  });
});
