/** A trader's day: orders placed and refused, and how the pages show them. For the first day see journey.test.ts. */
import { shortAccountId } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { describe, expect, test } from "vitest";
import { expectSound, firstRow, marketOrder, NOTHING, open, playedIn, tradersOf, whenLive } from "./trader.ts";
import { ADMIN, product, TRIAL } from "./product.ts";
import { beyondLeaving } from "./visit.ts";

const { fire, traderWithAccount } = tradersOf(product);

describe.each(playedIn("ru", "mobile"))("in %s on %s", (language, width) => {
  const say = translator(language);

  test("a refused message is explained in the user's language, and the corrected one becomes an order", async () => {
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
    // What the parser can mend without a guess is there to copy.
    await panel
      .getByRole("region", { name: say("trading:corrected_message") })
      .getByText('"direction": "buy"')
      .waitFor();
    await panel.getByRole("link", { name: say("trading:next_builder") }).click();
    await page.waitForURL("**/profile/build");
    const editor = page.getByRole("textbox", { name: say("builder:message"), exact: true });
    await page.getByText(say("builder:verdict_accepted"), { exact: true }).waitFor();
    const corrected = await editor.inputValue();
    await expectSound(visit);
    await open(page, say, "orders");
    await whenLive(page, say);
    expect(await fire(corrected)).toBe(200);
    await firstRow(page).getByText(say("trading:CREATED")).waitFor();
  });
});

// @covers S2.62
test("filters, page and size are in the address, so they survive a reload and the back button", async () => {
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

// @covers S2.65 S2.66 S2.67 S2.68 S2.69 S2.70 S2.71 S2.72 S2.73 S2.74
test("the orders table has the specification's columns, in order, and what its filters leave can be downloaded as CSV", async () => {
  const trader = await traderWithAccount();
  await fire(marketOrder(trader.account));
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  const { page } = await product.visit("/profile/orders?search=LKOH", { user: trader });
  await expect
    .poll(() => page.getByRole("columnheader").allTextContents())
    .toEqual(["#", "Date", "Exchange", "Ticker", "Side", "Type", "Price", "Quantity", "Status", "Server response"]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("orders.csv");
});

// @covers S2.64 S2.79 S2.80 S2.81 S2.82 S2.83 S2.84 S2.85 S6.4 S8.16
test("administrators see the users' statistics; anybody else sees 'no access'", async () => {
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

test("a test order goes to a demo account, and the page shows its progress live", async () => {
  const trader = await traderWithAccount();
  const visit = await product.visit("/orders-test", { user: trader });
  const { page } = visit;
  await whenLive(page, translator("en"));
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("CREATED", { exact: true }).waitFor();
  await expectSound(visit);
});

// @covers S2.63 S2.75 S2.76 S2.77 S2.78
test("an alert is listed as its chat received it", async () => {
  const trader = await traderWithAccount();
  const visit = await product.visit("/profile/alerts", { user: trader });
  const { page } = visit;
  await whenLive(page, translator("en"));
  const query = new URLSearchParams({ account: trader.account, chat_id: "1" });
  await fetch(`${product.origin}/api/v1/alerts?${query.toString()}`, { method: "POST", body: "SBER crossed 280.5" });
  await firstRow(page).getByText("SBER crossed 280.5").waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(["#", "Date", "Status", "Message"]);
  await page.getByRole("button", { name: "Open alert 1" }).click();
  const panel = page.getByRole("dialog", { name: "Alert" });
  await panel.getByText(shortAccountId(trader.account)).waitFor();
  expect(await panel.textContent()).not.toContain(trader.account);
  await expectSound(visit);
});
