/**
 * The live orders list: new rows, a broken event stream, and lists that load while orders arrive. For how soon a row
 * appears see bench/cases/live-list.ts.
 */
import { translator } from "@chartrelay/locales";
import type { Page, Request } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import { firstRow, marketOrder, tradersOf, whenLive, type Trader } from "./trader.ts";
import { product } from "./product.ts";

const { fire, ordersOf, traderWithAccount } = tradersOf(product);
const say = translator("en");

/**
 * Opens the orders page of a new trader who already has `orders` orders, and waits until it is live and has loaded what it
 * may have missed before: an order that is fired next comes as an event, not with that list.
 */
async function openOrders(orders: number, address = "", change: object = {}) {
  const trader = await traderWithAccount();
  for (let fired = 0; fired < orders; fired++) await fire(marketOrder(trader.account, change));
  // The filters load lists of accounts and strategies too: only those of orders count.
  let lists = 0;
  const count = (request: Request) => (lists += Number(new URL(request.url()).pathname.endsWith("/orders/me/list")));
  const { page } = await product.visit(`/profile/orders${address}`, {
    user: trader,
    prepare: async (page) => page.on("requestfinished", count),
  });
  await whenLive(page, say);
  await expect.poll(() => lists).toBeGreaterThanOrEqual(2);
  return { trader, page };
}

/** Returns the rows' tickers, from the top. */
const tickers = (page: Page) => page.locator("tbody tr td:nth-child(4)").allInnerTexts();

/** Waits until a trader's latest `count` orders have come to rest, working or ended, and returns their ids. */
async function atRest(trader: Trader, count: number): Promise<string[]> {
  return await eventually(async () => {
    const latest = (await ordersOf(trader)).slice(0, count);
    expect(latest.map(({ execution }) => execution?.state)).toEqual(
      latest.map(() => expect.stringMatching(/working|filled/)),
    );
    expect(latest).toHaveLength(count);
    return latest.map(({ id }) => id);
  });
}

async function cancelOrder({ token }: Trader, id = ""): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${product.origin}/api/v1/orders/${id}/cancel`, { method: "POST", headers });
  expect(status).toBe(202);
}

async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await page.getByText("Offline", { exact: true }).waitFor();
}

/** Holds back lists that the page requests with `words` in the address, after the server has read them. */
async function holdNextList(page: Page, words = "") {
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const lists = { answered: 0, read: read.promise, letGo: held.resolve };
  // A list may still be on its way when the test ends.
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
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

test("when the event stream breaks, the page says so, reconnects, and shows what it missed; an order that arrives while it does stays, though the list was read too early to contain it", async () => {
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
  for (const row of await page.locator("tbody tr").all()) await row.getByText("CREATED").waitFor();
  await whenLive(page, say);
});

/** Lets an order arrive while the page is loading its list, which the server has read before; then lets the list come. */
async function orderDuringLoad({ trader, page }: Awaited<ReturnType<typeof openOrders>>) {
  await goOffline(page);
  const lists = await holdNextList(page);
  await page.context().setOffline(false);
  await lists.read;
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  await page.getByRole("button", { name: "1 new order" }).waitFor();
  lists.letGo();
  await expect.poll(() => lists.answered).toBeGreaterThan(0);
}

test("an order that arrives while a later page is loading is counted, though the page was read too early", async () => {
  const opened = await openOrders(2, "?page=2&size=1");
  const { page } = opened;
  await orderDuringLoad(opened);
  await expect.poll(() => page.locator(".rc-pagination-item").last().textContent()).toBe("3");
  await page.getByRole("button", { name: "1 new order" }).waitFor();
});

test("on a later page, an order of an earlier page that only changes isn't announced as new", async () => {
  const { trader, page } = await openOrders(2, "?page=2&size=1", { type: "limit", price: 290 });
  const [newest, shown] = await atRest(trader, 2);
  await cancelOrder(trader, newest);
  await fire(marketOrder(trader.account));
  // Events come in order: when the page shows this one, it has taken those before it.
  await cancelOrder(trader, shown);
  await firstRow(page).getByText(say("orders:execution_cancelled")).waitFor();
  expect(await page.getByRole("button", { name: /new order/ }).textContent()).toBe("1 new order");
  expect(await page.locator(".rc-pagination-item").last().textContent()).toBe("3");
});

test("an order that waits while the first page is loading stays counted, though the page was read too early", async () => {
  const opened = await openOrders(2, "?size=1");
  const { page } = opened;
  await firstRow(page).hover();
  await orderDuringLoad(opened);
  await expect.poll(() => page.locator(".rc-pagination-item").last().textContent()).toBe("3");
});

test("a filter set while another filter's list is loading is combined with it, and shows as set at once; of two lists, the one requested last is shown, whichever arrives last", async () => {
  const { page } = await openOrders(1);
  await firstRow(page).getByText("CREATED").waitFor();
  const created = await holdNextList(page, "status=CREATED");
  // Read before the browser can draw: only microtasks run until then.
  const shown = await page.evaluate(`(async () => {
    const status = document.querySelector("select[aria-label='Any status']");
    status.value = "CREATED";
    status.dispatchEvent(new Event("change", { bubbles: true }));
    for (let turn = 0; turn < 20; turn++) await undefined;
    return status.value;
  })()`);
  expect(shown).toBe("CREATED");
  await created.read;
  await page.getByLabel("Any time").selectOption("today");
  created.letGo();
  await page.waitForURL("**/profile/orders?status=CREATED&period=today");

  const rejected = await holdNextList(page, "status=REJECTED");
  const status = page.getByLabel("Any status");
  await status.selectOption("REJECTED");
  await rejected.read;
  await status.selectOption("CREATED");
  await page.waitForURL("**/profile/orders?status=CREATED&period=today");
  rejected.letGo();
  await expect.poll(() => rejected.answered).toBe(2);
  expect(await page.locator("tbody tr").count()).toBe(1);
});

test("while the pointer is over the table, a new row waits and is announced; it appears on request, with another filter, or with the next row once the pointer has left", async () => {
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
  await page.getByLabel("Any time").selectOption("today");
  await expect.poll(() => tickers(page)).toEqual(["GAZP", "LKOH", "SBER"]);
  await expect.poll(() => announcement.count()).toBe(0);

  await firstRow(page).hover();
  await fire(marketOrder(trader.account, { ticker: "ROSN" }));
  await announcement.waitFor();
  await page.getByRole("heading", { level: 1 }).hover();
  await fire(marketOrder(trader.account, { ticker: "MOEX" }));
  await expect.poll(() => tickers(page)).toEqual(["MOEX", "ROSN", "GAZP", "LKOH", "SBER"]);
  await expect.poll(() => page.getByRole("button", { name: /new order/ }).count()).toBe(0);
});

test("a waiting row keeps waiting if a list arrives without it, and is announced until a list contains it", async () => {
  const { trader, page } = await openOrders(1);
  await firstRow(page).hover();
  await goOffline(page);
  await fire(marketOrder(trader.account, { ticker: "LKOH" }));
  // Or the page, back online, would hear of this one as well.
  await atRest(trader, 1);
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

test("when the network goes before an empty list has its next step, the page stays, and the step comes later", async () => {
  const trader = await traderWithAccount();
  const { page } = await product.visit("/profile/orders", {
    user: trader,
    prepare: (opening) =>
      opening.route("**/assets/next-step-*.js", (route) => route.abort("internetdisconnected"), { times: 1 }),
  });
  await page.getByText(say("first-steps:nothing_testOrder_orders")).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(say("orders:title"));
});
