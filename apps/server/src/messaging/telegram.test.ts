/** Messages that Telegram accepts, refuses or loses, with the real server and the simulator. */
import { describe, expect, test } from "vitest";
import { linkChat, type ChatTrader } from "../../test/chat.ts";
import { startHurriedServer } from "../../test/hurried-server.ts";
import type { TestServer } from "../../test/server.ts";

const server = await startHurriedServer({ settings: { ALERTS_PER_MINUTE: "1000" } });
const { faults, telegram } = server.sandbox;

/** Sets a fault of the simulated Telegram for one chat's messages. */
const fault = ({ chatId }: Pick<ChatTrader, "chatId">, input: object) =>
  faults.set({ venue: "TELEGRAM", operation: "message", account: String(chatId), times: 1, ...input } as never);
/** Makes Telegram throttle a chat until the returned function is called. */
function hold({ chatId }: Pick<ChatTrader, "chatId">): () => void {
  faults.set({ venue: "TELEGRAM", operation: "message", account: String(chatId), kind: "429", retryAfterS: 1 });
  return () => faults.reset();
}
const notExceeded = { perChat: 0, perGroup: 0, overall: 0 };

describe("a text arrives complete", () => {
  test.each([
    ["with what formatting is made of", "_under_ *star* [link](x) <b>bold</b> & &amp; `code` ~ > # + - = | { } . ! \\"],
    ["with emoji and scripts", "🚀👩‍👩‍👧‍👦 Покупка ↑ 買い"],
    ["over several lines", "first\n\n  third, indented"],
  ])("%s", async (_, text) => {
    const trader = await linkChat(server);
    await trader.tell(text);
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "CREATED", message: text }]);
    expect(trader.shown()).toEqual([text]);
  });

  test("of 10,000 characters, in parts of at most 4,096", async () => {
    const trader = await linkChat(server);
    const text = "<SBER & 🚀>".repeat(1_000).slice(0, 10_000);
    await trader.tell(text);
    await trader.endedAlerts(1);
    // There may have been a space at a cut, which is dropped.
    expect(trader.shown().join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    expect(Math.max(...trader.shown().map(({ length }) => length))).toBeLessThanOrEqual(4_096);
  });

  test("as plain text if Telegram can't parse it as HTML", async () => {
    const trader = await linkChat(server);
    server.sandbox.faults.set({ venue: "TELEGRAM", kind: "unparsable", account: String(trader.chatId) });
    await trader.tell("1 < 2 & <b>3</b>");
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "CREATED" }]);
    expect(trader.shown()).toEqual(["1 < 2 & <b>3</b>"]);
  });
});

describe("what Telegram refuses", () => {
  test.each([
    ["blocked", "private", "CHAT_BLOCKED"],
    ["deactivated", "private", "CHAT_BLOCKED"],
    ["not-started", "private", "CHAT_NOT_STARTED"],
    ["kicked", "group", "CHAT_BOT_REMOVED"],
    ["read-only", "group", "CHAT_FORBIDDEN"],
  ] as const)(
    "the user sees that a chat is %s, with the reason, and the account's orders go on",
    async (state, type, reason) => {
      const trader = await linkChat(server, { type });
      expect((await trader.entry()).chatProblem).toBeNull();
      telegram.setState({ chatId: trader.chatId, state });
      await trader.tell("hello");
      expect(await trader.endedAlerts(1)).toMatchObject([{ status: "REJECTED", reason }]);
      expect((await trader.entry()).chatProblem).toBe(reason);
      await trader.alert();
      expect(await trader.ended(1)).toMatchObject([{ status: "CREATED" }]);
    },
  );

  test("a chat that can't be sent to isn't tried for each message", async () => {
    const trader = await linkChat(server);
    telegram.setState({ chatId: trader.chatId, state: "blocked" });
    for (const text of ["one", "two", "three"]) await trader.tell(text);
    expect(await trader.endedAlerts(3)).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: "REJECTED", reason: "CHAT_BLOCKED" })),
    );
    const asked = server.sandbox.calls.count({
      venue: "TELEGRAM",
      operation: "message",
      account: String(trader.chatId),
    });
    // Not even once if the bot learns of the block before it sends.
    expect(asked).toBeLessThanOrEqual(1);
  });

  test("a message to a group that became a supergroup arrives there, and the account gets the new id", async () => {
    const trader = await linkChat(server, { type: "group" });
    const to = telegram.migrate(trader.chatId);
    await trader.tell("first");
    await trader.endedAlerts(1);
    expect((await trader.entry()).telegramChatId).toBe(String(to));
    await trader.tell("by the old id", { chat_id: String(trader.chatId) });
    expect(await trader.endedAlerts(2)).toMatchObject([{ status: "CREATED" }, { status: "CREATED" }]);
    expect(telegram.sent(to).map(({ text }) => text)).toEqual(["first", "by the old id"]);
  });
});

describe("what Telegram doesn't accept at once", () => {
  test("after a 429 the send waits as long as Telegram asks, and the message arrives once", async () => {
    const trader = await linkChat(server);
    fault(trader, { kind: "429", retryAfterS: 2 });
    const postedAtUs = server.parts.clock.nowUs();
    await trader.tell("patience");
    await trader.endedAlerts(1);
    const [sent, ...more] = telegram.sent(trader.chatId);
    expect([sent?.text, more]).toEqual(["patience", []]);
    expect((sent?.receivedAtUs ?? 0) - postedAtUs).toBeGreaterThanOrEqual(2_000_000);
  });

  test.each([
    ["5xx", { status: 500 }],
    ["5xx", { status: 502, body: "html" }],
    ["drop", {}],
    ["malformed", {}],
  ])("after a %s %o that Telegram did nothing for, the message arrives once", async (kind, more) => {
    const trader = await linkChat(server);
    fault(trader, { kind, ...more });
    await trader.tell("again");
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "CREATED" }]);
    expect(trader.shown()).toEqual(["again"]);
  });

  test("a message whose answer was lost may arrive twice, which is counted, and never more often", async () => {
    const trader = await linkChat(server);
    const before = await repeated(server);
    fault(trader, { kind: "accept-then-drop" });
    await trader.tell("twice at most");
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "CREATED" }]);
    expect(trader.shown()).toEqual(["twice at most", "twice at most"]);
    expect(await repeated(server)).toBe(before + 1);
  });

  test("if the second part of a long text is throttled, the first part isn't resent", async () => {
    const trader = await linkChat(server);
    fault(trader, { kind: "429", retryAfterS: 1, every: 2 });
    const text = "0123456789".repeat(600);
    await trader.tell(text);
    await trader.endedAlerts(1);
    expect(trader.shown().join("")).toBe(text);
  });
});

describe("many messages", () => {
  test("more than ten waiting for one chat become one digest with their number", async () => {
    const trader = await linkChat(server);
    const release = hold(trader);
    await Promise.all(Array.from({ length: 30 }, (_, index) => trader.tell(`alert ${index}`)));
    release();
    const alerts = await trader.endedAlerts(30);
    expect(alerts.every(({ status }) => status === "CREATED")).toBe(true);
    const shown = trader.shown();
    expect(shown.length).toBeLessThan(12);
    const all = shown.join("\n");
    for (let index = 0; index < 30; index += 1) expect(all).toMatch(new RegExp(`alert ${index}\\b`));
  });

  test("ten waiting for one chat arrive one by one, in order, one a second", async () => {
    const trader = await linkChat(server);
    for (const index of Array.from({ length: 10 }).keys()) await trader.tell(`alert ${index}`);
    await trader.endedAlerts(10);
    expect(trader.shown()).toEqual(Array.from({ length: 10 }, (_, index) => `alert ${index}`));
    expect(telegram.exceeded()).toEqual(notExceeded);
  });

  test("no more are sent to 60 chats in a second than Telegram allows", async () => {
    const traders = await Promise.all(Array.from({ length: 6 }, () => linkChat(server)));
    const chats = Array.from({ length: 60 }, (_, index) => 3_000_000_000 + index);
    telegram.chat(...chats.map((id) => ({ id })));
    await Promise.all(
      chats.map((chat, index) => traders[index % traders.length]!.tell("hello", { chat_id: String(chat) })),
    );
    for (const trader of traders) await trader.endedAlerts(10);
    expect(chats.flatMap((chat) => telegram.sent(chat))).toHaveLength(60);
    expect(telegram.exceeded()).toEqual(notExceeded);
  });

  // @covers P5
  test("promise 5: a chat that Telegram throttles delays no other chat and no order", async () => {
    const [held, other] = [await linkChat(server), await linkChat(server)];
    const release = hold(held);
    await held.tell("later");
    await other.tell("now");
    await other.endedAlerts(1);
    await held.alert();
    await held.ended(1);
    expect(await held.alerts()).toMatchObject([{ status: "NEW" }]);
    release();
    await held.endedAlerts(1);
    expect(held.shown()).toContain("later");
  });
});

async function repeated({ app }: TestServer): Promise<number> {
  const { values } = await app.metrics.repeated.get();
  return values[0]?.value ?? 0;
}
