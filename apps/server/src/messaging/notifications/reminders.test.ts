/** Reminders, once for each of the days, through the real outbox to the simulated Telegram. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { systemClock } from "../../platform/clock.ts";
import { createOutbox } from "../index.ts";
import { createSubscriptions } from "../../billing/subscriptions/index.ts";
import { accountIdOf } from "../../../test/accounts.ts";
import { startServer } from "../../../test/server.ts";
import { createReminders } from "./reminders.ts";
import { failingLog } from "../../../test/retry-log.ts";

const DAY_MS = 86_400_000;
const server = await startServer();
const { database } = server.parts;
const subscriptions = createSubscriptions(server.parts);
let lastChat = 6_000;

/** Sends the reminders that the server would at `nowMs`; the messages themselves use the real clock. */
async function remindAt(nowMs: number): Promise<void> {
  const clock = { ...systemClock, nowMs: () => nowMs };
  await createReminders({
    database,
    clock,
    outbox: createOutbox(server.parts),
    subscriptions,
    log: failingLog,
  }).remind();
}

async function userWithChat(settings: object = {}) {
  const user = await server.signUp();
  lastChat += 1;
  server.sandbox.telegram.chat({ id: lastChat });
  await user.api.post("/users/settings", settings);
  const entry = { exchange: "TINKOFF", telegramChatId: String(lastChat) };
  const { body } = await user.api.post("/accounts/me/list", [entry]);
  const chat = lastChat;
  return { user, chat, account: body[0].id as string };
}

const headlines = (chat: number) => server.sandbox.telegram.sent(chat).map(({ text }) => text.split("\n")[0]);

async function endedMessages(chat: number): Promise<void> {
  await eventually(async () =>
    expect(
      await database.query("select id from messages where address = $1 and status = 'NEW'", [String(chat)]),
    ).toEqual([]),
  );
}

test("a user is reminded of the end of a subscription 7, 3 and 1 days before and at the end, once each", async () => {
  const { user, chat } = await userWithChat({ language: "ru" });
  const end = await subscriptions.grant(user.id, { days: 30 }, "a test");
  const endMs = end?.getTime() ?? Number.NaN;
  for (const daysBefore of [20, 7, 6.5, 5, 3, 2, 1, 0.5, -0.1, -0.2]) {
    await remindAt(endMs - daysBefore * DAY_MS);
    await remindAt(endMs - daysBefore * DAY_MS);
  }
  await endedMessages(chat);
  expect(headlines(chat)).toEqual([
    "⏳ PRO закончится менее чем через 7 дней",
    "⏳ PRO закончится менее чем через 3 дня",
    "⏳ PRO закончится менее чем через 1 день",
    "⛔ PRO закончился",
  ]);
  const mailed = () => server.sandbox.mail.list(user.email).filter(({ subject }) => subject?.includes("PRO закончи"));
  await eventually(() => expect(mailed()).toHaveLength(4));
  expect(server.sandbox.telegram.sent(chat)[0]?.text).toMatch(/до \d+ \S+ в \d\d:\d\d МСК/);
});

test("after days without a running server only the current reminder is sent, and an extended subscription starts over", async () => {
  const { user, chat } = await userWithChat();
  const end = await subscriptions.grant(user.id, { days: 5 }, "a test");
  await remindAt((end?.getTime() ?? 0) - 2 * DAY_MS);
  const later = await subscriptions.grant(user.id, { days: 10 }, "a test");
  await remindAt((later?.getTime() ?? 0) - 6 * DAY_MS);
  await endedMessages(chat);
  expect(headlines(chat)).toEqual(["⏳ PRO ends in less than 3 days", "⏳ PRO ends in less than 7 days"]);
});

test("the reminder of an expiring key names its broker, and a user who wants no notifications gets none", async () => {
  const [asked, silent] = [
    await userWithChat({ notifications: "failures" }),
    await userWithChat({ notifications: "none" }),
  ];
  const expiresMs = Date.now() + 100 * DAY_MS;
  for (const { account } of [asked, silent]) {
    await database.query("update accounts set key_expires_at = $1 where id = $2", [
      new Date(expiresMs),
      await accountIdOf(database, account),
    ]);
  }
  for (const daysBefore of [20, 14, 2.5, -1]) await remindAt(expiresMs - daysBefore * DAY_MS);
  await endedMessages(asked.chat);
  expect(headlines(asked.chat)).toEqual([
    "🔑 T-Invest, demo: the key expires in less than 14 days",
    "🔑 T-Invest, demo: the key expires in less than 3 days",
    "🔑 T-Invest, demo: the key has expired",
  ]);
  expect(headlines(silent.chat)).toEqual([]);
});
