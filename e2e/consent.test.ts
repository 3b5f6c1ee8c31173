/** What a visitor's choice about cookies controls. */
import { expect, test } from "vitest";
import { brandedProduct as product } from "./product.ts";
import type { Visit, VisitOptions } from "./visit.ts";

/** Opens a page; `foreign` lists the other hosts that it sent requests to. */
async function openWatched(path: string, options: VisitOptions): Promise<Visit & { readonly foreign: string[] }> {
  const foreign: string[] = [];
  const visit = await product.visit(path, {
    ...options,
    prepare: (page) =>
      page.route(
        (url) => url.origin !== product.origin,
        (route) => {
          foreign.push(new URL(route.request().url()).host);
          return route.fulfill({ contentType: "text/javascript", body: "" });
        },
      ),
  });
  return { ...visit, foreign };
}

test("before a choice and after a refusal, the page sends no request to other hosts", async () => {
  const { page, foreign } = await openWatched("/", { hasDecidedOnCookies: false });
  const popup = page.getByRole("region", { name: "Cookies" });
  await popup.waitFor();
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
  await popup.getByRole("button", { name: "Only basic" }).click();
  await popup.waitFor({ state: "detached" });
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
});

// @covers S9.26
test("the popup closes within 300 ms of a choice", async () => {
  const { page } = await openWatched("/", { hasDecidedOnCookies: false, context: { reducedMotion: "no-preference" } });
  const popup = page.getByRole("region", { name: "Cookies" });
  await popup.waitFor();
  // Read as soon as the class changes: the popup closes whether or not a frame shows it.
  const leaving = page.evaluate(`new Promise((resolve) => {
    const popup = document.querySelector("[aria-labelledby=consent-title]");
    new MutationObserver(() => {
      const { animationName, animationDuration } = getComputedStyle(popup);
      resolve([animationName, animationDuration]);
    }).observe(popup, { attributeFilter: ["class"] });
  })`);
  await popup.getByRole("button", { name: "Only basic" }).click();
  expect(await leaving).toEqual(["sink", "0.3s"]);
  await popup.waitFor({ state: "detached" });
});

test("withdrawing consent stops the counter and removes what it stored", async () => {
  const { page, foreign } = await openWatched("/", {
    stored: { accepted_cookies_list_v1: "basic,analytics", _ym_uid: "1" },
  });
  await expect.poll(() => foreign).toEqual(["mc.yandex.ru"]);
  await page.evaluate("document.cookie = '_ym_d=1; path=/'");
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await expect
    .poll(() => page.evaluate("[localStorage.getItem('_ym_uid'), document.cookie.includes('_ym')]"))
    .toEqual([null, false]);
  await expect.poll(() => page.evaluate("typeof window.ym")).toBe("undefined");
  expect(foreign).toHaveLength(1);
});

// @covers S3.55
test("where a visitor came from is stored whatever they allow, and survives another visit", async () => {
  const { page } = await openWatched("/?utm_source=forum", {});
  const source = () => page.evaluate("localStorage.getItem('utm_source')");
  await expect.poll(source).toBe("forum");
  await page.goto(`${product.origin}/about`);
  await page.getByRole("contentinfo").waitFor();
  expect(await source()).toBe("forum");
});
