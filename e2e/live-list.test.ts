/**
 * The orders as they happen: new rows, a line that breaks, and lists that are read while something happens. How soon a row is
 * there: bench/cases/live-list.ts.
 */
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstRow, marketOrder, tradersOf, whenLive } from "./trader.ts";
import { product } from "./product.ts";

const { fire, traderWithAccount } = tradersOf(product);
const say = translator("en");

/** The orders of a new trader, open and live. `orders`: so many there are already. */
async function openOrders(orders: number) {
  const trader = await traderWithAccount();
  for (let fired = 0; fired < orders; fired++) await fire(marketOrder(trader.account));
  const { page } = await product.visit("/profile/orders", { user: trader });
  await whenLive(page, say);
  return { trader, page };
}

/** The instruments of the rows, from the top. */
const tickers = (page: Page) => page.locator("tbody tr td:nth-child(4)").allInnerTexts();

async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await page.getByText("Offline", { exact: true }).waitFor();
}

/** Keeps back the next list that the page asks for and whose address has these words in it, once the server has read it. */
async function holdNextList(page: Page, words = "") {
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const lists = { answered: 0, read: read.promise, letGo: held.resolve };
  await page.route("**/orders/me/list*", async (route) => {
    const response = await route.fetch();
    if (route.request().url().includes(words)) {
      read.resolve();
      await held.promise;
    }
    await route.fulfill({ response });
    lists.answered += 1;
  });
  return lists;
}

test("an order that arrives while the list is on its way stays, though the list was read too early to have it", async () => {
  const { trader, page } = await openOrders(0);
  await goOffline(page);
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  const lists = await holdNextList(page);
  await page.context().setOffline(false);
  await lists.read;
  await fire(marketOrder(trader.account));
  await firstRow(page).getByText("CREATED").waitFor();
  lists.letGo();
  await expect.poll(() => tickers(page)).toEqual(["SBER", "LKOH"]);
  await firstRow(page).getByText("CREATED").waitFor();
});

test("of two lists that were asked for, the one that was asked for last is shown, whichever comes last", async () => {
  const { page } = await openOrders(1);
  await firstRow(page).getByText("CREATED").waitFor();
  const lists = await holdNextList(page, "status=REJECTED");
  const status = page.getByLabel("Any status");
  await status.selectOption("REJECTED");
  await lists.read;
  await status.selectOption("CREATED");
  await page.waitForURL("**/profile/orders?status=CREATED");
  lists.letGo();
  await expect.poll(() => lists.answered).toBe(2);
  expect(await page.locator("tbody tr").count()).toBe(1);
});

test("a filter that is set while another one's list is on its way joins it, and is shown as set at once", async () => {
  const { page } = await openOrders(1);
  const lists = await holdNextList(page, "status=CREATED");
  // Read before the browser can have drawn: until then there are microtasks only.
  const shown = await page.evaluate(`(async () => {
    const status = document.querySelector("select[aria-label='Any status']");
    status.value = "CREATED";
    status.dispatchEvent(new Event("change", { bubbles: true }));
    for (let turn = 0; turn < 20; turn++) await undefined;
    return status.value;
  })()`);
  expect(shown).toBe("CREATED");
  await lists.read;
  await page.getByLabel("Any broker").selectOption("ALOR_BROKER");
  lists.letGo();
  await page.waitForURL("**/profile/orders?status=CREATED&venue=ALOR_BROKER");
});

test("a new row waits while the reader points at the table, is announced, and comes when it is asked for", async () => {
  const { trader, page } = await openOrders(1);
  await firstRow(page).hover();
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  const announcement = page.getByRole("button", { name: "1 new order" });
  await announcement.waitFor();
  expect(await tickers(page)).toEqual(["SBER"]);
  await announcement.click();
  await expect.poll(() => tickers(page)).toEqual(["LKOH", "SBER"]);
  await expect.poll(() => announcement.count()).toBe(0);

  await firstRow(page).hover();
  await fire(marketOrder(trader.account, { ticker: "GAZP" }));
  await announcement.waitFor();
  await page.getByLabel("Any broker").selectOption("ALOR_BROKER");
  await expect.poll(() => tickers(page)).toEqual(["GAZP", "LKOH", "SBER"]);
  await expect.poll(() => announcement.count()).toBe(0);
});

test("a row that waits comes with the next one, once the reader has gone elsewhere", async () => {
  const { trader, page } = await openOrders(1);
  await firstRow(page).hover();
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  await page.getByRole("button", { name: "1 new order" }).waitFor();
  await page.getByRole("heading", { level: 1 }).hover();
  await fire(marketOrder(trader.account, { ticker: "GAZP" }));
  await expect.poll(() => tickers(page)).toEqual(["GAZP", "LKOH", "SBER"]);
  await expect.poll(() => page.getByRole("button", { name: /new order/ }).count()).toBe(0);
});

test("a row that waits goes on waiting when a list comes without it, and is announced until one has it", async () => {
  const { trader, page } = await openOrders(1);
  await firstRow(page).hover();
  await goOffline(page);
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  const lists = await holdNextList(page);
  await page.context().setOffline(false);
  await lists.read;
  await fire(marketOrder(trader.account, { ticker: "GAZP" }));
  const announcement = page.getByRole("button", { name: "1 new order" });
  await announcement.waitFor();
  lists.letGo();
  await expect.poll(() => tickers(page)).toEqual(["LKOH", "SBER"]);
  expect(await announcement.count()).toBe(1);

  await goOffline(page);
  await page.context().setOffline(false);
  await expect.poll(() => tickers(page)).toEqual(["GAZP", "LKOH", "SBER"]);
  await expect.poll(() => announcement.count()).toBe(0);
});

test("a line that breaks says so, is opened again, and what was missed is there", async () => {
  const { trader, page } = await openOrders(0);
  await goOffline(page);
  await fire(marketOrder(trader.account));
  await page.context().setOffline(false);
  await whenLive(page, say);
  await firstRow(page).getByText("CREATED").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
});
