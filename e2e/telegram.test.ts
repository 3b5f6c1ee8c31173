/** An account's Telegram chat: linked from the keys page through the bot, used to pause, blocked, and unlinked. */
import { randomInt } from "node:crypto";
import { translator } from "@chartrelay/locales";
import type { SentMessage } from "@chartrelay/sandbox";
import { expect, test } from "vitest";
import {
  CLIPBOARD,
  expectSound,
  marketOrder,
  open,
  playedIn,
  readClipboard,
  toast,
  tradersOf,
  whenLive,
} from "./trader.ts";
import { product } from "./product.ts";

const { confirmEmail, fire, traderWithAccount } = tradersOf(product);

/** Returns the id of a private chat that no other test uses. */
const newChat = () => randomInt(5_000, 2 ** 31);

/** What users do and read in the simulated Telegram; `link` is any of its addresses. */
function telegramAt(link: string) {
  const controls = `${new URL(link).origin}/__sandbox/telegram`;
  const act = (path: string, body: object) =>
    fetch(`${controls}/${path}`, { method: "POST", body: JSON.stringify(body) });
  return {
    say: (chatId: number, text: string) => act("say", { chatId, from: { id: chatId, name: "Trader" }, text }),
    setState: (chatId: number, state: "open" | "blocked") => act("state", { chatId, state }),
    async messagesIn(chatId: number): Promise<string[]> {
      const sent = (await (await fetch(`${controls}/messages?chat=${chatId}`)).json()) as SentMessage[];
      return sent.map(({ text }) => text);
    },
  };
}

test.each(playedIn("ru", "mobile"))(
  "a chat is linked by a code, gets the account's orders, and is unlinked; the page follows along without a reload (%s, %s)",
  async (language, width) => {
    const chatId = newChat();
    const say = translator(language);
    const word = (key: string) => say(`accounts:${key}`);
    const trader = await traderWithAccount();
    await confirmEmail(trader);
    const visit = await product.visit("/profile/api", { language, width, user: trader, context: CLIPBOARD });
    const { page } = visit;
    const chat = page.getByLabel(word("chat_id"));
    await page.getByText(word("state_ready"), { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: word("unlink_telegram") }).count()).toBe(0);

    const opener = page.getByRole("button", { name: word("link_telegram") });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: word("link_title") });
    const command = (await dialog.locator("code").textContent()) ?? "";
    expect(command).toMatch(/^\/start [\w-]{20,}$/);
    await dialog.getByRole("button", { name: word("link_copy") }).click();
    await expect.poll(() => readClipboard(page)).toBe(command);
    const link = (await dialog.getByRole("link", { name: word("link_open") }).getAttribute("href")) ?? "";
    expect(new URL(link).searchParams.get("start")).toBe(command.split(" ")[1]);
    const telegram = telegramAt(link);
    await expectSound(visit);
    await telegram.say(chatId, command);
    await dialog.getByText(word("link_done")).waitFor();
    await expectSound(visit);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => chat.inputValue()).toBe(String(chatId));
    await fire(marketOrder(trader.account));
    await expect
      .poll(async () => (await telegram.messagesIn(chatId)).some((text) => text.includes("SBER")), { timeout: 15_000 })
      .toBe(true);

    await telegram.say(chatId, "/pause");
    await page.getByText(word("state_paused"), { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("switch", { name: word("is_paused") }).isChecked()).toBe(true);
    await telegram.say(chatId, "/resume");
    await page.getByText(word("state_ready"), { exact: true }).waitFor();
    await telegram.setState(chatId, "blocked");
    await page.getByText(word("state_chat_problem")).waitFor();
    await page.getByText(say("reasons:CHAT_BLOCKED")).waitFor();
    await expectSound(visit);
    await telegram.setState(chatId, "open");
    await page.getByText(word("state_chat_problem")).waitFor({ state: "detached" });

    await page.getByRole("button", { name: word("unlink_telegram") }).click();
    await toast(page, word("will_be_unlinked")).waitFor();
    await expect.poll(() => chat.inputValue()).toBe("");
    await page.getByRole("button", { name: word("save"), exact: true }).click();
    await toast(page, word("saved")).waitFor();
    await opener.waitFor();
    await expectSound(visit);
    await open(page, say, "orders");
    await whenLive(page, say);
    await fire(marketOrder(trader.account, { ticker: "LKOH" }));
    await page.locator("tbody tr").filter({ hasText: "LKOH" }).getByText(say("trading:CREATED")).waitFor();
    await open(page, say, "overview");
    await page.getByText(say("overview:attention_no-chat")).waitFor();
    expect((await telegram.messagesIn(chatId)).filter((text) => text.includes("LKOH"))).toEqual([]);
  },
);

test("a chat linked while the form has unsaved changes stays linked after saving", async () => {
  const say = translator("en");
  const word = (key: string) => say(`accounts:${key}`);
  const trader = await traderWithAccount();
  await confirmEmail(trader);
  const { page } = await product.visit("/profile/api", { user: trader });
  await page.getByRole("switch", { name: word("allow_margin") }).click();
  await page.getByRole("button", { name: word("link_telegram") }).click();
  const dialog = page.getByRole("dialog", { name: word("link_title") });
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: word("link_open") }).click();
  const bot = await opened;
  const chatId = String(newChat());
  await bot.getByLabel("Your Telegram id").fill(chatId);
  await bot.getByRole("button", { name: "Start" }).click();
  await dialog.getByText(word("link_done")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: word("save"), exact: true }).click();
  await toast(page, word("saved")).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel(word("chat_id")).inputValue()).toBe(chatId);
});
