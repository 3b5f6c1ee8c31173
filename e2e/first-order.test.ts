/** How far it is from the landing page to a first order, and to a payment: in clicks, and in fields to fill in. */
import { translator } from "@chartrelay/locales";
import { sandboxCredential } from "@chartrelay/sandbox";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countEffort, type EffortCounter } from "./effort.ts";
import { product } from "./product.ts";
import { marketOrder, newTrader, tradersOf } from "./trader.ts";
import { findBarriers, whenHydrated } from "./visit.ts";

const say = translator("en");
const { accountsOf, fire } = tradersOf(product);

/** What the specification fixes: "Connect" leads to the tariffs, a card leads to the registration, and its form has four fields. */
const REGISTRATION = { clicks: 5, fields: 4 };

/** Opens the landing page as somebody who has never been here. */
async function arrive(): Promise<{ page: Page; effort: EffortCounter }> {
  let effort: EffortCounter | undefined;
  const { page } = await product.visit("/", {
    prepare: async (opened) => {
      effort = await countEffort(opened);
    },
  });
  await whenHydrated(page);
  if (!effort) throw new Error("nothing counts");
  return { page, effort };
}

/** What is typed before a page's script has come is lost; people are slower than that. */

async function register(page: Page, card: "TRIAL" | "PRO"): Promise<void> {
  await page
    .getByRole("link", { name: say("landing:connect") })
    .first()
    .click();
  await page
    .getByRole("article", { name: card })
    .getByRole("link", { name: say("tariffs:register") })
    .click();
  // Below the first screen, a link may be pressed before its script is there: then the registration is a new document.
  await page.waitForURL("**/registration*");
  await whenHydrated(page);
  await page.getByLabel(say("auth:full_name")).fill("Ivan Petrov");
  await page.getByLabel(say("auth:email")).fill(newTrader().email);
  await page.getByLabel(new RegExp(`^${say("auth:password")} \\*`)).fill("secret-1");
  await page.getByLabel(say("auth:confirm_password")).fill("secret-1");
  for (const consent of await page.getByRole("checkbox").all()) await consent.check();
  await page.getByRole("button", { name: say("auth:sign_up") }).click();
}

test("from the landing page to the first test order: seven clicks in all, and two fields besides the registration; an alert then ticks its steps without a reload", async () => {
  const { page, effort } = await arrive();
  await register(page, "TRIAL");
  await page.waitForURL("**/profile/overview");
  const registration = effort.lap();

  const steps = page.getByRole("region", { name: say("first-steps:title") });
  const { account, secret } = sandboxCredential("trial", "demo");
  await steps.getByLabel(say("accounts:alor_key")).fill(account);
  await steps.getByLabel(new RegExp(`^${say("accounts:alor_secret")}`)).fill(secret);
  await steps.getByRole("button", { name: say("accounts:link_and_check") }).click();
  await steps.getByText(say("first-steps:progress", { done: 1, all: 6 })).waitFor();
  await steps.getByRole("button", { name: say("orders:send_test_order") }).click();
  await steps.getByText(say("first-steps:progress", { done: 2, all: 6 })).waitFor();
  const order = effort.lap();

  console.log("to the first test order", { registration, order, total: effort.total() });
  expect(registration).toEqual(REGISTRATION);
  expect(order).toEqual({ clicks: 2, fields: 2 });
  expect(effort.total().clicks).toBe(7);

  const token = await page.evaluate<string>("localStorage.getItem('accessToken')");
  const [linked] = await accountsOf({ ...newTrader(), token });
  expect(await fire(marketOrder(linked?.id ?? ""))).toBe(200);
  await steps.getByText(say("first-steps:progress", { done: 4, all: 6 })).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test("from the landing page to a payment: two clicks besides the registration", async () => {
  const { page, effort } = await arrive();
  await register(page, "PRO");
  await page.waitForURL("**/profile/checkout?plan=1m");
  const registration = effort.lap();

  await page.getByRole("button", { name: /^Pay/ }).click();
  const widget = page.frameLocator("iframe[title=CloudPayments]");
  await widget.getByLabel("Card number").fill("4111 1111 1111 1111");
  await widget.getByRole("button", { name: "Pay" }).click();
  await page.waitForURL("**/successful-payment");
  const payment = effort.lap();

  console.log("to the payment", { registration, payment, total: effort.total() });
  expect(registration).toEqual(REGISTRATION);
  // The simulated widget asks for the card's number only.
  expect(payment).toEqual({ clicks: 2, fields: 1 });
});
