/** How tables look: their edges, their baselines, and what is under the pointer. */
import { LANGUAGES, VENUES } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { sandboxCredential } from "@chartrelay/sandbox";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import { ADMIN, product } from "./product.ts";
import { firstRow, NOTHING, tradersOf, type Trader } from "./trader.ts";
import type { Tab } from "./visit.ts";

const { fire, ordersOf, saveAccounts, signUp } = tradersOf(product);

/** Signs up a trader who has an order of each side and outcome at each venue, with figures of a usual length. */
async function traderOfAllVenues(): Promise<Trader> {
  const trader = await signUp();
  const accounts = await saveAccounts(
    trader,
    VENUES.map((exchange) => {
      const { account: apiKey, secret: secretKey } = sandboxCredential("trial", "demo", exchange);
      return { exchange, apiKey, secretKey, isDemo: true };
    }),
  );
  const order = { type: "limit", price: "61234.56", contracts: "0.00123" };
  for (const { id: account, exchange } of accounts) {
    const ticker = exchange.startsWith("BINANCE") ? "BTCUSDT" : "MOEX:SBER";
    await fire(JSON.stringify({ ...order, account, ticker, direction: "buy" }));
    await fire(JSON.stringify({ ...order, account, ticker: "NOSUCHTICKER", direction: "sell" }));
  }
  await eventually(async () => {
    const orders = await ordersOf(trader);
    expect(orders.filter(({ status }) => status !== "NEW").length).toBe(2 * VENUES.length);
  });
  return trader;
}

let trader: Trader;
beforeAll(async () => {
  trader = await traderOfAllVenues();
});

/** Returns the scrolling regions of the page that are narrower than their content. */
const findCut = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("[role=region]")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((region) => region.getAttribute("aria-label") + ": " + region.scrollWidth + " > " + region.clientWidth)`);

describe.each(LANGUAGES)("in %s", (language) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ language, user: trader });
    return tab.close;
  });

  test.each([820, 1240])("no column of the orders is cut off at %d px", async (width) => {
    const { page, open } = tab;
    await page.setViewportSize({ width, height: 900 });
    await open("/profile/orders");
    await firstRow(page).waitFor();
    await page.evaluate("document.fonts.ready");
    expect(await findCut(page)).toEqual(NOTHING);
  });
});

/** Returns where the text of each cell ends vertically, in pixels; for single-line rows only. */
const baselines = (page: Page, row: string) =>
  page.evaluate<number[]>(`(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll(${JSON.stringify(row)})].flatMap((cell) => {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const range = document.createRange();
        range.selectNode(node);
        const { height, bottom } = range.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(node.parentElement).fontSize);
        if (height > 0 && size === 14) return [bottom];
      }
      return [];
    });
  })()`);

const spreadOf = (lines: readonly number[]) => Math.max(...lines) - Math.min(...lines);

test("the column headers of the users share a baseline, sortable or not", async () => {
  const { page } = await product.visit("/profile/users", { user: ADMIN });
  await firstRow(page).waitFor();
  const lines = await baselines(page, "thead th");
  expect(lines.length).toBeGreaterThan(8);
  expect(spreadOf(lines)).toBeLessThan(1);
});

test("the status of an order is on the baseline of its row", async () => {
  const { page } = await product.visit("/profile/orders", {
    user: trader,
    context: { viewport: { width: 1600, height: 900 } },
  });
  await firstRow(page).waitFor();
  const lines = await baselines(page, "tbody tr:first-child td:nth-child(n + 4):nth-child(-n + 9)");
  expect(lines.length).toBe(6);
  expect(spreadOf(lines)).toBeLessThan(1);
});

test("hovering over a time shows it in UTC, and a click there still opens the row", async () => {
  const say = translator("en");
  const { page } = await product.visit("/profile/orders", { user: trader });
  const time = firstRow(page).locator("time");
  expect(await time.getAttribute("title")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d.* UTC$/);
  // Both wait until nothing else covers it.
  await time.hover({ timeout: 5_000 });
  await time.click({ timeout: 5_000 });
  await page.getByRole("dialog", { name: say("orders:order") }).waitFor();
});
