/** Where the header's links lead, and at which widths it changes. */
import { beforeAll, expect, test } from "vitest";
import { WIDTHS } from "../bench/browser/visitor.ts";
import { product } from "./product.ts";
import type { Tab, Visit } from "./visit.ts";

let tab: Tab;
beforeAll(async () => {
  tab = await product.openTab();
  return tab.close;
});

// @covers S2.24
test("the logo leads home", async () => {
  const { page, open } = tab;
  await open("/about");
  await page.getByRole("banner").getByRole("link", { name: "Chartrelay" }).click();
  await expect.poll(() => page.url()).toBe(`${product.origin}/`);
});

// @covers S2.26 S9.24
test.each([
  [130, "desktop"],
  [75, "mobile"],
] as const)("a hash link leaves %d px free above its section, %s", async (offset, width) => {
  const { page, open } = tab;
  await page.setViewportSize({ width: WIDTHS[width], height: 900 });
  await open("/#tariffs");
  const top = () => page.evaluate<number>("Math.round(document.querySelector('#tariffs').getBoundingClientRect().top)");
  await expect.poll(top).toBe(offset);
});

// @covers S2.26
test("a menu link scrolls smoothly, or jumps for users who prefer reduced motion", async () => {
  const behaviorOf = async ({ page }: Visit) => {
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Tariffs" }).click();
    const top = () => page.evaluate("Math.round(document.querySelector('#tariffs').getBoundingClientRect().top)");
    await expect.poll(top).toBe(130);
    return await page.evaluate("getComputedStyle(document.documentElement).scrollBehavior");
  };
  expect(await behaviorOf(await product.visit("/", { context: { reducedMotion: "no-preference" } }))).toBe("smooth");
  await tab.page.setViewportSize({ width: WIDTHS.desktop, height: 900 });
  await tab.open("/");
  expect(await behaviorOf(tab)).toBe("auto");
});

// @covers S9.23
test("desktop begins at 1240 px, and mobile ends at 640 px", async () => {
  const { page, open } = tab;
  await open("/");
  const look = async () => ({
    isMenuShown: await page.getByRole("navigation", { name: "Menu" }).isVisible(),
    isBurgerShown: await page.getByRole("button", { name: "Open the menu" }).isVisible(),
    edge: await page.evaluate("getComputedStyle(document.querySelector('main .container-page')).paddingLeft"),
  });
  const expectAt = async (width: number, view: Awaited<ReturnType<typeof look>>) => {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(look).toEqual(view);
  };
  const mobile = { isMenuShown: false, isBurgerShown: true, edge: "16px" };
  const tablet = { ...mobile, edge: "32px" };
  await expectAt(639, mobile);
  await expectAt(640, tablet);
  await expectAt(1239, tablet);
  await expectAt(1240, { ...tablet, isMenuShown: true, isBurgerShown: false });
});
