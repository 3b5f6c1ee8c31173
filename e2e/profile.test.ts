/** The profile: the day's overview, settings and personal data, the history, and deleting the account. */
import { translator } from "@chartrelay/locales";
import { sandboxCredential } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import {
  expectRefusal,
  expectSound,
  logIn,
  logOut,
  marketOrder,
  openSubject,
  playedIn,
  readDownload,
  toast,
  tradersOf,
  whenLive,
} from "./trader.ts";
import { product, signIn } from "./product.ts";

const { fire, ordersOf, saveAccounts, signUp, traderWithAccount } = tradersOf(product);

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
};

test.each(playedIn("en", "desktop"))(
  "the overview shows the day: orders, refusals with what to do, latency, accounts, the latest orders; it updates itself (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await traderWithAccount();
    const accounts = await saveAccounts(trader, [
      { exchange: "TINKOFF", isPaused: true },
      { exchange: "BINANCE_SPOT", apiKey: "not-a-key", secretKey: "no-secret" },
    ]);
    for (const ticker of ["SBER", "LKOH", "NOSUCH"]) await fire(marketOrder(trader.account, { ticker }));
    await expect
      .poll(async () => (await ordersOf(trader)).map(({ status }) => status).toSorted())
      .toEqual(["CREATED", "CREATED", "REJECTED"]);
    const visit = await product.visit("/profile/overview", { language, width, user: trader });
    const { page } = visit;
    const part = (title: string) => page.getByRole("region", { name: say(`overview:${title}`), exact: true });
    const today = part("today");
    await today.getByText("3", { exact: true }).first().waitFor();
    const split = (name: string) => today.getByRole("link", { name: new RegExp(`${say(`overview:orders_${name}`)}$`) });
    expect(await split("created").textContent()).toMatch(/^2/);
    expect(await split("rejected").textContent()).toMatch(/^1/);
    const refusals = part("refusals_today");
    await refusals.getByRole("link", { name: say("reasons:INSTRUMENT_NOT_FOUND") }).waitFor();
    await refusals.getByText(say("faq-reasons:INSTRUMENT_NOT_FOUND")).waitFor();
    const sent = (await ordersOf(trader)).flatMap(({ timeline: { received, sent: at } }) =>
      at ? [at - received] : [],
    );
    const latency = part("latency").getByRole("definition");
    const figure = (await latency.first().locator("span").first().textContent()) ?? "";
    const shownMs = Number.parseFloat(
      language === "ru" ? figure.replaceAll(/\s/g, "").replace(",", ".") : figure.replaceAll(",", ""),
    );
    // Equal except for rounding.
    expect(Math.abs(shownMs / (median(sent) / 1_000) - 1)).toBeLessThan(0.02);
    expect(await latency.last().locator("span").first().textContent()).toMatch(/\d (ms|мс)$/);
    const states = part("accounts").getByRole("listitem");
    for (const why of ["key-missing", "key-refused", "no-chat", "paused"]) {
      await states
        .filter({ hasText: say(`overview:attention_${why}`) })
        .first()
        .waitFor();
    }
    expect(await states.count()).toBe(accounts.length);
    // The one that trades says when it last did.
    await states.filter({ hasText: say("trading:REJECTED") }).waitFor();
    const latest = part("latest").getByRole("listitem");
    expect(await latest.count()).toBe(3);
    await page
      .getByRole("region", { name: say("checkout:subscription") })
      .getByText("TRIAL", { exact: true })
      .waitFor();
    await expectSound(visit);

    await fire(marketOrder(trader.account, { ticker: "GAZP" }));
    await expect.poll(() => split("created").textContent()).toMatch(/^3/);
    await expect.poll(() => latest.first().textContent()).toContain("GAZP");
    await refusals.getByRole("link", { name: say("overview:what_next") }).click();
    await page.getByRole("dialog").getByText(say("reasons:INSTRUMENT_NOT_FOUND")).first().waitFor();
    await page.goBack();
    await split("rejected").click();
    await whenLive(page, say);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.locator("tbody tr").getByText("NOSUCH").waitFor();
    await page.goBack();
    await part("accounts")
      .getByRole("link", { name: say("overview:to_keys") })
      .click();
    await page.waitForURL("**/profile/api");
  },
);

test("language, theme and notification settings survive a reload and another sign-in", async () => {
  const trader = await signUp();
  const visit = await product.visit("/profile/settings", { language: "ru", user: trader });
  const { page } = visit;
  const [ru, en] = [translator("ru"), translator("en")];
  // The header and the footer have some of these controls too.
  const preferences = page.getByRole("main");
  await page.getByLabel(ru("settings:notifications"), { exact: true }).selectOption("failures");
  await toast(page, ru("settings:settings_changed")).waitFor();
  const messages = page.getByLabel(ru("settings:message_language"), { exact: true });
  // A user who signed up over the API gets English, so the value below is a choice.
  expect(await messages.inputValue()).toBe("en");
  await messages.selectOption("ru");
  await expect.poll(() => messages.inputValue()).toBe("ru");
  await preferences.getByTitle(ru("shell:theme_dark")).click();
  await expectSound(visit);
  await page
    .getByRole("group", { name: ru("shell:language") })
    .last()
    .getByRole("link", { name: "EN" })
    .click();
  const isKept = async () => {
    await page.getByRole("heading", { level: 1, name: en("settings:title") }).waitFor();
    const document = page.locator("html");
    await expect.poll(() => document.getAttribute("lang")).toBe("en");
    await expect.poll(() => document.getAttribute("data-theme")).toBe("dark");
    await expect.poll(() => preferences.getByRole("radio", { name: en("shell:theme_dark") }).isChecked()).toBe(true);
    for (const [setting, kept] of [
      ["notifications", "failures"],
      ["message_language", "ru"],
    ]) {
      const field = page.getByLabel(en(`settings:${setting}`), { exact: true });
      await expect.poll(() => field.inputValue()).toBe(kept);
    }
  };
  await isKept();
  await page.reload();
  await isKept();
  await logOut(page, en);
  await logIn(page, en, trader);
  await isKept();
  await expectSound(visit);
});

// @covers S2.52 S8.6
test.each(playedIn("ru", "mobile"))(
  "personal data are saved, and a value that is too long is refused at its field (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await signUp();
    const visit = await product.visit("/profile", { language, width, user: trader });
    const { page } = visit;
    const name = page.getByLabel(say("settings:full_name"), { exact: true });
    const telegram = page.getByLabel(say("settings:telegram"), { exact: true });
    const save = page.getByRole("button", { name: say("settings:save"), exact: true });
    expect(await save.isDisabled()).toBe(true);
    await name.fill("П".repeat(256));
    await save.click();
    await toast(page, say("settings:profile_change")).waitFor();
    await page.getByText(say("validation:too_long"), { exact: true }).waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    await expectRefusal(visit, 422);
    await expectSound(visit);
    await name.fill("Полина Рыкова");
    await telegram.fill("@polina");
    await save.click();
    await toast(page, say("settings:profile_changed")).waitFor();
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe("Полина Рыкова");
    expect(await telegram.inputValue()).toBe("@polina");
  },
);

describe("the history", () => {
  test.each(playedIn("en", "desktop"))(
    "lists what was done, in the user's language, newest first (%s, %s)",
    async (language, width) => {
      const say = translator(language);
      const trader = await traderWithAccount();
      await saveAccounts(trader, [{ id: trader.account, isPaused: true, telegramChatId: "1001" }]);
      await signIn(product.origin, trader);
      const visit = await product.visit("/profile/settings", { language, width, user: trader });
      const { page } = visit;
      const history = await openSubject(page, say("settings:audit"));
      const rows = history.locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(4);
      const texts = (await rows.allTextContents()).map((text) => text.replaceAll(/\s+/g, " "));
      const [login = "", changed = "", added = "", signup = ""] = texts;
      expect(login).toContain(say("audit:login"));
      expect(login).toContain("node");
      expect(login).toContain("127.0.0.1");
      for (const part of ["account_changed", "field_telegramChatId", "field_isPaused"]) {
        expect(changed).toContain(say(`audit:${part}`));
      }
      // The account is named as everywhere, by its broker and the end of its portfolio.
      const named = `${say("trading:ALOR_BROKER")}··${sandboxCredential("trial", "demo").account.slice(-4)}`;
      expect(changed).toContain(named);
      expect(added).toContain(say("audit:account_added"));
      expect(added).toContain(named);
      expect(signup).toContain(say("audit:signup"));
      await expectSound(visit);
    },
  );
});

test("a user can download all their data, which contains no keys", async () => {
  const say = translator("en");
  const trader = await traderWithAccount();
  await fire(marketOrder(trader.account));
  const visit = await product.visit("/profile/settings", { user: trader });
  const { page } = visit;
  const data = await openSubject(page, say("settings:your_data"));
  const download = page.waitForEvent("download");
  await data.getByRole("button", { name: say("settings:export") }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("chartrelay-data.json");
  const text = await readDownload(file);
  const held = JSON.parse(text) as {
    user: { email: string };
    accounts: { venue: string }[];
    orders: { ticker: string }[];
  };
  expect(held.user.email).toBe(trader.email);
  expect(held.accounts.map(({ venue }) => venue)).toEqual(["ALOR_BROKER"]);
  expect(held.orders.map(({ ticker }) => ticker)).toEqual(["SBER"]);
  expect(text).not.toContain(sandboxCredential("trial", "demo").secret);
  // Anyone who knows the account's id can post orders.
  expect(text).not.toContain(trader.account);
  await expectSound(visit);
});

test.each(playedIn("ru", "mobile"))(
  "deleting the user says what it does, asks for e-mail and password, and ends sign-ins and alerts (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await traderWithAccount();
    const visit = await product.visit("/profile/settings", { language, width, user: trader });
    const { page } = visit;
    const data = await openSubject(page, say("settings:your_data"));
    await data.getByRole("button", { name: say("settings:delete_account") }).click();
    const dialog = page.getByRole("dialog", { name: say("settings:delete_account") });
    for (const text of ["delete_hint", "delete_now", "delete_orders", "delete_kept"]) {
      await dialog.getByText(say(`settings:${text}`)).waitFor();
    }
    const forever = dialog.getByRole("button", { name: say("settings:delete_forever") });
    const email = dialog.getByLabel(say("settings:type_email", { email: trader.email }));
    const password = dialog.getByLabel(say("settings:current_password"), { exact: true });
    expect(await forever.isDisabled()).toBe(true);
    await email.fill("somebody@example.com");
    await password.fill("not-the-password");
    await dialog.getByText(say("settings:type_email_wrong")).waitFor();
    await expect.poll(() => forever.isDisabled()).toBe(true);
    await expectSound(visit);
    await email.fill(trader.email);
    await forever.click();
    await dialog.getByText(say("validation:wrong_password")).waitFor();
    await expectRefusal(visit, 422);
    await expectSound(visit);
    await password.fill(trader.password);
    await forever.click();
    await toast(page, say("settings:deleted")).waitFor();
    await page.getByRole("heading", { level: 1, name: say("auth:title") }).waitFor();
    expect(await fire(marketOrder(trader.account))).toBe(404);
    await expectSound(visit);
    await page.goto(`${product.origin}/profile`);
    await logIn(page, say, trader);
    await page.getByText(say("auth:invalid_login")).waitFor();
    await expectRefusal(visit, 401);
    await expectSound(visit);
  },
);
