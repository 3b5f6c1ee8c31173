/** A trader's day: from the registration to an order at the broker, and what stands on the page meanwhile. */
import { translator } from "@chartrelay/locales";
import { sandboxCredential } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import { expectSound, firstRow, marketOrder, newTrader, NOTHING, open, tradersOf, VIEWS, whenLive } from "./trader.ts";
import { ADMIN, PRO, product, TRIAL } from "./product.ts";
import { beyondLeaving, type Credentials } from "./visit.ts";

const { fire, traderWithAccount } = tradersOf(product);

describe.each(VIEWS)("in %s on %s", (language, width) => {
  const say = translator(language);

  test("a newcomer registers, links a key, builds a message, and sees its order arrive and how long each leg took", async () => {
    const visit = await product.visit("/registration", { language, width });
    const { page } = visit;
    const { email, password } = newTrader();
    await page.getByLabel(say("auth:full_name")).fill("Полина Рыкова");
    await page.getByLabel(say("auth:email")).fill(email);
    await page.getByLabel(new RegExp(`^${say("auth:password")} \\*`)).fill(password);
    await page.getByLabel(say("auth:confirm_password")).fill(password);
    for (const consent of await page.getByRole("checkbox").all()) await consent.check();
    await expectSound(visit);
    await page.getByRole("button", { name: say("auth:sign_up") }).click();
    await page.waitForURL("**/profile");
    await page.getByRole("heading", { level: 1, name: say("settings:title") }).waitFor();
    await expectSound(visit);

    await open(page, say, "api");
    await page.getByRole("button", { name: say("accounts:add") }).click();
    await page.getByLabel(say("accounts:exchange")).selectOption("ALOR_BROKER");
    const { account: portfolio, secret } = sandboxCredential("trial", "demo");
    await page.getByLabel(say("accounts:alor_key")).fill(portfolio);
    await page.getByLabel(say("accounts:alor_secret"), { exact: true }).fill(secret);
    expect(await page.getByRole("switch", { name: say("accounts:is_demo") }).isDisabled()).toBe(true);
    await expectSound(visit);
    await page.getByRole("button", { name: say("accounts:save"), exact: true }).click();
    await page.getByText(say("accounts:saved")).waitFor();

    await page.getByLabel(say("builder:ticker"), { exact: true }).fill("SBER");
    await page.getByLabel(say("builder:side"), { exact: true }).selectOption("BUY");
    await page.getByLabel(say("builder:size_lots")).fill("1");
    const message = (await page.getByRole("region", { name: say("builder:message"), exact: true }).textContent()) ?? "";
    const webhook = await page.getByRole("region", { name: say("builder:webhook"), exact: true }).textContent();
    expect(webhook).toBe(`${product.origin}/api/v1/orders`);
    await expectSound(visit);

    await open(page, say, "orders");
    await page.getByText(say("ui:no_data")).waitFor();
    await whenLive(page, say);
    expect(await fire(message)).toBe(200);
    await firstRow(page).getByText(say("trading:CREATED")).waitFor();
    expect(await firstRow(page).textContent()).toContain("SBER");
    await expectSound(visit);

    const opener = page.getByRole("button", { name: say("orders:open_order", { number: 1 }) });
    await opener.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: say("orders:order") });
    const legs = panel.getByRole("table", { name: say("orders:timeline") }).getByRole("row");
    await panel.getByRole("region", { name: say("orders:message") }).waitFor();
    for (const leg of ["commit", "queue", "venue", "total"]) {
      expect(await legs.filter({ hasText: say(`orders:leg_${leg}`) }).textContent()).toMatch(/\d[.,]?\d* (ms|мс)$/);
    }
    await expectSound(visit);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await expect
      .poll(() => page.locator(":focus").getAttribute("aria-label"))
      .toBe(say("orders:open_order", { number: 1 }));
  });

  test("a refused message is explained in the reader's language, and the corrected one becomes an order", async () => {
    const trader = await traderWithAccount();
    await fire(`{"account": "${trader.account}", "ticker": "SBER", "side": "buy", "type": "market", "contracts": 1}`);
    const visit = await product.visit("/profile/orders", { language, width, user: trader });
    const { page } = visit;
    await firstRow(page).getByText(say("trading:REJECTED")).waitFor();
    await page.getByRole("button", { name: say("orders:open_order", { number: 1 }) }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText(say("reasons:BAD_MESSAGE")).waitFor();
    await panel.getByText(say("message:MISNAMED_FIELD", { field: "side", detail: "direction" })).waitFor();
    expect(await panel.getByRole("link", { name: say("trading:more_in_faq") }).getAttribute("href")).toBe(
      "/faq#BAD_MESSAGE",
    );
    await panel.getByRole("link", { name: say("orders:check_message") }).click();
    await page.waitForURL("**/profile/api#check");
    const pasted = page.getByLabel(say("builder:pasted"), { exact: true });
    const corrected = (await pasted.inputValue()).replace("side", "direction");
    await pasted.fill(corrected);
    await page.getByRole("button", { name: say("builder:check"), exact: true }).click();
    await page.getByText(say("builder:verdict_ok")).waitFor();
    await expectSound(visit);
    await open(page, say, "orders");
    await whenLive(page, say);
    expect(await fire(corrected)).toBe(200);
    await firstRow(page).getByText(say("trading:CREATED")).waitFor();
  });
});

test("filters, page and size stand in the address: they survive a reload and the way back", async () => {
  const trader = await traderWithAccount();
  for (let sent = 0; sent < 17; sent++)
    await fire(marketOrder(trader.account, { ticker: sent === 0 ? "NOSUCH" : "SBER" }));
  const visit = await product.visit("/profile/orders", { user: trader });
  const { page } = visit;
  await expect.poll(() => page.locator("tbody tr").count()).toBe(15);
  await page.locator(".rc-pagination").getByText("2", { exact: true }).click();
  await page.waitForURL("**/profile/orders?page=2");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
  expect(await firstRow(page).getByRole("cell").first().textContent()).toContain("16");
  await page.getByLabel("Any status").selectOption("REJECTED");
  await page.waitForURL("**/profile/orders?status=REJECTED");
  await firstRow(page).getByText("NOSUCH").waitFor();
  await page.reload();
  await firstRow(page).getByText("NOSUCH").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  expect(await page.locator(".rc-pagination").count()).toBe(0);
  await page.goBack();
  await page.waitForURL("**/profile/orders?page=2");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
  expect(beyondLeaving(visit)).toEqual(NOTHING);
});

test("the orders table has the columns of the specification, in their order", async () => {
  const trader = await traderWithAccount();
  await fire(marketOrder(trader.account));
  const { page } = await product.visit("/profile/orders", { user: trader });
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "#",
    "Date",
    "Exchange",
    "Ticker",
    "Side",
    "Type",
    "Price",
    "Quantity",
    "Status",
    "Server response",
  ]);
});

test("the current filter is downloaded as CSV", async () => {
  const trader = await traderWithAccount();
  await fire(marketOrder(trader.account));
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  const { page } = await product.visit("/profile/orders?search=LKOH", { user: trader });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("orders.csv");
});

test("a demo account may be made live on PRO, and stays demo on TRIAL", async () => {
  const toggleOf = async (user: Credentials) => {
    const { page } = await product.visit("/profile/api", { user });
    await page.getByRole("button", { name: "Settings", exact: true }).first().click();
    return page.getByRole("switch", { name: "Demo account" });
  };
  expect(await (await toggleOf(TRIAL)).isDisabled()).toBe(true);
  expect(await (await toggleOf(PRO)).isDisabled()).toBe(false);
});

test("the users' statistics are shown to an administrator; anybody else reads 'no access'", async () => {
  const admin = await product.visit("/profile/users?search=trial%40", { user: ADMIN });
  await admin.page.getByText(TRIAL.email).waitFor();
  expect(await admin.page.getByRole("columnheader").allInnerTexts()).toEqual([
    "#",
    "Date",
    "E-mail",
    "Full name",
    "Telegram",
    "utm",
    "Tariff",
    "PRO until",
    "Orders",
    "Last order",
  ]);
  const { page } = await product.visit("/profile/users", { user: TRIAL });
  await page.getByText("No access").waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
});

test("a test order goes to a demo account, and its way is shown as it happens", async () => {
  const trader = await traderWithAccount();
  const visit = await product.visit("/orders-test", { user: trader });
  const { page } = visit;
  await whenLive(page, translator("en"));
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("CREATED", { exact: true }).waitFor();
  await expectSound(visit);
});

test("the login screen has two tabs, and the second leads to the registration", async () => {
  const { page } = await product.visit("/profile/orders");
  const tabs = page.getByRole("navigation", { name: "Sign in or register" }).getByRole("link");
  await expect.poll(() => tabs.allTextContents()).toEqual(["Sign in", "Registration"]);
  await tabs.last().click();
  await page.waitForURL("**/registration");
  await page.getByRole("button", { name: "Register" }).waitFor();
});

test("who is signed in is told to log out before registering", async () => {
  const { page } = await product.visit("/registration", { user: TRIAL });
  await page.getByText("You are signed in already. Log out first.").waitFor();
  expect(await page.getByLabel("E-mail").count()).toBe(0);
});

test("an alert is listed as its chat got it", async () => {
  const trader = await traderWithAccount();
  const visit = await product.visit("/profile/alerts", { user: trader });
  const { page } = visit;
  await whenLive(page, translator("en"));
  const query = new URLSearchParams({ account: trader.account, chat_id: "1" });
  await fetch(`${product.origin}/api/v1/alerts?${query.toString()}`, { method: "POST", body: "SBER crossed 280.5" });
  await firstRow(page).getByText("SBER crossed 280.5").waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(["#", "Date", "Status", "Message"]);
  await page.getByRole("button", { name: "Open alert 1" }).click();
  await page.getByRole("dialog", { name: "Alert" }).getByText(trader.account).waitFor();
  await expectSound(visit);
});
