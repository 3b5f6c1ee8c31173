/** How much a new visitor has to load: docs/decisions/web.md. 1 kB is 1,000 bytes. */
import { gzipSync } from "node:zlib";
import { LANGUAGES } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { tradersOf } from "./trader.ts";

const MAX_SCRIPT_BYTES = 90_000;
const MAX_STYLE_BYTES = 12_000;

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

test("the landing page loads at most 90 kB of scripts (gzip), and has its styles inline, at most 12 kB", async () => {
  const scripts = new Map<string, Promise<number>>();
  const { page } = await product.visit("/", {
    width: "mobile",
    hasDecidedOnCookies: false,
    prepare: async (page) =>
      page.on("response", (response) => {
        if (response.request().resourceType() === "script") scripts.set(response.url(), response.text().then(gzipped));
      }),
  });
  await page.getByRole("region", { name: "Cookies" }).waitFor();
  await page.waitForLoadState("networkidle");
  const total = (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0);
  const styles = gzipped((await page.locator("style").allTextContents()).join(""));
  console.log(`first load of the landing page: ${total} bytes of scripts, ${styles} bytes of styles (gzip)`);
  expect(scripts.size).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
  expect(styles).toBeLessThanOrEqual(MAX_STYLE_BYTES);
});

/** What a slow phone's 1.6 Mbit/s deliver in 950 ms: bench/cases/slow-phone.ts. */
const MAX_ORDERS_PAGE_BYTES = 199_000;

/** Clicks the first row once painted. Records the bytes loaded before, and whether the next frame responded. */
const CLICK_FIRST_ROW = `window.clicked = new Promise((resolve) => {
  const afterPaint = (then) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    const opener = document.querySelector("tbody button");
    if (!opener || getComputedStyle(opener).visibility === "hidden") return requestAnimationFrame(look);
    afterPaint(() => {
      const loads = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      const bytes = loads.reduce((sum, { transferSize }) => sum + transferSize, 0);
      opener.click();
      afterPaint(() => resolve({ bytes, isAnswered: document.querySelector("[data-opening], [role=dialog]") !== null }));
    });
  };
  look();
})`;

test.each(LANGUAGES)(
  "the orders page loads at most 199 kB before its first row, which responds to a click at once (%s)",
  async (language) => {
    const { giveOrders, signUp } = tradersOf(product);
    const user = await signUp();
    await giveOrders(user, 20);
    const { page } = await product.visit("/profile/orders", {
      language,
      width: "mobile",
      user,
      prepare: async (page) => {
        await page.addInitScript(CLICK_FIRST_ROW);
        await slowLine(page);
      },
    });
    const clicked = await page.evaluate<{ bytes: number; isAnswered: boolean }>("clicked");
    expect(clicked.isAnswered).toBe(true);
    expect(clicked.bytes).toBeLessThanOrEqual(MAX_ORDERS_PAGE_BYTES);
  },
);
