/** What becomes of an order at its venue, in the message that told of it: with the simulated market and Telegram. */
import type { SentMessage } from "@chartrelay/sandbox";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";

const server = await startHurriedServer();
const { telegram, faults } = server.sandbox;
const { database } = server.parts;
const market = server.sandbox.market("ALOR_BROKER", "demo");
/** Sign-ups are throttled: the accounts have one user. */
const user = await server.signUp();
let lastChat = 61_000;
afterEach(async () => {
  faults.reset();
  await database.query("update users set language = 'en' where id = $1", [user.id]);
  for (const order of market.openOrders()) market.cancel(order, "hand");
  market.setVolume("SBER", null);
  market.setPrice("SBER", market.listings.get("SBER")?.price ?? "");
});

const LIMIT = { type: "limit", contracts: 10, price: "270.05" };

/** Links an account with a chat of its own. */
async function linkChattyTrader(type: "private" | "group" = "private"): Promise<Trader & { readonly chat: number }> {
  const trader = await linkTrader(server, { user });
  lastChat += 1;
  const chat = type === "private" ? lastChat : -lastChat;
  telegram.chat({ id: chat, type });
  // Saving accounts is throttled, too.
  await database.query("update accounts set telegram_chat_id = $2 where id = $1", [trader.accountId, String(chat)]);
  return { ...trader, chat };
}

const buttonsOf = ({ buttons }: SentMessage) => buttons.flat().map(({ text }) => text);

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

/** Places an order that rests, and waits for its message with the button. */
async function rest(trader: Trader & { readonly chat: number }, fields: object = {}): Promise<SentMessage> {
  await trader.alert(trader.message({ ...LIMIT, ...fields }));
  const message = await shown(trader.chat, /^✅ Order accepted\n/);
  await eventually(() => expect(telegram.sent(trader.chat).map(buttonsOf)).toEqual([["Cancel"]]), { interval: 50 });
  return message;
}

function fill(volume: string | null): void {
  market.setVolume("SBER", volume);
  market.setPrice("SBER", "270");
}

// @covers P9
test("fills are edited into the order's message, with price and slippage, and the button goes with the last one", async () => {
  const trader = await linkChattyTrader();
  await rest(trader, { signalPrice: "269.95" });
  fill("4");
  const partly = await shown(trader.chat, /\nPartly filled: 4 of 10, at 270[^\n]*\n/);
  expect(partly.text).toMatch(/\n(Worse|Better) than the signal’s price by .*\d bp/);
  expect(buttonsOf(partly)).toEqual(["Cancel"]);
  fill(null);
  const filled = await shown(trader.chat, /\nFilled: 10 of 10, at 270[^\n]*\n/);
  expect(buttonsOf(filled)).toEqual([]);
  expect(filled.text).toMatch(/Answered in .+\nOpen the order$/);
});

// @covers P9
test("slippage in price steps and money comes as soon as the instrument's are known, also to an account's first fill of it", async () => {
  const trader = await linkChattyTrader();
  await trader.alert(trader.message({ type: "market", contracts: 1, signalPrice: "270" }));
  const filled = await shown(trader.chat, /\nWorse than the signal’s price by ticks: 3,215, 1,190.7 bp, 321.5 RUB\n/);
  expect(filled.text).toContain("Filled: 1 of 1");
});

// @covers P9
test("an order that ended by hand is shown as cancelled with what was filled, in its user's language", async () => {
  const trader = await linkChattyTrader();
  await rest(trader);
  fill("3");
  await shown(trader.chat, /Partly filled: 3 of 10/);
  expect((await user.api.post("/users/settings", { language: "ru" })).status).toBe(200);
  for (const order of market.ordersOf(trader.portfolio)) market.cancel(order, "hand");
  // The message stays in the language in which it was sent.
  const ended = await shown(trader.chat, /\nCancelled: 3 of 10, at 270[^\n]*\n/);
  expect(buttonsOf(ended)).toEqual([]);
  market.setVolume("SBER", null);
  await trader.alert(trader.message({ type: "market", contracts: 1 }));
  await eventually(() => expect(telegram.sent(trader.chat).at(-1)?.text).toMatch(/\nИсполнена: 1 из 1, по \d/));
});

test("an edit that Telegram doesn't answer, or puts off, is made again", async () => {
  const trader = await linkChattyTrader();
  await rest(trader);
  const chat = { venue: "TELEGRAM", operation: "message", account: String(trader.chat) } as const;
  faults.set({ ...chat, kind: "accept-then-drop", times: 1 });
  fill("2");
  await shown(trader.chat, /Partly filled: 2 of 10/);
  faults.set({ ...chat, kind: "429", retryAfterS: 1, times: 1 });
  fill(null);
  const { edits } = await shown(trader.chat, /\nFilled: 10 of 10/);
  expect(edits).toBe(2);
});

describe("a message that can't be edited", () => {
  test("is replaced by one new message, which is edited from then on: it was deleted", async () => {
    const trader = await linkChattyTrader();
    const first = await rest(trader);
    telegram.remove(trader.chat, first.messageId);
    fill("2");
    const second = await shown(trader.chat, /Partly filled: 2 of 10/);
    expect(second.edits).toBe(0);
    fill(null);
    const last = await shown(trader.chat, /\nFilled: 10 of 10/);
    expect(last.messageId).toBe(second.messageId);
  });

  test("is replaced by one new message: it is older than 48 hours", async () => {
    const trader = await linkChattyTrader();
    await rest(trader);
    const age = "update messages set sent_at = sent_at - 49 * 3600000000 where address = $1 and status = 'CREATED'";
    // Telegram has a message a moment before it is stored that it was sent.
    await expect.poll(() => database.query(`${age} returning id`, [String(trader.chat)])).toHaveLength(1);
    fill(null);
    await eventually(
      () =>
        expect(telegram.sent(trader.chat).map(({ text }) => /Filled: .+/.exec(text)?.[0])).toEqual([
          undefined,
          expect.stringMatching(/^Filled: 10 of 10/),
        ]),
      { interval: 50 },
    );
  });
});

test("a message that cancels is told once, and shows in the end what was cancelled and what had filled", async () => {
  const trader = await linkChattyTrader();
  await rest(trader);
  await trader.alert({ account: trader.account, action: "cancelAll" });
  await eventually(
    () =>
      expect(telegram.sent(trader.chat).map(({ text }) => text)).toEqual([
        expect.stringMatching(/\nCancelled: 0 of 10\n/),
        expect.stringMatching(/^✅ Cancellation done\nall orders · Alor .+\nBuy 10 SBER: Cancelled\nOpen the order$/),
      ]),
    { interval: 50 },
  );
});

describe("the button", () => {
  test("cancels the order, says so, and goes", async () => {
    const trader = await linkChattyTrader();
    await rest(trader);
    const before = telegram.pressAnswers().length;
    telegram.press({ chatId: trader.chat, button: "Cancel" });
    const ended = await shown(trader.chat, /\nCancelled: 0 of 10\n/);
    expect(buttonsOf(ended)).toEqual([]);
    await eventually(() =>
      expect(telegram.pressAnswers().slice(before)).toEqual([
        { text: expect.stringMatching(/^The broker took the cancellation/), isAlert: true },
      ]),
    );
    expect(market.ordersOf(trader.portfolio)[0]?.state).toBe("cancelled");
  });

  test("an order that ended meanwhile is left as it is, and the person is told", async () => {
    const trader = await linkChattyTrader();
    const { buttons } = await rest(trader);
    const data = buttons[0]?.[0]?.callback_data;
    fill(null);
    await shown(trader.chat, /\nFilled: 10 of 10/);
    expect(await pressed(trader.chat, data)).toMatch(/^The order isn’t working any more/);
  });

  test("a token for another order's button, a made-up one, or another chat cancels nothing", async () => {
    const trader = await linkChattyTrader();
    const stranger = await linkChattyTrader();
    const { buttons } = await rest(trader);
    await rest(stranger);
    const token = buttons[0]?.[0]?.callback_data ?? "";
    // The code's first character: of the last one, only two bits count.
    const forged = token.replace(/[\w-](?=[\w-]{21}$)/, (first) => (first === "A" ? "E" : "A"));
    expect(await pressed(stranger.chat, token)).toBe("This button doesn’t work here.");
    expect(await pressed(trader.chat, forged)).toBe("This button doesn’t work here.");
    expect(await pressed(trader.chat, "cancel:x")).toBe("This button doesn’t work here.");
    const states = [trader, stranger].map(({ portfolio }) => market.ordersOf(portfolio)[0]?.state);
    expect(states).toEqual(["working", "working"]);
  });

  test("in a group, only the person whose account it is may cancel", async () => {
    const trader = await linkChattyTrader("group");
    const person = { id: 61_900 + Math.floor(lastChat % 50), name: "Owner" };
    await database.query("update users set telegram_user_id = $2 where id = $1", [user.id, String(person.id)]);
    await rest(trader);
    const token = telegram.sent(trader.chat)[0]?.buttons[0]?.[0]?.callback_data;
    expect(await pressed(trader.chat, token, { id: 61_999, name: "Other" })).toMatch(/^Only the account’s owner/);
    expect(market.ordersOf(trader.portfolio)[0]?.state).toBe("working");
    expect(await pressed(trader.chat, token, person)).toMatch(/^The broker took the cancellation/);
    await database.query("update users set telegram_user_id = null where id = $1", [user.id]);
  });

  /** Presses a button as a manipulated app would, with this data, and returns the bot's answer. */
  async function pressed(chatId: number, data = "", from?: { id: number; name: string }): Promise<string | undefined> {
    const before = telegram.pressAnswers().length;
    telegram.chat({ id: 61_000 });
    const button = telegram.sent(chatId).flatMap(buttonsOf)[0];
    if (button === undefined) {
      // The button has gone; an old app still shows it.
      const message = telegram.sent(chatId)[0] as { buttons: unknown };
      message.buttons = [[{ text: "Cancel", callback_data: data }]];
    }
    telegram.press({ chatId, button: "Cancel", data, ...(from && { from }) });
    return await eventually(() => {
      expect(telegram.pressAnswers().length).toBeGreaterThan(before);
      return telegram.pressAnswers()[before]?.text;
    });
  }
});
