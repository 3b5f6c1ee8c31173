/** Several tabs of one user: over HTTP/1.1, a browser opens at most six connections to a host. */
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstRow, marketOrder, tradersOf, whenLive } from "./trader.ts";
import type { Credentials } from "./visit.ts";
import { product } from "./product.ts";

const { fire, traderWithAccount } = tradersOf(product);
const say = translator("en");
/** One more than the browser opens connections. */
const TABS = 7;

/** Opens the orders in several tabs of one browser. `lines` lists the tabs that opened the event stream, in order. */
async function openTabs(user: Credentials, count: number) {
  const lines: Page[] = [];
  const watch = (page: Page) =>
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v1/events") lines.push(page);
    });
  const { page: first } = await product.visit("/profile/orders", {
    user,
    prepare: async (page) => watch(page),
  });
  const tabs = [first];
  while (tabs.length < count) {
    const page = await first.context().newPage();
    watch(page);
    await page.goto(`${product.origin}/profile/orders`);
    tabs.push(page);
  }
  for (const tab of tabs) await whenLive(tab, say);
  return { tabs, lines };
}

const rowOf = (page: Page, ticker: string) => firstRow(page).getByText(ticker, { exact: true });

// @covers E5
test("seven tabs all load and share one event stream; when the tab that holds it closes, another takes over; signing out in one signs out all", async () => {
  const trader = await traderWithAccount();
  const fireAt = (ticker: string) => fire(marketOrder(trader.account, { ticker }));
  const { tabs, lines } = await openTabs(trader, TABS);
  const [leader, ...others] = tabs as [Page, ...Page[]];
  expect(lines).toEqual([leader]);
  await fireAt("SBER");
  for (const tab of tabs) await rowOf(tab, "SBER").waitFor();

  await leader.close();
  await expect.poll(() => lines.length).toBe(2);
  // Fired while possibly no tab is listening: missed updates are caught up on.
  await fireAt("LKOH");
  for (const tab of others) await rowOf(tab, "LKOH").waitFor();
  for (const tab of others) await whenLive(tab, say);
  await fireAt("GAZP");
  for (const tab of others) await rowOf(tab, "GAZP").waitFor();
  expect(lines.length).toBe(2);

  const [first, ...rest] = others as [Page, ...Page[]];
  await first.getByRole("button", { name: "Log out" }).click();
  for (const tab of rest) await tab.getByRole("button", { name: "Sign in" }).waitFor();
  for (const tab of others) await expect.poll(() => tab.evaluate("localStorage.getItem('accessToken')")).toBeNull();
});

test("a tab that the user returns to doesn't wait for a leader that the system has put to sleep", async () => {
  const trader = await traderWithAccount();
  const fireAt = (ticker: string) => fire(marketOrder(trader.account, { ticker }));
  const { tabs, lines } = await openTabs(trader, 2);
  const [leader, other] = tabs as [Page, Page];
  // Phones freeze tabs like this: the tab processes nothing, but keeps its lock.
  const system = await leader.context().newCDPSession(leader);
  await system.send("Debugger.enable");
  await system.send("Debugger.pause");
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => lines.at(-1) === other, { timeout: 15_000 }).toBe(true);
  await whenLive(other, say);
  await fireAt("ROSN");
  await rowOf(other, "ROSN").waitFor();

  await system.send("Debugger.disable");
  await rowOf(leader, "ROSN").waitFor();
  await fireAt("MOEX");
  await rowOf(leader, "MOEX").waitFor();
  expect(lines.length).toBe(2);
});
