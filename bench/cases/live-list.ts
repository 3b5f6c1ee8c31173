/**
 * How soon a new order shows up on the open orders page of a user with 50,000 orders, compared with a user without any.
 * Measured on the machine's one clock, up to the first frame in which the order is in its place.
 */
import type { Order } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Browser, Page } from "playwright-core";
import { openVisitor } from "../browser/visitor.ts";
import { withChromium } from "../browser/with-chromium.ts";
import { giveOrders } from "../product/many-orders.ts";
import { alertBody } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { median, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany } from "./ground.ts";

const ORDERS = 50_000;
const FIRED = 20;
const MAX_DELAY_MS = 300;
const SETTLING_TIMEOUT_MS = 30_000;

/** The pages to watch, and when the clock starts on each: page 2 only announces an order, once it is accepted. */
const PAGES = {
  firstPage: { address: "", isCounted: false, since: "answered" },
  filtered: { address: "?venue=ALOR_BROKER&status=CREATED", isCounted: false, since: "answered" },
  page2: { address: "?page=2", isCounted: true, since: "received" },
} as const;
type Followed = (typeof PAGES)[keyof typeof PAGES];

interface Trader {
  readonly token: string;
  readonly account: string;
}

const say = translator("en");

/** Runs the case and prints its result. On PostgreSQL only: the list is filled from outside the server. */
export async function measureLiveList(): Promise<void> {
  await onGround("postgres", async (ground) => {
    const product = await ground.product();
    const { origin, databaseUrl = "" } = product;
    const signUp = async (name: string): Promise<Trader> => {
      const { tokens, accounts } = await signUpMany(ground, product, name, { accounts: 1 });
      return { token: tokens[0] ?? "", account: accounts[0] ?? "" };
    };
    const busy = await signUp("busy");
    await giveOrders(databaseUrl, "busy-0@example.com", ORDERS);
    await withChromium(async (browser) => {
      const line = createLine(browser, origin);
      const delays: Record<string, object> = {};
      const targets: Record<string, { is: number; atMost: number }> = {};
      for (const [name, followed] of Object.entries(PAGES)) {
        const ofBusy = await line.measure(busy, followed);
        const ofNew = await line.measure(await signUp(`new-${name.toLowerCase()}`), PAGES.firstPage);
        delays[name] = { p50Ms: rounded(median(ofBusy)), worstMs: rounded(Math.max(...ofBusy)) };
        delays[`${name}Floor`] = { p50Ms: rounded(median(ofNew)), worstMs: rounded(Math.max(...ofNew)) };
        targets[`${name}P50Ms`] = { is: median(ofBusy), atMost: MAX_DELAY_MS };
        targets[`${name}FloorP50Ms`] = { is: median(ofNew), atMost: MAX_DELAY_MS };
        // If the empty page is slow too, the machine is to blame, not the product.
        const worst = Math.max(MAX_DELAY_MS, 2 * Math.max(...ofNew));
        targets[`${name}WorstMs`] = { is: Math.max(...ofBusy), atMost: worst };
      }
      reportCase("live-list", { storage: "postgres", orders: ORDERS, fired: FIRED, ...delays }, targets);
    });
  });
}

function createLine(browser: Browser, origin: string) {
  /** Quantity of the next order. Unique per order, and higher than any that the list was filled with. */
  let lots = 101;

  async function call<Answer>(path: string, token: string, body?: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${origin}/api/v1${path}`, { headers, ...(body && { method: "POST", body }) });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return (await response.json()) as Answer;
  }

  /** Posts an alert and returns its order once the venue has answered. */
  async function fire({ token, account }: Trader): Promise<Order> {
    const { id } = await call<{ id: string }>("/orders", token, alertBody(account, lots));
    const created = async () => {
      const order = await call<Order>(`/orders/me/${id}`, token);
      return order.status === "CREATED" ? order : undefined;
    };
    const order = await waitFor(created, { withinMs: SETTLING_TIMEOUT_MS });
    if (!order) throw new Error("an order was not created");
    return order;
  }

  /** Script for the lots on display: those of rows in status "created", or of the last order the button counts. */
  const seen = ({ isCounted }: Followed) =>
    isCounted
      ? `[...document.querySelectorAll("[role=status] button")]
          .map((button) => String(${lots - 1} + Number(/\\d+/.exec(button.textContent)[0])))`
      : `[...document.querySelectorAll("tbody tr")]
          .filter((row) => row.textContent.includes(${JSON.stringify(say("trading:CREATED"))}))
          .map((row) => /\\d+$/.exec(row.cells[7].textContent)[0])`;

  async function watch(page: Page, followed: Followed): Promise<void> {
    await page.goto(`${origin}/profile/orders${followed.address}`, { waitUntil: "domcontentloaded" });
    await page.locator("[role=status]", { hasText: say("trading:live_live") }).waitFor();
    await page.evaluate(`(() => {
      window.seenAt = {};
      const look = () => {
        for (const lots of ${seen(followed)}) window.seenAt[lots] ??= Date.now();
        requestAnimationFrame(look);
      };
      look();
    })()`);
  }

  return {
    /** Fires orders one after another; returns how long the trader's page took to show each, in milliseconds. */
    async measure(trader: Trader, followed: Followed): Promise<number[]> {
      const context = await openVisitor(browser, { token: trader.token });
      const page = await context.newPage();
      await watch(page, followed);
      const delaysMs: number[] = [];
      for (const end = lots + FIRED; lots < end; lots += 1) {
        const { timeline } = await fire(trader);
        const seenMs = await page.evaluate<number>(`new Promise((resolve) => {
          const look = () => (window.seenAt[${lots}] ? resolve(window.seenAt[${lots}]) : requestAnimationFrame(look));
          look();
        })`);
        delaysMs.push(seenMs - (timeline[followed.since] ?? Number.NaN) / 1_000);
      }
      await context.close();
      return delaysMs;
    },
  };
}
