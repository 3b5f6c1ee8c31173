/** The frame of the dashboard: the logo's place, the menu, the accounts' state, and stopping everything. */
import { translator } from "@chartrelay/locales";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { WIDTHS, type Width } from "../bench/browser/visitor.ts";
import { product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { expectSound, marketOrder, NOTHING, playedIn, tradersOf } from "./trader.ts";
import { beyondLeaving, findShifts } from "./visit.ts";

const { fire, ordersOf, saveAccounts, signUp, traderWithAccount } = tradersOf(product);

/** Where the logo's mark and name are, to the pixel. */
const placeOf = async (logo: Locator) => await logo.locator("svg").first().boundingBox();
const inHeader = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Chartrelay" });

test.each(Object.keys(WIDTHS) as Width[])(
  "the logo is at the same place over the login form, on public pages, in the dashboard, and while it loads (%s)",
  async (width) => {
    const { token } = await signUp();
    const { page } = await product.visit("/profile/orders", { width });
    const place = await placeOf(inHeader(page));
    await page.evaluate(`localStorage.setItem("accessToken", ${JSON.stringify(token)})`);
    for (const path of ["/", "/faq", "/profile/overview", "/profile/api", "/registration"]) {
      await page.goto(product.origin + path);
      await page.locator("h1").first().waitFor();
      expect(await placeOf(inHeader(page)), path).toEqual(place);
    }
    await slowPlaceholder(page);
    await page.goto(`${product.origin}/profile/orders`, { waitUntil: "commit" });
    await page.locator("h1").first().waitFor();
    expect(await page.evaluate("window.placeholderLogo")).toEqual(place);
    expect(await placeOf(inHeader(page))).toEqual(place);
  },
);

/** Loads a page slowly, and records where its placeholder has the logo. */
async function slowPlaceholder(page: Page): Promise<void> {
  await page.addInitScript(`{
    const look = () => {
      const mark = document.querySelector("#root > [aria-hidden] svg");
      if (!mark) return requestAnimationFrame(look);
      const { x, y, width, height } = mark.getBoundingClientRect();
      if (width > 0) window.placeholderLogo = { x, y, width, height };
      else requestAnimationFrame(look);
    };
    look();
  }`);
  await slowLine(page);
}

test.each(playedIn("en", "desktop"))(
  "everything is paused and resumed from any page; other tabs follow at once (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await traderWithAccount();
    await saveAccounts(trader, [{ exchange: "TINKOFF", name: "Resting", isPaused: true }]);
    const visit = await product.visit("/profile/alerts", { language, width, user: trader });
    const { page } = visit;
    const other = await product.visit("/profile/settings", { language, user: trader });
    const bar = (at: Page) => at.getByText(say("profile:all_paused", { since: "" }).trim());

    await page.getByRole("button", { name: say("profile:pause_all") }).click();
    const question = page.getByRole("dialog", { name: say("profile:pause_title") });
    await question.getByText(say("profile:pause_2")).waitFor();
    await question.getByText(say("profile:pause_accounts", { count: 1 })).waitFor();
    await expectSound(visit);
    await page.keyboard.press("Enter");
    await bar(page).waitFor();
    await bar(other.page).waitFor();
    expect(await fire(marketOrder(trader.account))).toBe(200);
    await expect.poll(() => ordersOf(trader)).toMatchObject([{ status: "REJECTED", reason: "ACCOUNT_PAUSED" }]);
    await expectSound(visit);

    await other.page
      .getByRole("button", { name: say("profile:resume"), exact: true })
      .last()
      .click();
    const back = other.page.getByRole("dialog", { name: say("profile:resume_title") });
    await back
      .getByRole("list", { name: say("profile:stay_paused", { count: 1 }) })
      .getByText("Resting")
      .waitFor();
    await other.page.keyboard.press("Enter");
    await bar(other.page).waitFor({ state: "detached" });
    await bar(page).waitFor({ state: "detached" });
    await fire(marketOrder(trader.account));
    await expect.poll(() => ordersOf(trader)).toMatchObject([{ status: "CREATED" }, { status: "REJECTED" }]);
    expect(beyondLeaving(other)).toEqual(NOTHING);
  },
);

test("a paused trader sees the bar from the first paint, and nothing moves when the rest arrives", async () => {
  const trader = await traderWithAccount();
  const api = {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${trader.token}` },
  };
  await fetch(`${product.origin}/api/v1/accounts/me/pause`, { ...api, body: '{"isPaused":true}' });
  const { page } = await product.visit("/profile/orders", { user: trader, prepare: slowLine });
  await page.getByText("All accounts paused since").waitFor();
  await page.getByRole("button", { name: "1 demo" }).waitFor();
  expect(await findShifts(page)).toEqual(NOTHING);
  await page.keyboard.press("Alt+Shift+KeyP");
  await page.getByRole("dialog", { name: "Resume trading?" }).waitFor();
});

test("the header counts the accounts and lists them, and the menu counts today's refusals", async () => {
  const trader = await traderWithAccount();
  await saveAccounts(trader, [{ exchange: "BINANCE_SPOT", name: "Scalping" }]);
  const visit = await product.visit("/profile/settings", { user: trader });
  const { page } = visit;
  const state = page.getByRole("button", { name: "2 demo" });
  await state.waitFor();
  expect(await state.innerText()).toContain("2 need attention");
  await fire(marketOrder(trader.account, { ticker: "NOSUCH" }));
  const orders = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Orders", exact: true });
  await expect.poll(() => orders.getAttribute("title")).toBe("1 order refused today");
  await state.click();
  const list = page.getByRole("dialog", { name: "Your accounts" });
  await list.getByRole("link", { name: /Scalping/ }).waitFor();
  await expectSound(visit);
  await page.keyboard.press("Escape");
  await expect.poll(() => list.isVisible()).toBe(false);
  await state.click();
  await list.getByRole("link", { name: /Scalping/ }).click();
  await page.waitForURL("**/profile/api?account=*");
  await expect.poll(() => list.isVisible()).toBe(false);
});

test("the menu shows names on desktop and icons on a tablet, until its user chooses; the choice stays", async () => {
  const user = await signUp();
  const { page } = await product.visit("/profile/alerts", { user });
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(200);
  await page.setViewportSize({ width: WIDTHS.tablet, height: 900 });
  await expect.poll(width).toBeLessThan(80);
  // Its entries have names all the same, and the open one says so.
  expect(await menu.getByRole("link", { name: "Alerts" }).getAttribute("aria-current")).toBe("page");
  await menu.getByRole("button", { name: "Expand the menu" }).click();
  await expect.poll(width).toBeGreaterThan(200);
  await page.reload();
  await menu.getByRole("button", { name: "Collapse the menu" }).waitFor();
  expect(await width()).toBeGreaterThan(200);
  await page.setViewportSize({ width: WIDTHS.mobile, height: 900 });
  const heights = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});
