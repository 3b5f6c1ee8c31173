/** Every page, in both languages, at each width. */
import { LANGUAGES, PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { WIDTHS } from "../bench/browser/visitor.ts";
import { ADMIN, product, signIn } from "./product.ts";
import { marketOrder, NOTHING, tradersOf } from "./trader.ts";
import { findBarriers, type Tab } from "./visit.ts";

const { accountsOf, fire, ordersOf } = tradersOf(product);

/** In place of all pages behind the sign-in, a visitor sees the same form. */
const TO_A_VISITOR = PAGES.filter((path) => !path.startsWith("/profile/"));

/** Returns an order of the administrator's. */
async function anOrder(): Promise<string> {
  const session = { ...ADMIN, token: await signIn(product.origin, ADMIN) };
  const [account] = await accountsOf(session);
  await fire(marketOrder(account?.id ?? ""));
  return (await ordersOf(session))[0]?.id ?? "";
}

describe.each(LANGUAGES)("in %s", (language) => {
  /** The longer texts go from the narrow screen to the wide one, the shorter ones the other way. */
  const widths = language === "ru" ? Object.values(WIDTHS) : Object.values(WIDTHS).toReversed();

  /** Expects no error, no accessibility barrier, and at no width anything wider than the screen. */
  async function expectSound({ page, open, troubles }: Tab, path: string): Promise<void> {
    const [first = 0, ...others] = widths;
    await page.setViewportSize({ width: first, height: 900 });
    await open(path);
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(language);
    for (const width of [first, ...others]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
        .toBeLessThanOrEqual(0);
    }
    // At the narrowest width in English, at the widest in Russian: two looks meet every text and every layout.
    expect(await findBarriers(page)).toEqual(NOTHING);
    expect(troubles).toEqual(NOTHING);
  }

  describe("to a visitor", () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await product.openTab({ language });
      return tab.close;
    });

    // @covers S1.7 S2.1 S2.2 S2.7 S2.8 S2.9 S2.10 S2.11 S2.12 S2.13 S2.14 S2.15 S2.16 S2.17 S2.18
    test.each(TO_A_VISITOR)("%s opens without an error, and axe finds nothing", async (path) => {
      await expectSound(tab, path);
    });
  });

  describe("to an administrator", () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await product.openTab({ language, user: ADMIN });
      return tab.close;
    });

    // @covers S2.3 S2.4 S2.5 S2.6
    test.each(PAGES.filter((path) => path.startsWith("/profile")))(
      "%s opens for a signed-in user, and axe finds nothing",
      async (path) => {
        await expectSound(tab, path.replace(":id", await anOrder()));
      },
    );
  });
});

// @covers S2.19
test("an unknown address shows the not-found screen and answers 404", async () => {
  const { page, troubles } = await product.visit("/no/such/page");
  await expect.poll(() => page.locator("h1").textContent()).toBe("page not found");
  expect(troubles).toContain(`404: ${product.origin}/no/such/page`);
  expect(await findBarriers(page)).toEqual(NOTHING);
});
