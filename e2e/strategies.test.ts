/** A strategy's day: made on the page, fired by TradingView with alerts lost and doubled, paused, and stopped for good. */
import { randomBytes } from "node:crypto";
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { product } from "./product.ts";
import { CLIPBOARD, expectSound, open, readClipboard, tradersOf, whenLive } from "./trader.ts";

const { fire, saveAccounts, signUp } = tradersOf(product);
const say = translator("en");

/** Registers a portfolio of its own at Alor's demo environment: nobody else's trades show in it. */
async function portfolio() {
  const apiKey = `D${randomBytes(5).toString("hex")}`;
  const secretKey = `token-${randomBytes(16).toString("hex")}`;
  const body = JSON.stringify({ venue: "ALOR_BROKER", environment: "demo", account: apiKey, secret: secretKey });
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(`${product.controlUrl}/__sandbox/register`, { method: "POST", headers, body });
  expect(status).toBe(200);
  return { exchange: "ALOR_BROKER", apiKey, secretKey, isDemo: true };
}

/** A fill of the strategy at TradingView: it trades from one position to another. */
type Fill = readonly [from: number, to: number];
const sideOf = (position: number) => (position > 0 ? "long" : position < 0 ? "short" : "flat");

/** Returns the message as TradingView posts it for a fill, so many seconds after the first. */
function filledIn(message: string, [from, to]: Fill, second: number): string {
  const values: Readonly<Record<string, string | number>> = {
    ticker: "SBER",
    "strategy.order.action": to > from ? "buy" : "sell",
    "strategy.order.contracts": Math.abs(to - from),
    "strategy.order.price": 300,
    "strategy.market_position": sideOf(to),
    "strategy.market_position_size": Math.abs(to),
    "strategy.prev_market_position": sideOf(from),
    "strategy.prev_market_position_size": Math.abs(from),
    timenow: new Date(Date.now() + (second - 60) * 1_000).toISOString().replace(/\.\d+/, ""),
  };
  return message.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => String(values[name]));
}

/** Expects what each account holds and should hold, and the drift between them. */
async function expectHoldings(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const table = page.getByRole("table", { name: "Position in each account" });
  const cells = () =>
    table
      .locator("tbody tr")
      .evaluateAll((found) => found.map((row) => [...row.children].slice(1, 5).map((cell) => cell.innerText.trim())));
  await expect.poll(cells).toEqual(rows);
}

// @covers P10 P12
test("a strategy is made, its accounts follow TradingView through a lost and a doubled alert, and its kill switch proves that it is flat", async () => {
  const trader = await signUp();
  await saveAccounts(trader, [
    { ...(await portfolio()), name: "First" },
    { ...(await portfolio()), name: "Second" },
  ]);
  const visit = await product.visit("/profile/strategies/new", { user: trader, context: CLIPBOARD });
  const { page } = visit;
  await page.getByRole("textbox", { name: /^Name/ }).fill("Trend");
  await page.getByRole("button", { name: "Add accounts" }).click();
  await page.getByRole("button", { name: "Tick all 2" }).click();
  await page.getByRole("button", { name: "Add 2 accounts" }).click();
  await page.getByLabel(/^Size for .*Second/).fill("2");
  await page.getByRole("button", { name: "Create the strategy" }).click();
  await page.getByRole("heading", { level: 1, name: "Trend" }).waitFor();

  await page.getByRole("button", { name: "Copy the message" }).click();
  await expect.poll(() => readClipboard(page)).toContain("prev_market_position");
  const message = await readClipboard(page);
  await whenLive(page, say);
  const fill = async (change: Fill, second: number) => expect(await fire(filledIn(message, change, second))).toBe(200);
  const chain = page.getByRole("list", { name: "Signals" });

  await fill([0, 2], 1);
  await chain.getByText("First signal").waitFor();
  await expectHoldings(page, [
    ["SBER", "2", "2", "None"],
    ["SBER", "4", "4", "None"],
  ]);
  // The same fill from a second alert, and one whose predecessor never came: the accounts still end at −1.
  await fill([0, 2], 1);
  await fill([3, -1], 3);
  await chain.getByText("Gap of +1").waitFor();
  await expectHoldings(page, [
    ["SBER", "-1", "-1", "None"],
    ["SBER", "-2", "-2", "None"],
  ]);
  await expectSound(visit);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Pause the strategy" }).click();
  await page.getByRole("button", { name: "Switch on", exact: true }).waitFor();
  await fill([-1, 1], 4);
  await chain.getByText("From -1 to 1").waitFor({ state: "attached" });
  await expectHoldings(page, [
    ["SBER", "-1", "1", "-2"],
    ["SBER", "-2", "2", "-4"],
  ]);

  await page.getByRole("button", { name: "Kill switch of “Trend”" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Stop, cancel and flatten/ }).check();
  await dialog.getByRole("button", { name: "Stop, cancel and flatten" }).click();
  await dialog.getByText(/Nothing held and nothing working, read back from the broker/).waitFor();
  await expectSound(visit);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Log", exact: true }).click();
  for (const entry of ["Stop proven", "Kill switch pulled", "Paused", "Signals are missing", "Strategy created"])
    await page.getByText(entry, { exact: true }).first().waitFor();
  await open(page, say, "strategies");
  await page.getByText("Flat", { exact: true }).first().waitFor();
  await expectSound(visit);
});
