/** The API keys page in use: every broker's keys, what is known about them, and what saving does. */
import { manifestOf, MASKED_KEY, shortAccountId, VENUE_MANIFESTS, type VenueName } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { sandboxCredential, type CredentialName } from "@chartrelay/sandbox";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  CLIPBOARD,
  expectRefusal,
  expectSound,
  firstRow,
  hasFocus,
  marketOrder,
  open,
  playedIn,
  readClipboard,
  toast,
  tradersOf,
  type Say,
} from "./trader.ts";
import { PRO, product } from "./product.ts";

const { accountsOf, fire, saveAccounts, signUp, traderWithAccount } = tradersOf(product);

const labelsAt = (venue: VenueName) => {
  const { texts } = manifestOf(venue);
  return [`${texts}_key`, `${texts}_secret`] as const;
};
const VENUES_AS_OFFERED = VENUE_MANIFESTS.map(({ name }) => name);

const entryOf = (venue: VenueName, name: CredentialName = "trial") => {
  const { account: apiKey, secret: secretKey } = sandboxCredential(name, "demo", venue);
  return { exchange: venue, apiKey, secretKey, isDemo: true };
};

/** Returns the labels of an entry's fields and buttons. */
function wordsOf(say: Say) {
  const word = (key: string) => say(`accounts:${key}`);
  return {
    word,
    save: (page: Page) => page.getByRole("button", { name: word("save"), exact: true }),
    remove: (entry: Page | Locator) => entry.getByRole("button", { name: word("delete"), exact: true }),
    settings: (entry: Page | Locator) => entry.getByRole("button", { name: word("settings"), exact: true }),
  };
}

/** Finds the entries of the list, in order. */
const entries = (page: Page): Locator => page.locator("form > ul > li");

// @covers S3.8 S3.9 S3.15 S3.16 S3.17 S3.18 S3.19 S8.7
test("each broker's keys are entered under the broker's own names, become dots, and are checked automatically", async () => {
  const say = translator("ru");
  const { word, save, settings } = wordsOf(say);
  const trader = await signUp();
  const visit = await product.visit("/profile/api", { language: "ru", width: "mobile", user: trader });
  const { page } = visit;
  for (const [index, venue] of VENUES_AS_OFFERED.entries()) {
    await page.getByRole("button", { name: word("add") }).click();
    const entry = entries(page).nth(index);
    const exchange = entry.getByLabel(word("exchange"));
    await expect
      .poll(() => exchange.getByRole("option").allTextContents())
      .toEqual([word("choose_exchange"), ...VENUES_AS_OFFERED.map((name) => say(`trading:${name}`))]);
    await exchange.selectOption(venue);
    const { apiKey, secretKey } = entryOf(venue);
    const [key, secret] = labelsAt(venue);
    await entry.getByLabel(word(key), { exact: true }).fill(apiKey);
    await entry.getByLabel(word(secret), { exact: true }).fill(secretKey);
    expect(await entry.getByRole("switch", { name: word("allow_margin") }).count()).toBe(
      venue.startsWith("BINANCE") ? 0 : 1,
    );
  }
  await expectSound(visit);
  await save(page).click();
  await toast(page, word("saved")).waitFor();
  for (const [index, venue] of VENUES_AS_OFFERED.entries()) {
    const entry = entries(page).nth(index);
    await entry.getByText(word("state_ready"), { exact: true }).waitFor();
    expect(await entry.getByRole("heading", { level: 2 }).textContent()).toContain(say(`trading:${venue}`));
    if (!(await entry.getByLabel(word(labelsAt(venue)[0]), { exact: true }).isVisible())) await settings(entry).click();
    for (const label of labelsAt(venue)) {
      expect(await entry.getByLabel(word(label), { exact: true }).inputValue()).toBe(MASKED_KEY);
    }
  }
  await expectSound(visit);
  await page.reload();
  await expect.poll(() => entries(page).count()).toBe(VENUES_AS_OFFERED.length);
});

test("the name that a trader gives to an account is what the keys page, the test order and the overview call it", async () => {
  const say = translator("ru");
  const { word, save } = wordsOf(say);
  const trader = await traderWithAccount();
  const visit = await product.visit("/profile/api", { language: "ru", width: "mobile", user: trader });
  const { page } = visit;
  await page.getByLabel(word("name")).fill("Скальпинг");
  await save(page).click();
  await toast(page, word("saved")).waitFor();
  const heading = entries(page).first().getByRole("heading", { level: 2 });
  await expect.poll(() => heading.textContent()).toContain("Скальпинг");
  await expectSound(visit);
  const { account: portfolio } = sandboxCredential("trial", "demo");
  const ending = `··${portfolio.slice(-4)}`;
  await page.goto(`${product.origin}/orders-test`);
  const option = page.getByLabel(say("orders:demo_account")).getByRole("option");
  await expect.poll(() => option.allTextContents()).toEqual([`Скальпинг, Алор ${ending}, демосчёт`]);
  await page.goto(`${product.origin}/profile/overview`);
  const named = page.getByRole("main").getByText("Скальпинг");
  await named.first().waitFor();
  expect(await page.getByRole("main").textContent()).toContain(ending);
});

test("a click adds an account without waiting for anything; on PRO it can be demo or live", async () => {
  const { word } = wordsOf(translator("en"));
  const { page } = await product.visit("/profile/api", { user: PRO });
  await page.route("**/api/v1/locales/**", () => "never answered");
  const saved = await entries(page).count();
  await page.getByRole("button", { name: word("add") }).click();
  await page.getByRole("combobox", { name: word("exchange"), exact: true }).waitFor();
  expect(await entries(page).count()).toBe(saved + 1);
  const isDemo = entries(page)
    .last()
    .getByRole("switch", { name: word("is_demo") });
  await expect.poll(() => isDemo.isEnabled()).toBe(true);
});

test("a key check that finishes before the save is answered isn't lost", async () => {
  const say = translator("en");
  const { word, save } = wordsOf(say);
  const trader = await signUp();
  const { page } = await product.visit("/profile/api", { user: trader });
  await page.route("**/accounts/me/list", async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    const response = await route.fetch();
    await expect
      .poll(async () => (await accountsOf(trader)).map(({ keyCheckedAt }) => typeof keyCheckedAt))
      .toEqual(["string"]);
    return await route.fulfill({ response });
  });
  await page.getByRole("button", { name: word("add") }).click();
  await page.getByRole("combobox", { name: word("exchange"), exact: true }).selectOption("ALOR_BROKER");
  const { apiKey, secretKey } = entryOf("ALOR_BROKER");
  await page.getByLabel(word("alor_key"), { exact: true }).fill(apiKey);
  await page.getByLabel(word("alor_secret"), { exact: true }).fill(secretKey);
  await save(page).click();
  await toast(page, word("saved")).waitFor();
  await page.getByText(word("state_ready"), { exact: true }).waitFor();
});

test("what a key may do is shown on request, and why its broker refuses it", async () => {
  const say = translator("ru");
  const { word, settings } = wordsOf(say);
  const trader = await signUp();
  const keys = [
    { venue: "ALOR_BROKER", name: "trial", mayTrade: "yes", refusal: undefined },
    { venue: "TINKOFF", name: "read-only", mayTrade: "no", refusal: "NO_RIGHTS" },
    { venue: "BINANCE_SPOT", name: "ip-bound", mayTrade: undefined, refusal: "KEY_OR_ADDRESS_REFUSED" },
  ] as const;
  await saveAccounts(
    trader,
    keys.map(({ venue, name }) => entryOf(venue, name)),
  );
  const visit = await product.visit("/profile/api", { language: "ru", user: trader });
  for (const [index, { mayTrade, refusal }] of keys.entries()) {
    const entry = entries(visit.page).nth(index);
    await settings(entry).click();
    await entry.getByRole("button", { name: word("check_key") }).click();
    await entry.getByText(word(refusal ? "check_refused" : "check_ok")).waitFor();
    if (mayTrade) {
      await entry.getByText(`${word("may_trade")}: ${word(`right_${mayTrade}`)}`).waitFor();
      await entry.getByText(`${word("may_withdraw")}: ${word("right_no")}`).waitFor();
    }
    await entry.getByText(word(refusal ? "state_key_refused" : "state_ready"), { exact: true }).waitFor();
    if (refusal) {
      await entry.getByText(say(`reasons:${refusal}`)).waitFor();
      expect(await entry.getByRole("link", { name: say("trading:more_in_faq") }).getAttribute("href")).toBe(
        `/faq#${refusal}`,
      );
    }
  }
  await expectSound(visit);
});

// @covers S3.7
test.each(playedIn("en", "desktop"))(
  "an identifier is copied, replaced, and the old one ended; until then the page shows at once when an alert uses it (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const { word } = wordsOf(say);
    const trader = await traderWithAccount();
    const visit = await product.visit("/profile/api", { language, width, user: trader, context: CLIPBOARD });
    const { page } = visit;
    await page.getByRole("button", { name: `${word("copy_id")} ${trader.account}` }).click();
    await toast(page, word("id_copied")).waitFor();
    expect(await readClipboard(page)).toBe(trader.account);
    const opener = page.getByRole("button", { name: word("change_id"), exact: true });
    await opener.click();
    const asking = page.getByRole("dialog", { name: word("change_id_title") });
    await asking.waitFor();
    await expectSound(visit);
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus(opener)).toBe(true);

    await opener.click();
    await asking.getByRole("button", { name: word("change_id") }).click();
    const done = page.getByRole("dialog", { name: word("id_changed") });
    await done.getByRole("button", { name: word("copy_id") }).click();
    const [account] = await accountsOf(trader);
    const newId = account?.id ?? "";
    await expect.poll(() => readClipboard(page)).toBe(newId);
    await expectSound(visit);
    await done.getByRole("button", { name: word("done") }).click();

    const entry = entries(page).first();
    await entry.getByText(word("old_id_unused")).waitFor();
    await entry.getByRole("button", { name: `${word("copy_id")} ${newId}` }).waitFor();
    expect(await page.content()).not.toContain(trader.account);
    expect(await fire(marketOrder(newId))).toBe(200);
    expect(await fire(marketOrder(trader.account))).toBe(200);
    await entry.getByText(word("old_id_used")).waitFor();
    await expectSound(visit);

    await entry.getByRole("button", { name: word("end_old_id") }).click();
    const ending = page.getByRole("dialog", { name: word("end_old_id_title") });
    await ending.waitFor();
    await expectSound(visit);
    await ending.getByRole("button", { name: word("end_old_id") }).click();
    await toast(page, word("old_id_ended")).waitFor();
    expect(await entry.getByText(word("old_id_title")).count()).toBe(0);
    expect([await fire(marketOrder(trader.account)), await fire(marketOrder(newId))]).toEqual([404, 200]);

    await open(page, say, "orders");
    await page
      .getByRole("row")
      .filter({ hasText: say("trading:used_old_id") })
      .click();
    const panel = page.getByRole("dialog");
    await panel.getByText(say("trading:used_old_id_next")).waitFor();
    await panel.getByText(shortAccountId(newId)).waitFor();
    await expectSound(visit);
    // Only the keys page shows the whole identifier; elsewhere its last characters identify the account.
    for (const id of [newId, trader.account]) expect(await page.locator("body").textContent()).not.toContain(id);
  },
);

test("margin and pause are saved; a paused account says so and refuses orders with that reason", async () => {
  const say = translator("en");
  const { word, save } = wordsOf(say);
  const trader = await traderWithAccount();
  const visit = await product.visit("/profile/api", { user: trader });
  const { page } = visit;
  const [margin, pause] = ["allow_margin", "is_paused"].map((name) => page.getByRole("switch", { name: word(name) }));
  expect(await save(page).isDisabled()).toBe(true);
  await margin?.click();
  await pause?.click();
  await save(page).click();
  await toast(page, word("saved")).waitFor();
  await entries(page).first().getByText(word("state_paused"), { exact: true }).waitFor();
  // It is the only one, so nothing trades, whichever way it was paused.
  await page
    .getByRole("status")
    .getByText(say("profile:all_paused", { since: "" }).trim())
    .waitFor();
  await expectSound(visit);
  await page.reload();
  for (const kept of [margin, pause]) await expect.poll(() => kept?.isChecked()).toBe(true);
  await fire(marketOrder(trader.account));
  await open(page, say, "orders");
  await firstRow(page).getByText(say("trading:REJECTED")).waitFor();
  await page.getByRole("button", { name: say("orders:open_order", { number: 1 }) }).click();
  await page.getByRole("dialog").getByText(say("reasons:ACCOUNT_PAUSED")).waitFor();
  await expectSound(visit);
});

// @covers S3.14 S4.14 S4.15 S4.16 S8.13
test.each(playedIn("ru", "mobile"))(
  "an account is only marked for deletion until saved, and can be kept (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const { word, save, remove } = wordsOf(say);
    const trader = await traderWithAccount();
    const visit = await product.visit("/profile/api", { language, width, user: trader });
    const { page } = visit;
    await remove(page).click();
    await toast(page, word("will_be_deleted")).waitFor();
    await page.getByText(word("marked")).waitFor();
    const keep = page.getByRole("button", { name: word("keep") });
    await expect.poll(() => hasFocus(keep)).toBe(true);
    await expectSound(visit);
    await page.keyboard.press("Enter");
    await page.getByText(word("marked")).waitFor({ state: "detached" });
    await expect.poll(() => page.getByLabel(word("alor_key"), { exact: true }).inputValue()).toBe(MASKED_KEY);
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await remove(page).click();
    expect(await fire(marketOrder(trader.account))).toBe(200);
    await save(page).click();
    await toast(page, word("saved")).waitFor();
    await page.getByText(word("none"), { exact: true }).waitFor();
    expect(await fire(marketOrder(trader.account))).toBe(404);
    await expectSound(visit);
  },
);

// @covers S2.60
test.each(playedIn("ru", "mobile"))(
  "the instructions show each broker's steps and restore the focus (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const { word } = wordsOf(say);
    const trader = await signUp();
    const visit = await product.visit("/profile/api", { language, width, user: trader });
    const { page } = visit;
    await page.getByText(word("none"), { exact: true }).waitFor();
    const opener = page.getByRole("button", { name: word("instruction") });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: word("instruction") });
    for (const [venue, way] of [
      ["ALOR_BROKER", "alor"],
      ["TINKOFF", "tinkoff"],
      ["BINANCE_SPOT", "binance"],
      ["BINANCE_FUTURES", "binance"],
    ] as const) {
      await dialog.getByRole("button", { name: say(`trading:${venue}`), exact: true }).click();
      const steps = dialog.getByRole("listitem");
      for (const [index, step] of (await steps.all()).entries()) {
        await step.getByText(say(`key-steps:${way}_step_${index + 1}`)).waitFor();
        expect(await step.locator("svg").count()).toBe(1);
      }
      expect(await steps.count()).toBe(3);
    }
    await expectSound(visit);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(opener)).toBe(true);
  },
);

describe("what can't be saved", () => {
  // @covers S5.15 S5.16 S8.8
  test.each(playedIn("en", "desktop"))(
    "is explained at its field, by the page at once and by the server after saving (%s, %s)",
    async (language, width) => {
      const say = translator(language);
      const { word, save } = wordsOf(say);
      const trader = await signUp();
      const visit = await product.visit("/profile/api", { language, width, user: trader });
      const { page } = visit;
      await page.getByRole("button", { name: word("add") }).click();
      await page.getByRole("combobox", { name: word("exchange"), exact: true }).focus();
      await page.keyboard.press("Tab");
      await page.getByText(say("validation:required")).waitFor();
      await expect.poll(() => save(page).isDisabled()).toBe(true);
      await page.getByRole("combobox", { name: word("exchange"), exact: true }).selectOption("ALOR_BROKER");
      const chat = page.getByLabel(word("chat_id"));
      await chat.fill("@me");
      await chat.blur();
      await page.getByText(say("validation:invalid"), { exact: true }).waitFor();
      await expectSound(visit);
      await chat.fill("1001");
      await page.getByLabel(word("alor_secret"), { exact: true }).fill("x".repeat(5_000));
      await save(page).click();
      await toast(page, word("not_saved")).waitFor();
      await page.getByText(say("validation:too_long"), { exact: true }).waitFor();
      expect(await page.getByLabel(word("alor_secret"), { exact: true }).getAttribute("aria-invalid")).toBe("true");
      await expectRefusal(visit, 422);
      await expectSound(visit);
      await page.getByLabel(word("alor_secret"), { exact: true }).fill("short enough");
      await save(page).click();
      await toast(page, word("saved")).waitFor();
    },
  );

  test("if another page has removed the account meanwhile, the toast says so, and it can be removed here too", async () => {
    const say = translator("ru");
    const { word, save, remove } = wordsOf(say);
    const trader = await traderWithAccount();
    const visit = await product.visit("/profile/api", { language: "ru", user: trader });
    const { page } = visit;
    await page.getByRole("switch", { name: word("allow_margin") }).click();
    await saveAccounts(trader, [{ id: trader.account, isDeleted: true }]);
    await save(page).click();
    await toast(page, word("not_saved")).waitFor();
    await page.locator("[data-status=error]").getByText(say("validation:unknown_entry")).waitFor();
    await expectRefusal(visit, 422);
    // Only unsaved accounts let the exchange be chosen, so by then the page knows.
    await page.getByRole("combobox", { name: word("exchange"), exact: true }).waitFor();
    await remove(page).click();
    await page.getByText(word("none"), { exact: true }).waitFor();
  });
});
