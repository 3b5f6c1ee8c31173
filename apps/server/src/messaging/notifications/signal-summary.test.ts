/** The one message about a strategy's signal that made several orders: through the webhook, at the simulated market. */
import type { SentMessage } from "@chartrelay/sandbox";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { createStrategist, type Strategist } from "../../../test/strategist.ts";

const server = await startHurriedServer();
const { telegram } = server.sandbox;
const { database } = server.parts;
const market = server.sandbox.market("ALOR_BROKER", "demo");
let lastChat = 71_000;
afterEach(() => {
  market.setPrice("SBER", market.listings.get("SBER")?.price ?? "");
});

/** Rests: nobody sells so low. */
const RESTING = { type: "limit", price: "270.05" };
const fill = () => market.setPrice("SBER", "270");

interface Watched {
  readonly strategist: Strategist;
  readonly chat: number;
}

/** A strategy with two accounts at one venue, the second without money, whose user reads Telegram. */
async function createWatched(language: "en" | "ru"): Promise<Watched> {
  const venue = "ALOR_BROKER";
  const strategist = await createStrategist(server, { venues: [venue, { venue, insufficientFunds: true }] });
  lastChat += 1;
  telegram.chat({ id: lastChat });
  await database.query("update users set telegram_chat_id = $2, language = $3 where id = $1", [
    strategist.user.id,
    String(lastChat),
    language,
  ]);
  // Linked accounts may have kept the chat that their user had.
  await database.query("update accounts set telegram_chat_id = null where user_id = $1", [strategist.user.id]);
  return { strategist, chat: lastChat };
}

/** Waits until the chat's only message says this, and returns it. */
async function shown(chat: number, text: RegExp): Promise<SentMessage> {
  return await eventually(
    () => {
      const sent = telegram.sent(chat);
      expect(sent.map((message) => message.text)).toEqual([expect.stringMatching(text)]);
      return sent[0] as SentMessage;
    },
    { interval: 50 },
  );
}

// @covers P5
test("promise 5: one message follows all accounts of a signal, and says whose order was refused and why", async () => {
  const { strategist, chat } = await createWatched("en");
  await strategist.post(strategist.link(0, 2, RESTING));
  const first = await shown(chat, /^⚠️ Trend, SBER: 0 of 2 done, 1 refused, 1 working\n/);
  fill();
  const last = await shown(chat, /^⚠️ Trend, SBER: 1 of 2 done, 1 refused\n[^\n]+: There is not enough money[^\n]*$/);
  expect(last.messageId).toBe(first.messageId);
  expect(last.edits).toBeGreaterThan(0);
  expect(strategist.members.map((member) => member.executed().length)).toEqual([1, 0]);
});

test("the message is in its user's language", async () => {
  const { strategist, chat } = await createWatched("ru");
  await strategist.post(strategist.link(0, 2));
  const { text } = await shown(chat, /^⚠️ Trend, SBER: готово 1 из 2, отклонено: 1\n/);
  expect(text).toMatch(/\n[^\n]+: Не хватает денег или бумаг\.$/);
});
