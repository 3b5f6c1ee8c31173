/** The page where a message is built, checked, tried and copied. */
import { translator } from "@chartrelay/locales";
import { describe, expect, test } from "vitest";
import { CLIPBOARD, expectSound, marketOrder, playedIn, readClipboard, tradersOf, whenLive } from "./trader.ts";
import { product } from "./product.ts";

const { traderWithAccount, ordersOf } = tradersOf(product);

describe.each(playedIn("en", "desktop"))("in %s on %s", (language, width) => {
  const say = translator(language);

  test("a message is chosen, its effect at the present price is shown, and its test order arrives", async () => {
    const trader = await traderWithAccount();
    const address = `/profile/build?account=${trader.account}`;
    const visit = await product.visit(address, { language, width, user: trader, context: CLIPBOARD });
    const { page } = visit;
    const step = (name: string) => page.getByRole("region", { name: say(`builder:${name}`), exact: true });
    await step("choose").getByLabel(say("builder:ticker"), { exact: true }).fill("GAZP");
    await step("choose").getByLabel(say("builder:side"), { exact: true }).selectOption("BUY");
    await step("outcome").getByLabel(say("builder:sample_contracts"), { exact: true }).fill("2");
    const what = say("builder:what_lots", { count: 2, quantity: "2", pieces: "20", symbol: "GAZP" });
    const does = say("builder:does_BUY", { what });
    await step("outcome")
      .getByText(say("builder:sentence_market", { does, price: "128.4" }))
      .waitFor();
    await expectSound(visit);

    await step("try")
      .getByRole("button", { name: say("orders:send_test") })
      .click();
    await step("try").getByText(say("trading:CREATED"), { exact: true }).waitFor();
    await whenLive(page, say);
    await step("try")
      .getByRole("table", { name: say("order:timeline") })
      .waitFor();
    await expectSound(visit);
    expect(await ordersOf(trader)).toMatchObject([
      { instrument: { ticker: "GAZP" }, quantity: "2", status: "CREATED" },
    ]);

    await step("tradingview")
      .getByRole("button", { name: say("builder:copy_message") })
      .click();
    await expect.poll(() => readClipboard(page)).toContain('"contracts": {{strategy.order.contracts}}');
  });
});

test("a pasted message fills the choices, its mistakes stand at their lines, and it is put right from the keyboard", async () => {
  const trader = await traderWithAccount();
  const visit = await product.visit("/profile/build", { user: trader });
  const { page } = visit;
  const editor = page.getByRole("textbox", { name: "Message", exact: true });
  await editor.fill(
    `{\n  “account”: "${trader.account}",\n  "tickr": "SBER",\n  "direction": "sell",\n  "type": "market",\n  "contracts": 3\n}`,
  );
  expect(await page.getByLabel("Side", { exact: true }).first().inputValue()).toBe("SELL");
  await page.getByText("there is no field tickr: it is called ticker").waitFor();
  await page.getByRole("button", { name: "line 3, column 3" }).press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await expectSound(visit);
  await page.getByRole("button", { name: "ticker", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Put in the corrected message" }).press("Enter");
  await page.getByText("It would be accepted", { exact: true }).waitFor();
  await page.getByText("Sells 3 lots = 30 SBER at about 302.15").waitFor();
});

test("the old address of the check leads to the page", async () => {
  const trader = await traderWithAccount();
  const { page } = await product.visit("/profile/api#check", { user: trader });
  await page.waitForURL("**/profile/build");
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(marketOrder(trader.account));
  await page.getByText("It would be accepted", { exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe("");
});
