/** The orders page of a user with many orders. For how soon a new one appears see bench/cases/live-list.ts. */
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { product } from "./product.ts";
import { firstRow, marketOrder, tradersOf, whenLive, type TraderWithAccount } from "./trader.ts";
import { findBarriers } from "./visit.ts";

const PAGE_SIZE = 15;
/** A multiple of the page size, so that the next order begins a new page. */
const ORDERS = 200 * PAGE_SIZE;

const { fire, giveOrders, traderWithAccount } = tradersOf(product);
const say = translator("en");
let trader: TraderWithAccount;

beforeAll(async () => {
  trader = await traderWithAccount();
  await giveOrders(trader, ORDERS);
});

/** Opens the list at an address and waits until it receives live updates. */
async function open(address: string) {
  const { page } = await product.visit(`/profile/orders${address}`, { user: trader });
  await whenLive(page, say);
  return { page, lastPage: page.locator(".rc-pagination-item").last() };
}

/** Returns the first row's lots, which identify new orders: past ones have fewer than a hundred. */
const lotsOfFirst = (page: Page) => firstRow(page).locator("td").nth(7).textContent();

test("a new order appears on the first page, is announced on others, and is included in both page counts", async () => {
  const [first, second] = [await open(""), await open("?page=2")];
  for (const { lastPage } of [first, second]) await expect.poll(() => lastPage.textContent()).toBe("200");
  await fire(marketOrder(trader.account, { contracts: 101 }));
  await expect.poll(() => lotsOfFirst(first.page)).toMatch(/101$/);
  await second.page.getByRole("button", { name: "1 new order" }).waitFor();
  for (const { lastPage } of [first, second]) await expect.poll(() => lastPage.textContent()).toBe("201");
});

test("a new order appears in a filtered list too", async () => {
  const { page } = await open("?venue=ALOR_BROKER&status=CREATED");
  await fire(marketOrder(trader.account, { contracts: 102 }));
  await expect.poll(() => lotsOfFirst(page)).toMatch(/102$/);
});

test("the list and its pager have no accessibility barriers", async () => {
  expect(await findBarriers((await open("?page=20")).page)).toEqual([]);
});
