/** Where toasts appear and how they move: specification, section 9. */
import { expect, test } from "vitest";
import { product, TRIAL } from "./product.ts";
import type { VisitOptions } from "./visit.ts";

/** Opens a page on which copying an identifier raises a toast. */
async function open(options: VisitOptions) {
  const { page } = await product.visit("/profile/api", { user: TRIAL, ...options });
  const copy = page.getByRole("button", { name: /^Copy the identifier / }).first();
  const section = page.getByRole("region", { name: "Notifications" });
  return { page, copy, section, toasts: section.locator("[data-status]") };
}

/** Raises `count` toasts. */
async function raise(count: number, options: VisitOptions) {
  const opened = await open(options);
  for (let raised = 0; raised < count; raised++) await opened.copy.click();
  await expect.poll(() => opened.toasts.count()).toBe(count);
  return opened;
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
  const { toasts } = await raise(2, { width: "desktop" });
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
  const { toasts, section } = await raise(2, { context: { viewport: { width, height: 900 } } });
  expect(
    await section.locator("[data-position]").evaluateAll((all) => all.map((one) => one.dataset["position"])),
  ).toEqual([isCentered ? "top-center" : "top-right"]);
  const box = await toasts.first().boundingBox();
  expect(box?.width).toBe(350);
  expect(box?.x).toBe(isCentered ? (width - 350) / 2 : width - 16 - 350);
});

// @covers S9.17
test("a toast appears within 300 ms and disappears within 250 ms", async () => {
  const { page, copy, toasts, section } = await open({ context: { reducedMotion: "no-preference" } });
  await page.evaluate(WATCH_ANIMATIONS);
  await copy.click();
  await section.getByRole("button", { name: "Dismiss the notification" }).click();
  await expect.poll(() => toasts.count()).toBe(0);
  expect(await page.evaluate("moved")).toEqual([
    ["rise", "0.3s"],
    ["fade", "0.25s"],
  ]);
});
