/** An open order: its address, its neighbours, what it says of a refusal, and its message once more on a demo account. */
import { orderPath } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import { product } from "./product.ts";
import {
  CLIPBOARD,
  expectRefusal,
  expectSound,
  logIn,
  marketOrder,
  playedIn,
  readClipboard,
  tradersOf,
  type TraderWithAccount,
} from "./trader.ts";
import type { Tab } from "./visit.ts";

const { fire, giveOrders, ordersOf, signUp, traderWithAccount } = tradersOf(product);

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
/** Returns the open panel, which must be that of a certain order. */
async function panelOf(page: Page, id: string | undefined, search = "") {
  await page.waitForURL(`${product.origin}${orderPath(id ?? "")}${search}`);
  const panel = page.getByRole("dialog", { name: "Order" });
  await panel.getByText(id ?? "", { exact: true }).waitFor();
  return panel;
}

/** Fires orders for these tickers, and returns the orders' ids, newest first. */
async function idsOf(trader: TraderWithAccount, ...tickers: readonly string[]): Promise<string[]> {
  for (const ticker of tickers) await fire(marketOrder(trader.account, { ticker }));
  return await eventually(async () => {
    const orders = await ordersOf(trader);
    expect(orders.filter(({ status }) => status !== "NEW").length).toBe(tickers.length);
    return orders.map(({ id }) => id);
  });
}

test("an open order has an address, which survives a reload; closing it returns to its row, and so does the back button", async () => {
  const trader = await traderWithAccount();
  const [second, first] = await idsOf(trader, "SBER", "GAZP");
  const visit = await product.visit("/profile/orders?venue=ALOR_BROKER", { user: trader, context: CLIPBOARD });
  const { page } = visit;
  await page.getByText("SBER", { exact: true }).click();
  const panel = await panelOf(page, first, "?venue=ALOR_BROKER");
  await panel.getByText("BUY 1 SBER").waitFor();
  await panel.getByRole("button", { name: "Copy link to this order" }).click();
  await expect.poll(() => readClipboard(page)).toBe(product.origin + orderPath(first ?? ""));
  await page.reload();
  await panel.getByText("BUY 1 SBER").waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(path(page)).toBe("/profile/orders?venue=ALOR_BROKER");
  const focusedRow = () => page.evaluate("document.activeElement.closest('tr')?.dataset.row");
  await expect.poll(focusedRow).toBe(first);

  await page.keyboard.press("Enter");
  await panelOf(page, first, "?venue=ALOR_BROKER");
  await panel.getByText("BUY 1 SBER").waitFor();
  await page.keyboard.press("k");
  await panelOf(page, second, "?venue=ALOR_BROKER");
  await panel.getByText("BUY 1 GAZP").waitFor();
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  expect(path(page)).toBe("/profile/orders?venue=ALOR_BROKER");
  await expect.poll(focusedRow).toBe(second);
  await expectSound(visit);
});

test("the neighbours of an order are those of the list with its filters, on the next page of it, too", async () => {
  const trader = await signUp();
  await giveOrders(trader, 31);
  const orders = (await ordersOf(trader)).map(({ id }) => id);
  const { page } = await product.visit(orderPath(orders.at(-2) ?? ""), { user: trader });
  const panel = await panelOf(page, orders.at(-2));
  await panel.waitFor();
  await page.keyboard.press("j");
  await panelOf(page, orders.at(-1));
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/\?page=2$/);
  expect(orders).not.toContain(new URL(page.url()).pathname.split("/").at(-1));
  await panel.getByRole("button", { name: "Previous order" }).click();
  await panelOf(page, orders.at(-1), "");
  // The first order has nobody before it.
  await page.goto(product.origin + orderPath(orders[0] ?? ""));
  await panel.waitFor();
  expect(await panel.getByRole("button", { name: "Previous order" }).getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await panelOf(page, orders[1]);
});

test("signed out, an order's address leads through the sign-in to the order", async () => {
  const trader = await traderWithAccount();
  const [id] = await idsOf(trader, "SBER");
  const { page } = await product.visit(orderPath(id ?? ""));
  await logIn(page, translator("en"), trader);
  await (await panelOf(page, id)).getByText("BUY 1 SBER").waitFor();
  expect(path(page)).toBe(orderPath(id ?? ""));
});

describe("an address that names no order of the reader's", () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ user: await signUp() });
    return tab.close;
  });

  test.each(["0198c0de-0000-7000-8000-000000000001", "none", "another user's"])(
    "says so, and leads to the list: %s",
    async (written) => {
      const [foreign] = written === "another user's" ? await idsOf(await traderWithAccount(), "SBER") : [];
      const { page, open } = tab;
      await open(orderPath(foreign ?? written));
      const panel = page.getByRole("dialog");
      await panel.getByText("No such order").waitFor();
      await expectRefusal(tab, written === "none" ? 422 : 404);
      await panel.getByRole("button", { name: "All orders" }).click();
      await panel.waitFor({ state: "detached" });
      expect(path(page)).toBe("/profile/orders");
    },
  );
});

test.each(playedIn("ru", "mobile"))(
  "a misspelt ticker comes with the right one, and the corrected message becomes an order on demo (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await traderWithAccount();
    const [id] = await idsOf(trader, "SBRE");
    const visit = await product.visit(orderPath(id ?? ""), { language, width, user: trader });
    const { page } = visit;
    const panel = page.getByRole("dialog");
    const refusal = panel.getByRole("region", { name: say("trading:refusal") });
    await refusal.getByText(say("trading:did_you_mean", { ticker: "SBER" })).waitFor();
    const message = refusal.getByRole("region", { name: say("trading:corrected_message") });
    expect(JSON.parse((await message.textContent()) ?? "")).toMatchObject({ account: trader.account, ticker: "SBER" });
    await expectSound(visit);

    await panel.getByRole("button", { name: say("order:repeat") }).click();
    await panel.getByRole("button", { name: say("order:repeat_send") }).click();
    await panel.getByText(say("trading:CREATED"), { exact: true }).waitFor();
    await expectSound(visit);
    await panel.getByRole("link", { name: say("order:repeat_open") }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id ?? ""));
    await panel.getByText(/1 SBER$/).waitFor();
    const [newest] = await ordersOf(trader);
    expect(path(page)).toBe(orderPath(newest?.id ?? ""));
    expect(newest).toMatchObject({ status: "CREATED", isDemo: true, instrument: { ticker: "SBER" } });
  },
);
