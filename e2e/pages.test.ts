/** Every page, in both languages, narrow and wide. */
import { LANGUAGES, PAGES } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { ADMIN, findBarriers, openProduct, type Visit } from "./visit.ts";

const product = await openProduct();
const NOTHING: string[] = [];

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
      expect(await visit.page.locator("html").getAttribute("lang")).toBe(language);
      await expectSound(visit);
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
  expect(await page.locator("h1").textContent()).toBe("page not found");
  expect(troubles[0]).toBe(`404: ${product.origin}/no/such/page`);
  expect(await findBarriers(page)).toEqual(NOTHING);
});
