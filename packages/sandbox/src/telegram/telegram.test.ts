import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openTelegram } from "./bot.fixture.ts";

describe("sendMessage", () => {
  test("a text is delivered as shown, and the ledger has its chat, text and time", async () => {
    const { send, telegram } = await openTelegram();
    const { status, body } = await send("<b>SBER</b> &lt;10&gt; _*[]&amp; 🙂", "HTML");
    expect([status, body.ok, body.result.chat.id]).toEqual([200, true, 1]);
    expect(telegram.sent(1)).toEqual([
      {
        chatId: 1,
        messageId: body.result.message_id,
        text: "SBER <10> _*[]& 🙂",
        entities: [{ type: "bold", offset: 0, length: 4 }],
        buttons: [],
        edits: 0,
        receivedAt: "2026-03-02T10:00:01.000Z",
        receivedAtUs: Date.parse("2026-03-02T10:00:01Z") * 1_000,
      },
    ]);
  });

  test.each([
    ["HTML", "<b>open", `Can't find end tag corresponding to start tag "b"`],
    ["HTML", "1 < 2", `Unsupported start tag "" at byte offset 2`],
    ["HTML", "цена <x>", `Unsupported start tag "x" at byte offset 9`],
    ["HTML", "<b>a</i>", `Unmatched end tag at byte offset 4, expected "</b>", found "</i>"`],
    ["HTML", "a</b>", "Unexpected end tag at byte offset 1"],
    ["HTML", "<b", "Unclosed start tag at byte offset 0"],
    ["MarkdownV2", "10.5", "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ["MarkdownV2", "*bold", "Can't find end of Bold entity at byte offset 0"],
  ])("in %s, %j can't be parsed: %s", async (mode, text, why) => {
    const { send, telegram } = await openTelegram();
    const { status, body } = await send(text, mode);
    expect([status, body.error_code, body.description]).toEqual([
      400,
      400,
      `Bad Request: can't parse entities: ${why}`,
    ]);
    expect(telegram.sent()).toEqual([]);
  });

  test.each([
    ["HTML", "a & b &copy; &#8381;", "a & b &copy; ₽"],
    ["HTML", '<a href="https://example.com">link</a>', "link"],
    ["MarkdownV2", "*10\\.5* __u__ `a.b` [t](https://e.com)", "10.5 u a.b t"],
    [undefined, "1 < 2 & *_[", "1 < 2 & *_["],
  ])("in %s, %j is shown as %j", async (mode, text, shown) => {
    const { send, telegram } = await openTelegram();
    expect((await send(text, mode)).status).toBe(200);
    expect(telegram.sent()[0]?.text).toBe(shown);
  });

  test("a text has at most 4096 characters after parsing, and at least one", async () => {
    const { send } = await openTelegram();
    expect((await send(`<b>${"&lt;".repeat(4_096)}</b>`, "HTML")).status).toBe(200);
    expect((await send("x".repeat(4_097))).body.description).toBe("Bad Request: message is too long");
    expect((await send("🙂".repeat(2_049))).body.description).toBe("Bad Request: message is too long");
    for (const nothing of ["", "  \n ", undefined, "<b> </b>"]) {
      expect((await send(nothing, "HTML")).body.description).toBe("Bad Request: message text is empty");
    }
  });

  test.each([
    ["blocked", "private", 403, "Forbidden: bot was blocked by the user"],
    ["deactivated", "private", 403, "Forbidden: user is deactivated"],
    ["not-started", "private", 403, "Forbidden: bot can't initiate conversation with a user"],
    ["kicked", "group", 403, "Forbidden: bot was kicked from the group chat"],
    ["kicked", "supergroup", 403, "Forbidden: bot was kicked from the supergroup chat"],
    ["kicked", "channel", 403, "Forbidden: bot is not a member of the channel chat"],
    ["read-only", "channel", 400, "Bad Request: not enough rights to send text messages to the chat"],
  ] as const)("a message to a chat that is %s (%s) gets %s %s", async (state, type, status, description) => {
    const { telegram, ask } = await openTelegram();
    telegram.chat({ id: -5, type, state });
    expect(await ask("sendMessage", { chat_id: -5, text: "x" })).toEqual({
      status,
      body: { ok: false, error_code: status, description },
    });
  });

  test("an unknown chat, a wrong token and an unknown method get different errors", async () => {
    const { ask, telegram } = await openTelegram();
    expect((await ask("sendMessage", { chat_id: 99, text: "x" })).body.description).toBe("Bad Request: chat not found");
    expect((await ask("sendMessage", { text: "x" })).body.description).toBe("Bad Request: chat_id is empty");
    expect(await ask("getMe", {}, "1:wrong")).toEqual({
      status: 401,
      body: { ok: false, error_code: 401, description: "Unauthorized" },
    });
    expect((await ask("sendTelepathy", {})).status).toBe(404);
    expect((await ask("getMe", {})).body.result.username).toBe(telegram.botName);
  });

  test("a group that became a supergroup says so, and its new id accepts the message", async () => {
    const { telegram, ask } = await openTelegram();
    telegram.chat({ id: -7, type: "group", name: "OrderEntry" });
    const id = telegram.migrate(-7);
    expect((await ask("sendMessage", { chat_id: -7, text: "x" })).body).toEqual({
      ok: false,
      error_code: 400,
      description: "Bad Request: group chat was upgraded to a supergroup chat",
      parameters: { migrate_to_chat_id: id },
    });
    expect((await ask("sendMessage", { chat_id: id, text: "x" })).status).toBe(200);
  });
});

describe("limits", () => {
  test("a chat accepts one message a second, and says how long to wait", async () => {
    const { ask, clock, telegram } = await openTelegram();
    const send = () => ask("sendMessage", { chat_id: 1, text: "x" });
    expect((await send()).status).toBe(200);
    clock.nowMs += 999;
    expect((await send()).body).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    clock.nowMs += 1;
    expect((await send()).status).toBe(200);
    expect(telegram.exceeded()).toEqual({ perChat: 1, perGroup: 0, overall: 0 });
  });

  test("a group accepts 20 a minute", async () => {
    const { ask, clock, telegram } = await openTelegram();
    telegram.chat({ id: -3, type: "group" });
    for (let count = 0; count < 20; count += 1) {
      expect((await ask("sendMessage", { chat_id: -3, text: "x" })).status).toBe(200);
      clock.nowMs += 1_000;
    }
    const refused = await ask("sendMessage", { chat_id: -3, text: "x" });
    expect([refused.status, refused.body.parameters]).toEqual([429, { retry_after: 40 }]);
    clock.nowMs += 40_000;
    expect((await ask("sendMessage", { chat_id: -3, text: "x" })).status).toBe(200);
  });

  test("all chats together accept 30 a second, and a scale makes that faster", async () => {
    const { ask, clock, telegram } = await openTelegram();
    telegram.chat(...Array.from({ length: 40 }, (_, index) => ({ id: 100 + index })));
    const sendAll = async () => {
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) => ask("sendMessage", { chat_id: 100 + index, text: "x" })),
      );
      return replies.filter(({ status }) => status === 200).length;
    };
    expect(await sendAll()).toBe(30);
    expect(telegram.exceeded().overall).toBe(10);
    telegram.limit({ timeScale: 0.1 });
    expect(await sendAll()).toBe(30);
    clock.nowMs += 100;
    expect(await sendAll()).toBe(30);
  });
});

describe("faults", () => {
  test("each fault looks like Telegram's own: 429 with retry_after, 5xx, lost answers; every n-th call on request", async () => {
    const { sandbox, send, telegram } = await openTelegram();
    const fault = { venue: "TELEGRAM", operation: "message", times: 1 } as const;
    sandbox.faults.set({ ...fault, kind: "429", retryAfterS: 7 });
    expect(await send("a")).toMatchObject({ status: 429, body: { error_code: 429, parameters: { retry_after: 7 } } });
    sandbox.faults.set({ ...fault, kind: "5xx", status: 502 });
    expect(await send("b")).toMatchObject({ status: 502, body: { ok: false, error_code: 502 } });
    sandbox.faults.set({ ...fault, kind: "accept-then-drop" });
    await expect(send("c")).rejects.toThrow("fetch failed");
    sandbox.faults.set({ venue: "TELEGRAM", operation: "message", account: "1", kind: "429", every: 3 });
    expect([(await send("d")).status, (await send("e")).status, (await send("f")).status]).toEqual([200, 200, 429]);
    expect(telegram.sent(1).map(({ text }) => text)).toEqual(["c", "d", "e"]);
  });

  test("long polls are cut off when the sandbox closes", async () => {
    const { sandbox, ask, telegram } = await openTelegram();
    const polled = ask("getUpdates", { timeout: 50 }).catch(() => "cut off");
    await eventually(() => expect(telegram.polls()).toBe(1));
    await sandbox.close();
    expect(["cut off", expect.anything()]).toContainEqual(await polled);
  });
});

describe("editMessageText", () => {
  test("a message may be edited for 48 hours, unless it was deleted or wouldn't change", async () => {
    const { send, ask, telegram, clock } = await openTelegram();
    const { message_id } = (await send("one")).body.result;
    const edit = async (text: string) => {
      clock.nowMs += 1_000;
      return (await ask("editMessageText", { chat_id: 1, message_id, text })).body;
    };
    expect((await edit("one")).description).toMatch(/^Bad Request: message is not modified: /);
    expect(await edit("two")).toMatchObject({ ok: true, result: { text: "two", message_id } });
    clock.nowMs += 48 * 3_600_000;
    expect((await edit("three")).description).toBe("Bad Request: message can't be edited");
    telegram.remove(1, message_id);
    expect((await edit("four")).description).toBe("Bad Request: message to edit not found");
  });

  test("edits share a group's minute with messages; in a chat's second, one of each is a burst that is allowed", async () => {
    const { ask, telegram, clock } = await openTelegram();
    telegram.chat({ id: -9, type: "group" });
    const { message_id } = (await ask("sendMessage", { chat_id: -9, text: "0" })).body.result;
    const edit = async (text: string) => (await ask("editMessageText", { chat_id: -9, message_id, text })).status;
    expect([await edit("1"), await edit("2")]).toEqual([200, 429]);
    for (let made = 2; made < 20; made += 1) {
      clock.nowMs += 1_000;
      expect(await edit(`more ${made}`)).toBe(200);
    }
    clock.nowMs += 1_000;
    expect((await ask("sendMessage", { chat_id: -9, text: "x" })).status).toBe(429);
  });
});
