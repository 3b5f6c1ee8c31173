/** Every page behind the sign-in, in both languages, at each width. */
import { PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { expectSoundAtEachWidth, expectSteady, LOADING_VIEWS } from "./every-page.ts";
import { ADMIN, product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { tradersOf, type Trader } from "./trader.ts";
import type { Tab } from "./visit.ts";

const { signUp, giveOrders, ordersOf } = tradersOf(product);

/** Enough to show the pager. */
const ORDERS = 100;
const FOR_ADMINISTRATORS = new Set<string>(["/profile/users", "/profile/relay"]);

let trader: Trader;
let order: string;
beforeAll(async () => {
  trader = await signUp();
  await giveOrders(trader, ORDERS);
  order = (await ordersOf(trader))[0]?.id ?? "";
});

describe.each(LOADING_VIEWS)("in %s, loaded on %s", (language, width) => {
  let tabs: Record<"trader" | "administrator", Tab>;
  beforeAll(async () => {
    const openTab = (user: typeof ADMIN) => product.openTab({ language, width, user, prepare: slowLine });
    tabs = { trader: await openTab(trader), administrator: await openTab(ADMIN) };
    return () => Promise.all(Object.values(tabs).map((tab) => tab.close()));
  });

  // @covers S2.3 S2.4 S2.5 S2.6
  test.each(PAGES.filter((path) => path.startsWith("/profile")))(
    "%s opens for a signed-in user without an error or a jump, however slowly it loads, and axe finds nothing",
    async (path) => {
      const tab = tabs[FOR_ADMINISTRATORS.has(path) ? "administrator" : "trader"];
      const loading = tab.page.locator("[role=status][aria-label], [aria-busy=true]");
      const whenLoaded = async () => await expect.poll(() => loading.count()).toBe(0);
      await expectSteady(tab, path.replace(":id", order), language, whenLoaded);
      await expectSoundAtEachWidth(tab, language);
    },
  );
});
