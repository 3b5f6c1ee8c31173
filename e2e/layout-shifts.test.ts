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

describe.each(VIEWS)("behind the sign-in, in %s on %s", (language, width) => {
  const { signUp, giveOrders } = tradersOf(product);
  let trader: Trader;
  beforeAll(async () => {
    trader = await signUp();
    await giveOrders(trader, ORDERS);
  });

  test.each([
    "/profile/orders",
    "/profile/positions",
    "/profile/reports",
    "/profile/alerts",
    "/profile/api",
    "/profile/build",
    "/profile/overview",
    "/profile",
    "/profile/users",
  ])("%s doesn't jump, however slowly it loads", async (path) => {
    const user = path === "/profile/users" ? ADMIN : trader;
    const { page } = await product.visit(path, { language, width, user, prepare: slowLine });
    await expect.poll(() => page.locator("[role=status][aria-label], [aria-busy=true]").count()).toBe(0);
    expect(await findShifts(page)).toEqual(NOTHING);
  });
});
