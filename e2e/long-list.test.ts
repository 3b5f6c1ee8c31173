/**
 * The open orders page of who has 50,000 orders: how long it takes until a new one is seen there, beside the same page of who
 * had none. Time runs by the machine's one clock until the first frame that finds it in its place.
 */
import type { Order, Page as PageOf } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openDesk, type DeskTrader } from "./many-orders.ts";
import { findBarriers } from "./visit.ts";

const ORDERS = 50_000;
const FIRED = 20;
const MAX_DELAY_MS = 300;
/** Of the next order that is fired. No two have the same, and those that were there already have fewer. */
let lots = 101;

const say = translator("en");
const desk = openDesk();
const busy = await desk.trader(ORDERS);

/** What an order is seen by, as the page's script finds it: the lots of the rows that say "created". */
const createdRows = () => `[...document.querySelectorAll("tbody tr")]
  .filter((row) => row.textContent.includes(${JSON.stringify(say("trading:CREATED"))}))
  .map((row) => /\\d+$/.exec(row.cells[7].textContent)[0])`;
/** Where new ones are only counted: the lots of the last one that the button counts. */
const counted = () => `[...document.querySelectorAll("[role=status] button")]
  .map((button) => String(${lots - 1} + Number(/\\d+/.exec(button.textContent)[0])))`;

/** Opens the orders page at an address, and waits until it follows what happens. */
async function open(trader: DeskTrader, address: string): Promise<Page> {
  const { page } = await desk.visit(`/profile/orders${address}`, { user: trader });
  await page.getByText(say("trading:live_live"), { exact: true }).waitFor();
  await page.waitForLoadState("domcontentloaded");
  return page;
}

/** Fires orders one after another, and gives how long each took from `since`, microseconds, until the page showed it. */
async function measure(
  trader: DeskTrader,
  page: Page,
  seen: () => string,
  since: (order: Order) => number | null,
): Promise<number[]> {
  await page.evaluate(`(() => {
    window.seenAt = {};
    const look = () => {
      for (const lots of ${seen()}) window.seenAt[lots] ??= Date.now();
      requestAnimationFrame(look);
    };
    look();
  })()`);
  const delaysMs: number[] = [];
  for (const end = lots + FIRED; lots < end; lots += 1) {
    const id = await trader.fire(lots);
    const look = () => trader.get<Order>(`/orders/me/${id}`);
    await expect.poll(async () => (await look()).status).toBe("CREATED");
    const order = await look();
    const seenMs = await page.evaluate<number>(`new Promise((resolve) => {
      const look = () => (window.seenAt[${lots}] ? resolve(window.seenAt[${lots}]) : requestAnimationFrame(look));
      look();
    })`);
    delaysMs.push(seenMs - (since(order) ?? Number.NaN) / 1_000);
  }
  return delaysMs.toSorted((a, b) => a - b);
}

const figures = (delaysMs: readonly number[]) => ({
  p50: Math.round(delaysMs[Math.ceil(delaysMs.length / 2) - 1] ?? Number.NaN),
  worst: Math.round(delaysMs.at(-1) ?? Number.NaN),
});

/** The same on the page of somebody new: what the machine takes for it now. */
async function floor(): Promise<ReturnType<typeof figures>> {
  const fresh = await desk.trader(0);
  return figures(await measure(fresh, await open(fresh, ""), createdRows, ({ timeline }) => timeline.answered));
}

describe(`with ${ORDERS} orders in the table`, () => {
  test.each([
    ["on the first page", "", createdRows, "answered"],
    ["under a filter", "?venue=ALOR_BROKER&status=CREATED", createdRows, "answered"],
    // There it is announced, and as soon as it is accepted.
    ["on page 2", "?page=2", counted, "received"],
  ] as const)(
    "%s an order is seen within 300 ms, and the pages are counted with it",
    async (_, address, seen, since) => {
      const page = await open(busy, address);
      const { totalElements: before } = await busy.get<PageOf<Order>>(`/orders/me/list${address}`);
      const delays = figures(await measure(busy, page, seen, ({ timeline }) => timeline[since]));
      const none = await floor();
      console.log(`${address || "page 1"} of ${before} orders, from \`${since}\`, ms:`, delays, "of none:", none);
      expect(delays.p50).toBeLessThan(MAX_DELAY_MS);
      // A machine that lets the empty page wait longer says nothing of the product.
      expect(delays.worst).toBeLessThan(Math.max(MAX_DELAY_MS, 2 * none.worst));
      const pages = Math.ceil((before + FIRED) / 15);
      const lastPage = page.locator(".rc-pagination-item").last();
      await expect.poll(() => lastPage.textContent()).toBe(String(pages));
    },
    120_000,
  );

  test("the list and its pager have no barrier", async () => {
    expect(await findBarriers(await open(busy, "?page=20"))).toEqual([]);
  });
});
