/** Every page behind the sign-in, in both languages, at each width. */
import { PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { expectFitting, expectSoundAtEachWidth, expectSteady, isLookedAtClosely, LOADING_VIEWS } from "./every-page.ts";
import { ADMIN, product } from "./product.ts";
import { slowLine } from "./slow-line.ts";
import { tradersOf, type Trader } from "./trader.ts";
import type { Tab } from "./visit.ts";

const { signUp, giveOrders, ordersOf } = tradersOf(product);

/** Enough to show the pager. */
const ORDERS = 100;
const BEHIND_SIGN_IN = PAGES.filter((path) => path.startsWith("/profile"));
const FOR_ADMINISTRATORS = new Set<string>(["/profile/users", "/profile/relay"]);
const visitorOf = (path: string) => (FOR_ADMINISTRATORS.has(path) ? "administrator" : "trader");

let trader: Trader;
let order: string;
beforeAll(async () => {
  trader = await signUp();
  await giveOrders(trader, ORDERS);
  order = (await ordersOf(trader))[0]?.id ?? "";
});

describe.each(LOADING_VIEWS)("in %s, loaded on %s", (language, width) => {
  const closely = BEHIND_SIGN_IN.filter((_, index) => isLookedAtClosely(index, language));

  /** Opens a tab for each kind of user, until the returned function closes both. */
  async function openTabs(prepare?: typeof slowLine) {
    const openTab = (user: typeof ADMIN) => product.openTab({ language, width, user, ...(prepare && { prepare }) });
    const tabs = { trader: await openTab(trader), administrator: await openTab(ADMIN) };
    return { tabs, close: () => Promise.all(Object.values(tabs).map((tab) => tab.close())) };
  }

  let tabs: Record<"trader" | "administrator", Tab>;
  beforeAll(async () => {
    const opened = await openTabs(slowLine);
    ({ tabs } = opened);
    return opened.close;
  });

  const whenLoaded = async ({ page }: Tab) =>
    await expect.poll(() => page.locator("[role=status][aria-label], [aria-busy=true]").count()).toBe(0);

  // @covers S2.3 S2.4 S2.5 S2.6
  test.each(closely)(
    "%s opens for a signed-in user without an error or a jump, however slowly it loads, with no more of its fonts than our texts need, and axe finds nothing",
    async (path) => {
      const tab = tabs[visitorOf(path)];
      await expectSteady(tab, path.replace(":id", order), language, () => whenLoaded(tab));
      await expectSoundAtEachWidth(tab, language);
    },
  );

  test("the other pages open without an error, with no more of their fonts than our texts need, and nothing is wider than the screen", async () => {
    const { tabs: fast, close } = await openTabs();
    onTestFinished(() => void close());
    for (const path of BEHIND_SIGN_IN.filter((each) => !closely.includes(each))) {
      const tab = fast[visitorOf(path)];
      await tab.open(path.replace(":id", order));
      await whenLoaded(tab);
      await expectFitting(tab, language);
    }
  });
});
