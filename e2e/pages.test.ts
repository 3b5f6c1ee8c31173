/** Every page, in both languages, narrow and wide. */
import { setTimeout as delay } from "node:timers/promises";
import { LANGUAGES, PAGES, PUBLIC_PAGES } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { ADMIN, product } from "./product.ts";
import { findBarriers, findShifts, type Visit } from "./visit.ts";

const NOTHING: string[] = [];
/** Fonts come after everything else of a page, as they may on a slow line. */
const LATE_FONT_MS = 300;
/** A busy machine may bring them later than a page waits for them, and that is another case: the page is visited again. */
const MOST_VISITS = 4;

/** Has window.isInTime say whether the page's typeface came before the page showed its texts without it. */
const WATCH_TYPEFACE = `
  const load = document.fonts.load.bind(document.fonts);
  document.fonts.load = async (...typeface) => {
    const faces = await load(...typeface);
    window.isInTime = document.documentElement.dataset.typeface === "awaited";
    return faces;
  }`;

/** Neither an error nor a barrier, and nothing that is wider than the screen. */
async function expectSound({ page, troubles }: Visit) {
  expect(troubles).toEqual(NOTHING);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await findBarriers(page)).toEqual(NOTHING);
}

describe.each(LANGUAGES)("in %s", (language) => {
  describe.each(["mobile", "desktop"] as const)("on %s", (width) => {
    test.each(PAGES)("%s opens without an error, and axe finds nothing", async (path) => {
      const visit = await product.visit(path, { language, width });
      await expect.poll(() => visit.page.locator("html").getAttribute("lang")).toBe(language);
      await expectSound(visit);
    });

    test.each(PUBLIC_PAGES)("%s doesn't jump: not while it loads, nor while it is scrolled through", async (path) => {
      const open = () =>
        product.visit(path, {
          language,
          width,
          hasDecidedOnCookies: false,
          prepare: async (page) => {
            await page.addInitScript(WATCH_TYPEFACE);
            await page.route("**/*.woff2", (route) => delay(LATE_FONT_MS).then(() => route.continue()));
          },
        });
      let { page } = await open();
      for (let visits = 1; visits < MOST_VISITS && !(await page.evaluate("window.isInTime")); visits++) {
        await page.context().close();
        ({ page } = await open());
      }
      expect(await findShifts(page)).toEqual(NOTHING);
    });

    test.each(PAGES.filter((path) => path.startsWith("/profile")))(
      "%s opens for who is signed in, and axe finds nothing",
      async (path) => {
        await expectSound(await product.visit(path, { language, width, user: ADMIN }));
      },
    );
  });
});

test("an unknown address shows the not-found screen, and answers 404", async () => {
  const { page, troubles } = await product.visit("/no/such/page");
  await expect.poll(() => page.locator("h1").textContent()).toBe("page not found");
  expect(troubles).toContain(`404: ${product.origin}/no/such/page`);
  expect(await findBarriers(page)).toEqual(NOTHING);
});
