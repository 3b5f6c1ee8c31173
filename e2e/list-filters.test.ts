/** What a trader does with a list: says why in the row, filters it, keeps filters, and works it from the keyboard. */
import { LANGUAGES } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import { product } from "./product.ts";
import { firstRow, hasFocus, marketOrder, NOTHING, tradersOf, type TraderWithAccount } from "./trader.ts";
import { findBarriers, type Tab } from "./visit.ts";

const { fire, ordersOf, traderWithAccount } = tradersOf(product);
const say = translator("en");
const rows = (page: Page) => page.locator("tbody tr");
/** Signs up a trader with an order that was accepted, one that the broker refused, and one whose message was bad. */
async function traderOfThree(): Promise<TraderWithAccount> {
  const trader = await traderWithAccount();
  await fire(marketOrder(trader.account, { contracts: "many", direction: "sell" }));
  await fire(marketOrder(trader.account, { ticker: "NOSUCH" }));
  await fire(marketOrder(trader.account));
  await eventually(async () => {
    expect((await ordersOf(trader)).map(({ status }) => status)).toEqual(["CREATED", "REJECTED", "REJECTED"]);
  });
  return trader;
}

let trader: TraderWithAccount;
let tab: Tab;
beforeAll(async () => {
  trader = await traderOfThree();
  tab = await product.openTab({ user: trader });
  return tab.close;
});

test("a row says why its order was refused, what could be read of a bad message, and shows no JSON", async () => {
  const { page, open } = tab;
  await open("/profile/orders");
  // What is wrong with a message is said by texts that are loaded once a row needs them.
  const bad = rows(page).nth(2);
  await bad.getByText("contracts is not a number: many").waitFor();
  for (const word of ["SBER", "SELL", "MARKET", "Demo"]) expect(await bad.innerText()).toContain(word);
  expect(await rows(page).nth(1).innerText()).toContain("The broker doesn't know this ticker.");
  expect(await page.locator("tbody").innerText()).not.toMatch(/[{}"]/);
});

test("filters are chosen in a panel, removed one by one, and found again on another device under a name", async () => {
  const { page } = await product.visit("/profile/orders", { user: trader });
  const filters = page.getByRole("button", { name: /^Filters/ });
  await filters.click();
  await page.getByRole("dialog").getByLabel("The broker doesn't know this ticker.").check();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByLabel("Any side").selectOption("BUY");
  await page.waitForURL("**/profile/orders?reason=INSTRUMENT_NOT_FOUND&side=BUY");
  expect(await findBarriers(page)).toEqual(NOTHING);
  await page.keyboard.press("Escape");
  expect(await hasFocus(filters)).toBe(true);
  await page.getByRole("button", { name: "Saved" }).click();
  await page.getByLabel("Save the current filters as").fill("No such ticker");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Delete “No such ticker”" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the filter: BUY" }).click();
  await page.waitForURL("**/profile/orders?reason=INSTRUMENT_NOT_FOUND");

  const { page: other } = await product.visit("/profile/orders", { user: trader });
  await other.getByRole("button", { name: "Saved" }).click();
  await other.getByRole("button", { name: "No such ticker", exact: true }).click();
  await other.waitForURL("**/profile/orders?side=BUY&reason=INSTRUMENT_NOT_FOUND");
  await expect.poll(() => rows(other).count()).toBe(1);
  await other.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => rows(other).count()).toBe(3);
});

test("the list can be worked from the keyboard: search, rows, opening, closing, and what the keys are", async () => {
  const { page, open } = tab;
  await open("/profile/orders");
  await firstRow(page).waitFor();
  const opener = (row: number) => rows(page).nth(row).getByRole("button");
  await page.keyboard.press("j");
  await expect.poll(() => hasFocus(opener(0))).toBe(true);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect.poll(() => hasFocus(opener(1))).toBe(true);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await panel.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(opener(1))).toBe(true);
  await page.keyboard.press("/");
  const search = page.getByLabel(say("orders:search"));
  await expect.poll(() => hasFocus(search)).toBe(true);
  await page.keyboard.type("jk/?");
  expect(await search.inputValue()).toBe("jk/?");
  await search.fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the date's head sorts the list, and the address keeps it", async () => {
  const { page, open } = tab;
  await open("/profile/orders");
  await page.getByRole("button", { name: "Date" }).click();
  await page.waitForURL("**/profile/orders?sort=oldest");
  await expect.poll(() => firstRow(page).innerText()).toContain("contracts is not a number");
  await page.getByRole("button", { name: "Date" }).click();
  await page.waitForURL("**/profile/orders");
});

test.each(LANGUAGES)(
  "on a phone in %s a row takes two lines of at most 88 px, and opens its panel",
  async (language) => {
    const { page } = await product.visit("/profile/orders", { user: trader, language, width: "mobile" });
    await firstRow(page).waitFor();
    await page.evaluate("document.fonts.ready");
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)",
    );
    expect(heights).toHaveLength(3);
    expect(Math.max(...heights)).toBeLessThanOrEqual(88);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(await findBarriers(page)).toEqual(NOTHING);
    await firstRow(page).click();
    await page.getByRole("dialog").waitFor();
  },
);
