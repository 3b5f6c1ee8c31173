/**
 * A new user's journey through the whole product, from registration to the first order: on the embedded database, as
 * after `npm start`, and entirely in the pages.
 */
import { translator } from "@chartrelay/locales";
import { sandboxCredential } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import { openProduct } from "./product.ts";
import { expectTidy, firstRow, hasFocus, newTrader, open, tradersOf, VIEWS, whenLive } from "./trader.ts";

const product = await openProduct("pglite");
const { fire } = tradersOf(product);

// In both views: the one flow through all of a new user's pages, which are laid out and worked differently on a phone.
describe.each(VIEWS)("in %s on %s", (language, width) => {
  const say = translator(language);

  // @covers S2.56 S2.59 S2.61 S2.86 S8.17
  test("a new user registers, links a key, builds a message, and sees its order arrive and how long each step took", async () => {
    const visit = await product.visit("/registration", { language, width });
    const { page } = visit;
    const { email, password } = newTrader();
    await page.getByLabel(say("auth:full_name")).fill("Полина Рыкова");
    await page.getByLabel(say("auth:email")).fill(email);
    await page.getByLabel(new RegExp(`^${say("auth:password")} \\*`)).fill(password);
    await page.getByLabel(say("auth:confirm_password")).fill(password);
    for (const consent of await page.getByRole("checkbox").all()) await consent.check();
    await expectTidy(visit);
    await page.getByRole("button", { name: say("auth:sign_up") }).click();
    await page.waitForURL("**/profile/overview");
    await page.getByRole("heading", { level: 1, name: say("overview:title") }).waitFor();
    await expectTidy(visit);

    await open(page, say, "api");
    await page.getByRole("button", { name: say("accounts:add") }).click();
    await page.getByRole("combobox", { name: say("accounts:exchange") }).selectOption("ALOR_BROKER");
    const { account: portfolio, secret } = sandboxCredential("trial", "demo");
    await page.getByLabel(say("accounts:alor_key")).fill(portfolio);
    await page.getByLabel(say("accounts:alor_secret"), { exact: true }).fill(secret);
    expect(await page.getByRole("switch", { name: say("accounts:is_demo") }).isDisabled()).toBe(true);
    await expectTidy(visit);
    await page.getByRole("button", { name: say("accounts:save"), exact: true }).click();
    await page.getByText(say("accounts:saved")).waitFor();

    await page
      .getByRole("listitem")
      .getByRole("link", { name: say("accounts:build_message") })
      .click();
    await page.waitForURL("**/profile/build?account=*");
    const choose = page.getByRole("region", { name: say("builder:choose"), exact: true });
    await choose.getByLabel(say("builder:ticker"), { exact: true }).fill("SBER");
    await choose.getByLabel(say("builder:side"), { exact: true }).selectOption("BUY");
    await choose.getByLabel(say("builder:size_lots")).fill("1");
    const message = await page.getByRole("textbox", { name: say("builder:message"), exact: true }).inputValue();
    await page.getByText(say("builder:verdict_accepted"), { exact: true }).waitFor();
    const webhook = await page.getByRole("region", { name: say("builder:webhook"), exact: true }).textContent();
    expect(webhook).toBe(`${product.origin}/api/v1/orders`);
    await expectTidy(visit);

    await open(page, say, "orders");
    await page.getByText(say("ui:no_data")).waitFor();
    await whenLive(page, say);
    expect(await fire(message)).toBe(200);
    await firstRow(page).getByText(say("trading:CREATED")).waitFor();
    expect(await firstRow(page).textContent()).toContain("SBER");
    await expectTidy(visit);

    const opener = page.getByRole("button", { name: say("orders:open_order", { number: 1 }) });
    await opener.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: say("orders:order") });
    const segments = panel.getByRole("table", { name: say("order:timeline") }).getByRole("row");
    await panel.getByRole("region", { name: say("order:message") }).waitFor();
    for (const segment of ["commit", "queue", "venue", "total"]) {
      expect(await segments.filter({ hasText: say(`order:segment_${segment}`) }).textContent()).toMatch(
        /\d[.,]?\d* (ms|мс)$/,
      );
    }
    await expectTidy(visit);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(opener)).toBe(true);
  });
});
