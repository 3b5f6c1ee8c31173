/** Header, menu, languages, the login form and cookies, from a visitor's point of view. */
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, product, TRIAL } from "./product.ts";
import { hasFocus, tradersOf } from "./trader.ts";
import { beyondLeaving, findBarriers, type Tab } from "./visit.ts";

const { signUp } = tradersOf(product);

/** Holds back what the page asks about the day, once the dashboard has opened with it. */
async function holdDay(page: Page) {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const requests: Request[] = [];
  let isFirst = true;
  await page.route("**/users/me/overview*", (route) => {
    if (isFirst) {
      isFirst = false;
      return route.continue();
    }
    requests.push(route.request());
    asked.resolve();
    return held.promise.then(() => route.continue());
  });
  return {
    /** Something is held back. */
    asked: asked.promise,
    /** Waits until the API has answered, or the page no longer wants the answer. */
    async letGo() {
      held.resolve();
      await Promise.all(requests.map(async (request) => await (await request.response())?.finished()));
    },
  };
}

describe("on desktop", () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab();
    return tab.close;
  });

  // @covers S2.28 S2.29 S3.54
  test("a visitor signs in through the dashboard button, lands on the dashboard, and signs out", async () => {
    const visit = await product.visit("/");
    const { page } = visit;
    const left = await holdDay(page);
    await page.getByRole("button", { name: "Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await dialog.getByLabel("E-mail").fill(TRIAL.email);
    await dialog.getByLabel("Password", { exact: true }).fill(TRIAL.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/profile/overview");
    await page.getByRole("link", { name: "API keys", exact: true }).waitFor();
    await expect.poll(() => page.evaluate("localStorage.getItem('accessToken')?.length > 20")).toBe(true);
    await left.asked;
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expect.poll(() => page.evaluate("localStorage.getItem('accessToken')")).toBeNull();
    // What was requested for the user who left is answered only now, and refused.
    await left.letGo();
    expect(beyondLeaving(visit)).toEqual([]);
  });

  test("on the login screen the dashboard button leads to the form that is there, and opens no second one", async () => {
    const { page, open } = tab;
    await open("/profile");
    const email = page.getByLabel("E-mail");
    await email.waitFor();
    await page.getByRole("button", { name: "Dashboard" }).click();
    await expect.poll(() => hasFocus(email)).toBe(true);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  // @covers S7.3
  test("a token that the API refuses is removed, and the page reloads, signed out", async () => {
    const { page, open } = tab;
    await open("/profile");
    await page.evaluate("localStorage.setItem('accessToken', 'revoked')");
    await page.reload();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expect.poll(() => page.evaluate("localStorage.getItem('accessToken')")).toBeNull();
  });

  // @covers S4.27
  test("the login dialog traps the focus, closes on Esc, and restores the focus", async () => {
    const { page, open } = tab;
    await open("/");
    const opener = page.getByRole("button", { name: "Dashboard" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (let tabs = 0; tabs < 12; tabs++) {
      await page.keyboard.press("Tab");
      await expect.poll(() => dialog.locator(":focus").count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.locator(":focus").textContent()).toBe("Dashboard");
  });

  // @covers S2.25 S2.37
  test("a menu link scrolls to its section, leaving 130 px above it, and the header floats", async () => {
    const { page, open } = tab;
    await open("/about");
    await expect.poll(() => page.locator("header").getAttribute("data-floating")).toBeNull();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Tariffs" }).click();
    await page.waitForURL("**/#tariffs");
    await page.locator("#tariffs").waitFor();
    await expect.poll(() => page.evaluate("getComputedStyle(document.documentElement).scrollPaddingTop")).toBe("130px");
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "FAQ" }).click();
    await page.locator("header[data-floating]").waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  // @covers S2.27
  test("the languages are shown in upper case, without the test mode, and the choice survives a reload", async () => {
    const { page } = await product.visit("/");
    const languages = page.getByRole("group", { name: "Language" }).getByRole("link");
    await expect.poll(() => languages.allTextContents()).toEqual(["EN", "RU"]);
    await languages.last().click();
    await page.getByRole("link", { name: "Преимущества" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Преимущества" }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ru");
  });

  // @covers S2.49 S2.50 S6.3
  test("only administrators have the Users entry in the dashboard menu", async () => {
    for (const [user, entries] of [
      [
        TRIAL,
        [
          "Overview",
          "Orders",
          "Positions",
          "Strategies",
          "Reports",
          "Alerts",
          "Build a message",
          "Profile",
          "API keys",
          "Settings",
        ],
      ],
      [
        ADMIN,
        [
          "Overview",
          "Orders",
          "Positions",
          "Strategies",
          "Reports",
          "Alerts",
          "Build a message",
          "Profile",
          "API keys",
          "Settings",
          "Users",
          "Relay",
        ],
      ],
    ] as const) {
      const { page } = await product.visit("/profile", { user });
      const menu = page.getByRole("navigation", { name: "Dashboard" });
      await expect.poll(() => menu.getByRole("link").allTextContents()).toEqual(entries);
    }
  });

  // @covers S1.16 S1.17 S1.18 S1.19 S2.22 S9.27
  test("the footer shows the contacts, the documents and the year 2025", async () => {
    const { page, open } = tab;
    await open("/");
    const footer = page.getByRole("contentinfo");
    await expect
      .poll(() => footer.getByRole("link").allTextContents())
      .toEqual([
        "About",
        "FAQ",
        "Contact",
        "Service status",
        "Alor",
        "T-Invest",
        "Binance Spot",
        "Binance Futures",
        "hello@chartrelay.example",
        "@chartrelay_example",
        "Privacy policy",
        "Public offer",
      ]);
    await expect.poll(() => footer.getByText("©").textContent()).toBe("© 2025 Chartrelay");
  });
});

describe("on mobile", () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ width: "mobile" });
    return tab.close;
  });

  test("a language chosen in the menu is that of the whole page", async () => {
    const { page } = await product.visit("/", { width: "mobile" });
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "RU", exact: true }).click();
    await expect.poll(() => page.locator("h1").innerText()).toContain("Оповещения TradingView");
  });

  // @covers S2.30 S2.31 S2.33 S2.34 S2.35 S2.36
  test("the burger menu works by keyboard: it opens, traps the focus, and closes on Esc and on navigation", async () => {
    const { page, troubles, open } = tab;
    await open("/");
    const burger = page.getByRole("button", { name: "Open the menu" });
    await burger.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByLabel("E-mail").waitFor();
    for (const name of [
      "Home",
      "Advantages",
      "Tariffs",
      "FAQ",
      "Dashboard",
      "hello@chartrelay.example",
      "Privacy policy",
      "Public offer",
    ]) {
      expect([name, await menu.getByRole("link", { name }).count()]).toEqual([name, 1]);
    }
    await expect.poll(() => menu.getByRole("link", { name: "RU" }).count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe("Open the menu");
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Privacy policy" }).click();
    await page.waitForURL("**/privacy");
    await menu.waitFor({ state: "detached" });
    expect(troubles).toEqual([]);
  });

  test("on the login screen the menu has no second form", async () => {
    const { page, open } = tab;
    await open("/profile");
    await page.getByRole("button", { name: "Open the menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: "Advantages" }).waitFor();
    expect(await menu.getByLabel("E-mail").count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  // @covers S2.32
  test("for a signed-in user the menu has Log out instead of the form; 75 px stay free above a section", async () => {
    const { page } = await product.visit("/", { width: "mobile", user: await signUp() });
    await expect.poll(() => page.evaluate("getComputedStyle(document.documentElement).scrollPaddingTop")).toBe("75px");
    await page.getByRole("button", { name: "Open the menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect.poll(() => menu.getByLabel("E-mail").count()).toBe(0);
    await menu.getByRole("button", { name: "Log out" }).click();
    await menu.getByLabel("E-mail").waitFor();
  });
});

describe("cookies", () => {
  const stored = "[localStorage.getItem('accepted_cookies_v1'), localStorage.getItem('accepted_cookies_list_v1')]";

  // @covers S2.23 S2.100 S3.56 S4.20 S4.21 S4.27
  test("a new visitor is asked; accepting all allows all three categories, and is stored with its time and the version of the popup's text", async () => {
    const { page } = await product.visit("/", { hasDecidedOnCookies: false });
    const popup = page.getByRole("region", { name: "Cookies" });
    await popup.waitFor();
    await expect.poll(() => page.evaluate(stored)).toEqual([null, null]);
    expect(await findBarriers(page)).toEqual([]);
    await popup.getByRole("button", { name: "Accept all" }).click();
    await popup.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(stored)).toEqual(["true", "basic,analytics,advertising"]);
    const proof = await page.evaluate<string>("localStorage.getItem('accepted_cookies_proof_v1')");
    expect(JSON.parse(proof)).toEqual({
      popup: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      allowed: ["basic", "analytics", "advertising"],
    });
    await page.reload();
    await page.getByRole("contentinfo").waitFor();
    await expect.poll(() => popup.count()).toBe(0);
  });

  // @covers S2.101 S3.57 S4.22 S4.23 S4.24 S4.25
  test("the settings lock basic cookies on, go back, and save the choice; the footer link asks again", async () => {
    const { page } = await product.visit("/", { hasDecidedOnCookies: false, width: "mobile" });
    const popup = page.getByRole("region", { name: "Cookies" });
    await popup.getByRole("button", { name: "Settings" }).click();
    await expect.poll(() => popup.getByRole("switch", { name: "Basic" }).isDisabled()).toBe(true);
    await expect.poll(() => popup.getByRole("switch", { name: "Basic" }).isChecked()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await popup.getByRole("button", { name: "Back" }).click();
    await popup.getByRole("button", { name: "Settings" }).click();
    await popup.getByRole("switch", { name: "Analytics" }).click();
    await popup.getByRole("button", { name: "Save" }).click();
    await popup.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(stored)).toEqual(["true", "basic,analytics"]);
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await popup.waitFor();
    await expect.poll(() => page.evaluate(stored)).toEqual([null, null]);
  });
});
