/** The public site without a mouse. For menu and login see shell.test.ts; for the FAQ, public-site.test.ts. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { product } from "./product.ts";
import type { Tab } from "./visit.ts";

/** Returns the accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document;
    return element.labels?.[0]?.innerText ?? element.getAttribute("aria-label") ?? element.innerText;
  })()`);

/** Presses Tab and waits for the focus to move. */
async function pressTab(page: Page): Promise<void> {
  await page.evaluate("window.left = document.activeElement");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate("document.activeElement !== left")).toBe(true);
}

/** Presses Tab until `name` has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while ((await focused(page)) !== name) {
    if (passed.length === 60) throw new Error(`Tab never led to ${name}, but to ${passed.join(", ")}`);
    await pressTab(page);
    passed.push(await focused(page));
  }
}

let tab: Tab;
beforeAll(async () => {
  tab = await product.openTab();
  return tab.close;
});

test("the first Tab leads past the header to the content", async () => {
  const { page, open } = tab;
  await open("/tariffs");
  await pressTab(page);
  expect(await focused(page)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("content");
});

test("the cookie settings open from the footer, switch, go back and save, and the focus returns to the footer", async () => {
  const { page, troubles } = await product.visit("/about", { width: "mobile" });
  await tabTo(page, "Cookie settings");
  await page.keyboard.press("Enter");
  const popup = page.getByRole("region", { name: "Cookies" });
  await expect.poll(() => page.locator(":focus").getAttribute("aria-labelledby")).toBe("consent-title");
  await tabTo(page, "Settings");
  await page.keyboard.press("Enter");
  await popup.getByRole("switch", { name: "Analytics" }).waitFor();
  await tabTo(page, "Back");
  await page.keyboard.press("Enter");
  await tabTo(page, "Settings");
  await page.keyboard.press("Enter");
  await popup.getByRole("switch", { name: "Advertising" }).waitFor();
  await tabTo(page, "Advertising");
  await page.keyboard.press("Space");
  await tabTo(page, "Save");
  await page.keyboard.press("Enter");
  await popup.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("localStorage.getItem('accepted_cookies_list_v1')")).toBe("basic,advertising");
  await expect.poll(() => focused(page)).toBe("Cookie settings");
  expect(troubles).toEqual([]);
});

test("a popup that opens automatically doesn't steal the focus from a user who is typing", async () => {
  const { page } = await product.visit("/registration", { hasDecidedOnCookies: false });
  const popup = page.getByRole("region", { name: "Cookies" });
  await popup.waitFor();
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('[aria-labelledby=consent-title]')"))
    .toBeNull();
});

test("a language is chosen with Tab and Enter, and the focus stays on it", async () => {
  const { page } = await product.visit("/");
  await tabTo(page, "RU");
  await page.keyboard.press("Enter");
  await page.locator("html[lang=ru]").waitFor();
  await page.getByRole("link", { name: "Преимущества" }).waitFor();
  await expect.poll(() => focused(page)).toBe("RU");
});

test("the period of PRO is a single tab stop, and arrow keys choose", async () => {
  const { page, open } = tab;
  await open("/tariffs");
  const periods = page.getByRole("group", { name: "Period" });
  const chosen = () => periods.getByRole("radio", { checked: true }).getAttribute("value");
  const isChosenFocused = async () => (await periods.locator(":checked:focus").count()) === 1;
  expect(await chosen()).toBe("1m");
  for (let tabs = 0; tabs < 60 && !(await isChosenFocused()); tabs++) await pressTab(page);
  expect(await isChosenFocused()).toBe(true);
  await page.keyboard.press("ArrowDown");
  await expect.poll(chosen).toBe("3m");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(chosen).toBe("12m");
  await pressTab(page);
  expect(await focused(page)).toBe("Register");
});
