/** What a page costs a new visitor: docs/decisions/web.md. 1 kB is 1,000 bytes. */
import { gzipSync } from "node:zlib";
import { LANGUAGES } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { ADMIN, product } from "./product.ts";

const MAX_SCRIPT_BYTES = 140_000;
const MAX_STYLE_BYTES = 12_000;

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

test("the landing page loads 140 kB of scripts at most (gzip), and its styles stand in it, 12 kB at most", async () => {
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
  expect(scripts.size).toBeGreaterThan(2);
  expect(total).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
  expect(styles).toBeLessThanOrEqual(MAX_STYLE_BYTES);
});

/** The files that apps/web/build/core-fonts.ts makes. */
const CORE_FONT = /\/(?:onest-(?:latin|cyrillic|rouble|arrow)|jetbrains-mono-(?:latin|cyrillic))-[\w-]{8}\.woff2$/;

test.each(["/", "/faq", "/profile/orders", "/profile/api"])(
  "%s needs no more of its fonts than our texts do",
  async (path) => {
    for (const language of LANGUAGES) {
      const { page } = await product.visit(path, { language, user: ADMIN });
      await page.evaluate("document.fonts.ready");
      const fonts = await page.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.woff2'))",
      );
      expect(fonts.length).toBeGreaterThan(0);
      expect(fonts.filter((font) => !CORE_FONT.test(font))).toEqual([]);
    }
  },
);
