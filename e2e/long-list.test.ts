/** The orders page of somebody who has many. How soon a new one is seen there: bench/cases/live-list.ts. */
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { product } from "./product.ts";
import { firstRow, marketOrder, tradersOf, whenLive, type TraderWithAccount } from "./trader.ts";
import { findBarriers } from "./visit.ts";

const PAGE_SIZE = 15;
/** The next one begins a page. */
const ORDERS = 200 * PAGE_SIZE;

const { fire, giveOrders, traderWithAccount } = tradersOf(product);
const say = translator("en");
let trader: TraderWithAccount;

beforeAll(async () => {
  trader = await traderWithAccount();
  await giveOrders(trader, ORDERS);
});

/** Opens the list at an address, and waits until it follows what happens. */
async function open(address: string) {
  const { page } = await product.visit(`/profile/orders${address}`, { user: trader });
  await whenLive(page, say);
  return { page, lastPage: page.locator(".rc-pagination-item").last() };
}

/** What orders are told apart by: those of the past have fewer than a hundred lots. */
const lotsOfFirst = (page: Page) => firstRow(page).locator("td").nth(7).textContent();

test("a new order comes to the first page and is announced on another, and the pages of both are counted with it", async () => {
  const [first, second] = [await open(""), await open("?page=2")];
  for (const { lastPage } of [first, second]) await expect.poll(() => lastPage.textContent()).toBe("200");
  await fire(marketOrder(trader.account, { contracts: 101 }));
  await expect.poll(() => lotsOfFirst(first.page)).toMatch(/101$/);
  await second.page.getByRole("button", { name: "1 new order" }).waitFor();
  for (const { lastPage } of [first, second]) await expect.poll(() => lastPage.textContent()).toBe("201");
});

test("under a filter a new order comes to the list, too", async () => {
  const { page } = await open("?venue=ALOR_BROKER&status=CREATED");
  await fire(marketOrder(trader.account, { contracts: 102 }));
  await expect.poll(() => lotsOfFirst(page)).toMatch(/102$/);
});

test("the list and its pager have no barrier", async () => {
  expect(await findBarriers((await open("?page=20")).page)).toEqual([]);
});
