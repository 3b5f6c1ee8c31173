/** Every page that a visitor sees, in both languages, at each width, with and without JavaScript. */
import { isBehindSignIn, PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import { expectFitting, expectSoundAtEachWidth, expectSteady, isLookedAtClosely, LOADING_VIEWS } from "./every-page.ts";
import { product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { NOTHING } from "./trader.ts";
import { findBarriers, type Tab } from "./visit.ts";

/** In place of all pages behind the sign-in, a visitor sees the same form. */
const TO_A_VISITOR = PAGES.filter((path) => !path.startsWith("/profile/"));

describe.each(LOADING_VIEWS)("in %s, loaded on %s", (language, width) => {
  let tab: Tab;
  let withoutScripts: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ language, width, hasDecidedOnCookies: false, prepare: slowLine });
    withoutScripts = await product.openTab({ language, width, context: { javaScriptEnabled: false } });
    return () => Promise.all([tab.close(), withoutScripts.close()]);
  });

  const read = async ({ page }: Tab) => ({
    title: await page.title(),
    text: await page.locator("main").innerText(),
    footer: await page.getByRole("contentinfo").innerText(),
  });

  const closely = TO_A_VISITOR.filter((_, index) => isLookedAtClosely(index, language));

  // @covers S1.7 S2.1 S2.2 S2.7 S2.8 S2.9 S2.10 S2.11 S2.12 S2.13 S2.14 S2.15 S2.16 S2.17 S2.18
  test.each(closely)(
    "%s opens without an error or a jump, however slowly it loads, with no more of its fonts than our texts need, and axe finds nothing",
    async (path) => {
      const consent = tab.page.locator("[aria-labelledby=consent-title]");
      await expectSteady(tab, path, language, () => consent.waitFor());
      if (!isBehindSignIn(path)) {
        // The figures of /status change with every alert, so a pair of visits may see different ones.
        let isAgain = false;
        await eventually(async () => {
          if (isAgain) await tab.open(path);
          isAgain = true;
          await withoutScripts.open(path);
          expect(await read(tab)).toEqual(await read(withoutScripts));
        });
      }
      // It covers what is below it, and the next page shall ask again.
      await consent.getByRole("button").last().click();
      await tab.page.evaluate(
        "for (const key of ['accepted_cookies_v1', 'accepted_cookies_list_v1']) localStorage.removeItem(key)",
      );
      await expectSoundAtEachWidth(tab, language);
    },
  );

  test("the other pages open without an error, with no more of their fonts than our texts need, and nothing is wider than the screen", async () => {
    const fast = await product.openTab({ language, width });
    onTestFinished(() => fast.close());
    for (const path of TO_A_VISITOR.filter((each) => !closely.includes(each))) {
      await fast.open(path);
      await expectFitting(fast, language);
    }
  });
});

// @covers S2.19
test("an unknown address shows the not-found screen and answers 404", async () => {
  const { page, troubles } = await product.visit("/no/such/page");
  await expect.poll(() => page.locator("h1").textContent()).toBe("page not found");
  expect(troubles).toContain(`404: ${product.origin}/no/such/page`);
  expect(await findBarriers(page)).toEqual(NOTHING);
});
