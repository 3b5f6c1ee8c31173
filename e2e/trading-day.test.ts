/** A trader's day: orders that rest, fill and are cancelled, and what they leave behind, to the kopeck. */
import { randomBytes } from "node:crypto";
import { translator } from "@chartrelay/locales";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { product } from "./product.ts";
import { expectSound, marketOrder, open, tradersOf, whenLive, type Say, type Trader } from "./trader.ts";
import type { Visit } from "./visit.ts";

const { fire, ordersOf, saveAccounts, signUp } = tradersOf(product);

/** No other browser test trades it, so its price is ours. A lot is 10 pieces, a price step 0.02 ₽, the fee 0.08%. */
const TICKER = "GMKN";

const setMarket = (change: object) =>
  control("market", { venue: "ALOR_BROKER", environment: "demo", instrument: TICKER, ...change });

async function control(route: string, body: object): Promise<void> {
  const response = await fetch(`${product.controlUrl}/__sandbox/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Signs up a trader with a portfolio of their own, so that nobody else's trades show in it. */
async function traderWithPortfolio(): Promise<Trader & { readonly account: string }> {
  const apiKey = `D${randomBytes(5).toString("hex")}`;
  const secretKey = `token-${randomBytes(16).toString("hex")}`;
  await control("register", { venue: "ALOR_BROKER", environment: "demo", account: apiKey, secret: secretKey });
  const trader = await signUp();
  const [account] = await saveAccounts(trader, [{ exchange: "ALOR_BROKER", apiKey, secretKey, isDemo: true }]);
  return { ...trader, account: account?.id ?? "" };
}

/** Fires a limit order that rests, and returns once its trader sees it work. */
async function rest({ account }: { readonly account: string }, page: Page, say: Say, order: object): Promise<void> {
  expect(await fire(marketOrder(account, { ticker: TICKER, type: "limit", ...order }))).toBe(200);
  await page.locator("tbody tr").first().getByText(say("orders:execution_working")).waitFor();
}

/** Opens the newest order's panel. */
async function openNewest(page: Page, say: Say): Promise<Locator> {
  await page.getByRole("button", { name: say("orders:open_order", { number: 1 }) }).click();
  return page.getByRole("dialog", { name: say("orders:order") });
}

/** Presses the panel's button, and confirms. */
async function cancel(page: Page, panel: Locator, say: Say): Promise<void> {
  await panel.getByRole("button", { name: say("order:cancel_order") }).click();
  const question = page.getByRole("dialog", { name: say("order:cancel_title") });
  await question.getByRole("button", { name: say("order:cancel_order") }).click();
}

/** Returns a value of a list of facts, by its name. */
const fact = (within: Locator, name: string) =>
  within
    .locator("dt")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd[1]");

/** Expects a table's rows, each as its cells' texts. */
async function expectRows(table: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  const texts = () =>
    table
      .locator("tbody tr")
      .evaluateAll((found) =>
        found.map((row) => [...row.children].map((cell) => cell.innerText.replace(/\s+/g, " ").trim())),
      );
  // A reading of the broker is shared for a while, and one that failed is made again.
  await expect.poll(texts, { timeout: 40_000 }).toEqual(rows);
}
const anything = expect.any(String) as unknown as string;

/** Checks a screen, and that it says the same after a reload. */
async function expectToStay(visit: Visit, check: () => Promise<void>): Promise<void> {
  await check();
  await expectSound(visit);
  await visit.page.reload();
  await check();
}

// @covers P9
test("a limit order rests, fills in part and is cancelled; its position is closed by hand; positions and the report are right to the kopeck", async () => {
  const say = translator("en");
  await setMarket({ volume: null });
  await setMarket({ price: "121.36" });
  const trader = await traderWithPortfolio();
  const visit = await product.visit("/profile/orders", { user: trader });
  const { page } = visit;
  await whenLive(page, say);

  await rest(trader, page, say, { contracts: 12, price: "121", signalPrice: "120.9" });
  const state = page.locator("tbody tr").first();
  await state.getByText("Working · 0 of 12").waitFor();
  await setMarket({ volume: "5" });
  await setMarket({ price: "121" });
  await state.getByText("Partly filled · 5 of 12 · at 121").waitFor();

  const panel = await openNewest(page, say);
  await cancel(page, panel, say);
  await expectToStay(visit, async () => {
    await expect.poll(() => fact(panel, "Status").textContent()).toBe("Cancelled");
    expect(await fact(panel, "Filled").textContent()).toBe("5 of 12");
    expect(await fact(panel, "Average price").textContent()).toBe("121");
    expect(await fact(panel, "Fee").textContent()).toBe("₽4.84");
    expect(await fact(panel, "Ended by").textContent()).toBe("you, from here");
    await expectRows(panel.getByRole("table", { name: "Fills" }), [[anything, "5", "121", "₽4.84"]]);
    expect(await panel.getByRole("button", { name: "Cancel the order" }).count()).toBe(0);
  });
  await page.keyboard.press("Escape");

  // At this price the rest would have filled as well, had it not been cancelled.
  await setMarket({ volume: null });
  await open(page, say, "positions");
  const card = page.getByRole("region", { name: /Alor/ }).first();
  await setMarket({ price: "122" });
  await page.reload();
  await expectToStay(visit, async () => {
    await expectRows(card.getByRole("table"), [[TICKER, "Long 5", "121", "–", "+₽50.00", "None", "Close"]]);
    expect(await fact(card, "Money, RUB").textContent()).toBe("₽999,993,945.16 free₽0.00 blocked");
  });

  await card.getByRole("button", { name: `Close the position in ${TICKER}` }).click();
  const question = page.getByRole("dialog", { name: `Close the position in ${TICKER}?` });
  await question.getByText(`SELL 5 ${TICKER}`).waitFor();
  await question.getByRole("button", { name: "Send the order" }).click();
  await page.getByRole("link", { name: "Open the order" }).click();
  await expect.poll(() => fact(panel, "Status").textContent()).toBe("Filled");
  expect(await fact(panel, "Average price").textContent()).toBe("122");
  await page.keyboard.press("Escape");
  await open(page, say, "positions");
  await card.getByText("No open positions").waitFor();
  expect(await fact(card, "Money, RUB").textContent()).toBe("₽1,000,000,040.28 free₽0.00 blocked");

  await open(page, say, "reports");
  const profit = page.locator("section", { has: page.getByRole("heading", { name: "Profit and loss, RUB" }) });
  await expectToStay(visit, async () => {
    await expect.poll(() => fact(profit, "Realised").textContent(), { timeout: 20_000 }).toBe("+₽50.00");
    expect(await fact(profit, "Fees").textContent()).toBe("₽9.72");
    expect(await fact(profit, "Net.*").textContent()).toBe("+₽40.28");
    await expectRows(page.getByRole("table", { name: "By instrument" }), [
      [anything, "+₽40.28", "+₽50.00", "₽9.72", "₽0.00", "₽0.00", "2"],
    ]);
    await expectRows(page.getByRole("table", { name: "Slippage" }), [["RUB", "1", "+5", "+8.27", "+₽5.00"]]);
  });
});

// @covers P9
test("a cancellation that a fill outruns ends as filled, and the page says so (ru, mobile)", async () => {
  const say = translator("ru");
  await setMarket({ volume: null });
  await setMarket({ price: "121.36" });
  const trader = await traderWithPortfolio();
  const visit = await product.visit("/profile/orders", { user: trader, language: "ru", width: "mobile" });
  const { page } = visit;
  await whenLive(page, say);
  await rest(trader, page, say, { contracts: 3, price: "121" });
  const panel = await openNewest(page, say);

  // The order fills after the press, and before the request reaches the API.
  const pressed = Promise.withResolvers<void>();
  const filled = Promise.withResolvers<void>();
  await page.route("**/cancel", async (route) => {
    pressed.resolve();
    await filled.promise;
    await route.continue();
  });
  await cancel(page, panel, say);
  await pressed.promise;
  await setMarket({ price: "121" });
  await expect.poll(async () => (await ordersOf(trader))[0]?.execution?.state).toBe("filled");
  filled.resolve();
  await panel.getByText(say("order:cancel_crossed")).waitFor();
  expect(await fact(panel, say("orders:status")).textContent()).toBe(say("orders:execution_filled"));
  expect(await fact(panel, say("order:filled")).textContent()).toBe("3 из 3");
  expect(await panel.getByRole("button", { name: say("order:cancel_order") }).count()).toBe(0);
});
