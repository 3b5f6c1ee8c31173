/** Where toasts appear and how they move: specification, section 9. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { WIDTHS } from "../bench/browser/visitor.ts";
import { product, TRIAL } from "./product.ts";
import type { Tab } from "./visit.ts";

let tab: Tab;
beforeAll(async () => {
  tab = await product.openTab({ user: TRIAL });
  return tab.close;
});

/** What raises a toast on the keys page: copying an identifier; and where toasts are. */
function toastsOn(page: Page) {
  const copy = page.getByRole("button", { name: /^Copy the identifier / }).first();
  const section = page.getByRole("region", { name: "Notifications" });
  return { copy, section, toasts: section.locator("[data-status]") };
}

/** Raises two toasts on a screen that is so many pixels wide. */
async function raiseAt(width: number) {
  await tab.page.setViewportSize({ width, height: 900 });
  await tab.open("/profile/api");
  const { copy, section, toasts } = toastsOn(tab.page);
  for (let raised = 0; raised < 2; raised++) await copy.click();
  await expect.poll(() => toasts.count()).toBe(2);
  return { section, toasts };
}

/**
 * Makes window.moved list the name and duration of each toast animation. Doesn't wait for animations to start: a toast
 * goes whether or not a frame shows it.
 */
const WATCH_ANIMATIONS = `
  window.moved = [];
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll("[data-status]")) {
      const { animationName, animationDuration } = getComputedStyle(toast);
      if (moved.at(-1)?.[0] !== animationName) moved.push([animationName, animationDuration]);
    }
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] })`;

// @covers S9.15
test("on a wide screen a toast appears at the top right and is 350 px wide", async () => {
  const { toasts } = await raiseAt(WIDTHS.desktop);
  for (const toast of await toasts.all()) {
    const box = await toast.boundingBox();
    expect(box?.width).toBe(350);
    expect((box?.x ?? 0) + 350).toBe(1440 - 16);
    expect(box?.y).toBeLessThan(300);
  }
});

// @covers S9.16
test.each([
  [390, true],
  [767, true],
  [768, false],
])("%d px wide: whether all toasts are in one container, top-center, is %s", async (width, isCentered) => {
  const { toasts, section } = await raiseAt(width);
  expect(
    await section.locator("[data-position]").evaluateAll((all) => all.map((one) => one.dataset["position"])),
  ).toEqual([isCentered ? "top-center" : "top-right"]);
  const box = await toasts.first().boundingBox();
  expect(box?.width).toBe(350);
  expect(box?.x).toBe(isCentered ? (width - 350) / 2 : width - 16 - 350);
});

// @covers S9.17
test("a toast appears within 300 ms and disappears within 250 ms", async () => {
  const context = { reducedMotion: "no-preference" } as const;
  const { page } = await product.visit("/profile/api", { user: TRIAL, context });
  const { copy, section, toasts } = toastsOn(page);
  await page.evaluate(WATCH_ANIMATIONS);
  await copy.click();
  await section.getByRole("button", { name: "Dismiss the notification" }).click();
  await expect.poll(() => toasts.count()).toBe(0);
  expect(await page.evaluate("moved")).toEqual([
    ["rise", "0.3s"],
    ["fade", "0.25s"],
  ]);
});
