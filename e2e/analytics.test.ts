/** The visit counter, and how it is kept away from users who sign in. */
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brandedProduct as product, PRO, signIn, TRIAL } from "./product.ts";
import { logIn } from "./trader.ts";
import { beyondLeaving, type Visit } from "./visit.ts";

const COUNTER = /mc\.yandex\.ru/;
const say = translator("en");

/** Stands in for the counter's script: records that it has run in this document. */
const SCRIPT = "window.isCounted = true;";
const isCounted = (page: Page) => page.evaluate("window.isCounted === true");

async function countCalls({ page }: Visit): Promise<string[]> {
  const calls: string[] = [];
  await page.context().route(COUNTER, (route) => {
    calls.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: SCRIPT });
  });
  return calls;
}

/** Opens the landing page and accepts all cookies. */
async function openCounted(width: "mobile" | "desktop") {
  const visit = await product.visit("/", { width, hasDecidedOnCookies: false });
  const calls = await countCalls(visit);
  await visit.page.getByRole("button", { name: say("consent:accept_all") }).click();
  await expect.poll(() => isCounted(visit.page)).toBe(true);
  return { ...visit, calls };
}

// @covers S4.26 S7.32
test("the counter loads on a public page only after the visitor has allowed it, and never in the dashboard", async () => {
  const visit = await product.visit("/", { hasDecidedOnCookies: false });
  const calls = await countCalls(visit);
  const { page } = visit;
  const popup = page.getByRole("region", { name: "Cookies" });
  await popup.waitFor();
  expect(calls).toEqual([]);
  const loaded = page.waitForResponse(COUNTER);
  await popup.getByRole("button", { name: "Accept all" }).click();
  await loaded;
  expect(calls).toEqual(["https://mc.yandex.ru/metrika/tag.js"]);
  await page.goto(`${product.origin}/profile/orders`);
  await page.locator("h1").waitFor();
  expect(calls).toHaveLength(1);
  expect(beyondLeaving(visit)).toEqual([]);
});

// @covers S4.26
test("once a counted visitor signs in from the landing page, the counter is gone from every page", async () => {
  const visit = await openCounted("desktop");
  const { page, calls } = visit;
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("shell:dashboard") })
    .click();
  await page.getByRole("dialog").getByLabel(say("auth:email")).waitFor();
  expect(await isCounted(page)).toBe(false);
  expect(new URL(page.url()).pathname).toBe("/");
  await logIn(page, say, TRIAL);
  await page.getByRole("heading", { level: 1, name: say("overview:title") }).waitFor();
  expect(await isCounted(page)).toBe(false);
  // On a page where any other visitor would be counted, without a page load and with one.
  await page.getByRole("banner").getByRole("link", { name: "Rail & Co" }).click();
  await page.waitForURL(`${product.origin}/`);
  await page.reload();
  await page
    .getByRole("banner")
    .getByRole("link", { name: say("shell:profile") })
    .waitFor();
  expect(await isCounted(page)).toBe(false);
  expect(calls).toHaveLength(1);
  // Back to the counted page.
  await page.goBack();
  await page.goBack();
  await page.locator("h1").first().waitFor();
  await expect.poll(() => isCounted(page)).toBe(false);
  expect(beyondLeaving(visit)).toEqual([]);
});

test("the mobile menu, which contains the login form, opens in a document without the counter", async () => {
  const { page } = await openCounted("mobile");
  await page.getByRole("button", { name: say("shell:menu_open") }).click();
  await page.getByRole("dialog").getByLabel(say("auth:email")).waitFor();
  expect(await isCounted(page)).toBe(false);
});

test("a link from a counted page to the sign-in or to the registration loads a document without it", async () => {
  const visit = await openCounted("desktop");
  const { page, calls } = visit;
  const expectUncounted = async (path: string) => {
    await page.waitForURL((url) => url.pathname === path);
    const counted = calls.length;
    await page.getByLabel(say("auth:email")).first().waitFor();
    expect([await isCounted(page), calls.length]).toEqual([false, counted]);
  };
  const openAbout = async () => {
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: say("shell:about") })
      .click();
    await page.waitForURL("**/about");
    await expect.poll(() => isCounted(page)).toBe(true);
  };
  await openAbout();
  await page.getByRole("link", { name: say("about:test_profile") }).click();
  await expectUncounted("/profile");

  await openAbout();
  await page
    .getByRole("navigation", { name: say("shell:menu") })
    .getByRole("link", { name: say("shell:tariffs") })
    .click();
  await page.waitForURL("**/#tariffs");
  await expect.poll(() => isCounted(page)).toBe(true);
  await page
    .getByRole("article", { name: "PRO" })
    .getByRole("link", { name: say("tariffs:register") })
    .click();
  await expectUncounted("/registration");
  expect(beyondLeaving(visit)).toEqual([]);
});

test("a counted page reloads without the counter as soon as the user signs in from another tab", async () => {
  const { page } = await openCounted("desktop");
  const other = await page.context().newPage();
  await other.goto(`${product.origin}/profile`);
  await logIn(other, say, PRO);
  await other.getByRole("heading", { level: 1, name: say("settings:profile") }).waitFor();
  await page
    .getByRole("banner")
    .getByRole("link", { name: say("shell:profile") })
    .waitFor();
  await expect.poll(() => isCounted(page)).toBe(false);
});

test("a counted page that the browser restores from its cache after a sign-in reloads without the counter", async () => {
  const { page } = await openCounted("desktop");
  const token = await signIn(product.origin, TRIAL);
  // As when the browser restores it: no page load, and no storage events from other documents.
  await page.evaluate(`
    localStorage.setItem("accessToken", ${JSON.stringify(token)});
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
  await page
    .getByRole("banner")
    .getByRole("link", { name: say("shell:profile") })
    .waitFor();
  await expect.poll(() => isCounted(page)).toBe(false);
});
