/** No page's layout shifts while it loads, however slowly. */
import { PUBLIC_PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { NOTHING, tradersOf, VIEWS, type Trader } from "./trader.ts";
import { findShifts, type Tab } from "./visit.ts";

/** Enough to show the pager. */
const ORDERS = 100;

describe.each(VIEWS)("in %s on %s", (language, width) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ language, width, hasDecidedOnCookies: false, prepare: slowLine });
    return tab.close;
  });

  test.each(PUBLIC_PAGES)("%s doesn't jump while it loads or scrolls", async (path) => {
    await tab.open(path);
    await tab.page.locator("[aria-labelledby=consent-title]").waitFor();
    expect(await findShifts(tab.page)).toEqual(NOTHING);
  });
});

describe("behind the sign-in", () => {
  const { signUp, giveOrders } = tradersOf(product);
  let trader: Trader;
  beforeAll(async () => {
    trader = await signUp();
    await giveOrders(trader, ORDERS);
  });

  describe.each(VIEWS)("in %s on %s", (language, width) => {
    /** The trader's, and the administrator's. */
    const tabs: Tab[] = [];
    beforeAll(async () => {
      for (const user of [trader, ADMIN])
        tabs.push(await product.openTab({ language, width, user, prepare: slowLine }));
      return () => Promise.all(tabs.map((tab) => tab.close()));
    });

    test.each([
      "/profile/orders",
      "/profile/positions",
      "/profile/reports",
      "/profile/strategies",
      "/profile/alerts",
      "/profile/api",
      "/profile/build",
      "/profile/overview",
      "/profile",
      "/profile/users",
    ])("%s doesn't jump, however slowly it loads", async (path) => {
      const tab = tabs[path === "/profile/users" ? 1 : 0];
      await tab?.open(path);
      await expect.poll(() => tab?.page.locator("[role=status][aria-label], [aria-busy=true]").count()).toBe(0);
      expect(tab && (await findShifts(tab.page))).toEqual(NOTHING);
    });
  });
});
