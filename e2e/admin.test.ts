/** What an administrator sees: relay health and users. */
import { randomUUID } from "node:crypto";
import { translator } from "@chartrelay/locales";
import { beforeAll, describe, expect, test } from "vitest";
import { expectSound, marketOrder, open, playedIn, readDownload, tradersOf, VIEWS } from "./trader.ts";
import { ADMIN, openProduct, product } from "./product.ts";

/** Not the shared product, whose relay figures count everybody's orders. */
const quiet = await openProduct("postgres");

test.each(playedIn("ru", "mobile"))(
  "the relay figures count each order, and the plot can be read as a table (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const word = (key: string) => say(`relay-health:${key}`);
    const { fire, ordersOf, traderWithAccount } = tradersOf(quiet);
    const trader = await traderWithAccount();
    /** Fires an order and waits for the broker's answer: the page shows what is known when it loads. */
    const order = async () => {
      const before = await ordersOf(trader);
      await fire(marketOrder(trader.account));
      await expect
        .poll(async () => (await ordersOf(trader)).map(({ status }) => status))
        .toEqual(["CREATED", ...before.map(({ status }) => status)]);
    };
    await order();
    const visit = await quiet.visit("/profile", { language, width, user: ADMIN });
    const { page } = visit;
    await open(page, say, "relay");
    const reload = page.getByRole("button", { name: word("reload") });
    const created = page
      .locator("section", { has: page.getByRole("heading", { name: word("outcomes") }) })
      .getByRole("row")
      .filter({ hasText: say("trading:ALOR_BROKER") })
      .filter({ hasText: say("trading:CREATED") })
      .getByRole("cell")
      .last();
    const plotted = page.locator("section", { has: page.locator("canvas") });
    await plotted.waitFor();
    expect(await plotted.getByRole("heading").textContent()).toContain(say("trading:ALOR_BROKER"));
    await plotted.getByText(word("as_table")).click();
    const buckets = plotted.locator("details").getByRole("row");
    /** Returns how many orders the plot's table counts in the relay's column. */
    const inBuckets = async () => {
      const cells = await buckets.getByRole("cell").allTextContents();
      return cells.filter((_, at) => at % 3 === 1).reduce((sum, orders) => sum + Number(orders), 0);
    };
    const inOutcomes = async () => Number(/\d+$/.exec((await created.textContent()) ?? "")?.[0]);
    const before = await inOutcomes();
    expect(before).toBeGreaterThan(0);
    await expect.poll(inBuckets).toBe(before);
    await expectSound(visit);
    await order();
    await reload.click();
    await expect.poll(async () => [await inOutcomes(), await inBuckets()]).toEqual([before + 1, before + 1]);
    for (const name of ["queued", "sending", "unresolved", "accounts", "oldest"])
      await page.getByText(word(name)).waitFor();
    const fiveMinutes = page.getByRole("button", { name: word("minutes_5"), exact: true });
    await fiveMinutes.click();
    await expect.poll(() => fiveMinutes.getAttribute("aria-pressed")).toBe("true");
    await expectSound(visit);
  },
);

describe("a crowd of users", () => {
  const { fire, signUp, traderWithAccount } = tradersOf(product);
  const crowd = randomUUID();
  const member = (name: string) => ({ email: `${name}.${crowd}@example.com`, password: "secret-1" });
  const [busy, first] = [member("zoe"), member("anna")];
  beforeAll(async () => {
    const { account } = await traderWithAccount(busy);
    for (let orders = 0; orders < 3; orders++) await fire(marketOrder(account));
    await signUp(first);
    for (let users = 0; users < 15; users++) await signUp(member(`member-${users}`));
  });

  // In both views: a phone has no column heads, so it sorts with a list.
  test.each(VIEWS)("can be searched, sorted, paged, and downloaded as CSV (%s, %s)", async (language, width) => {
    const say = translator(language);
    const word = (key: string, blanks = {}) => say(`users:${key}`, blanks);
    const visit = await product.visit("/profile", { language, width, user: ADMIN });
    const { page } = visit;
    await open(page, say, "users");
    const rows = page.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(15);
    await expectSound(visit);
    const search = page.getByRole("searchbox", { name: word("search") });
    await search.fill(crowd);
    await page.waitForURL(`**/profile/users?search=${crowd}`);
    await page.locator(".rc-pagination").getByText("2", { exact: true }).click();
    await page.waitForURL(`**/profile/users?search=${crowd}&page=2`);
    await expect.poll(() => rows.first().getByRole("cell").first().textContent()).toContain("16");

    const sort = async (column: string, isAscending: boolean) => {
      if (width === "mobile") {
        const label = word(isAscending ? "sorted_asc" : "sorted_desc", { column: word(column) });
        return page.getByLabel(word("newest_first")).selectOption({ label });
      }
      const head = page.getByRole("columnheader", { name: word(column), exact: true });
      await head.getByRole("button").click();
      await expect.poll(() => head.getAttribute("aria-sort")).toBe(isAscending ? "ascending" : "descending");
      return undefined;
    };
    await sort("orders", false);
    await page.waitForURL(`**/profile/users?search=${crowd}&sort=countOrders&direction=desc`);
    await expect.poll(() => rows.first().textContent()).toContain(busy.email);
    await sort("email", true);
    await page.waitForURL(`**/profile/users?search=${crowd}&sort=email&direction=asc`);
    await expect.poll(() => rows.first().textContent()).toContain(first.email);
    await page.reload();
    await expect.poll(() => rows.first().textContent()).toContain(first.email);
    await sort("email", false);
    await expect.poll(() => rows.first().textContent()).toContain(busy.email);
    await expectSound(visit);

    await search.fill(busy.email);
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain(busy.email);
    // The rows arrive before the address changes, and the next step needs the new address.
    const clear = page.getByRole("button", { name: say("lists:clear_all") });
    await clear.waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("email");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: say("trading:csv") }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("users.csv");
    const lines = (await readDownload(file)).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(word("email"));
    expect(lines[1]).toContain(busy.email);
    await clear.click();
    await expect.poll(() => rows.count()).toBe(15);
    await clear.waitFor({ state: "detached" });
    await search.fill("@chartrelay.example");
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByLabel(word("any_tariff")).selectOption("PRO");
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain("pro@chartrelay.example");
    await expectSound(visit);
  });
});
