/**
 * How soon a fill at the venue is stored, told to the user's open pages, and on the screen: over the venue's stream, and
 * without it. The floor is a bare client of a venue's stream, which hears of the same fills in a process of its own.
 * Everything is timed by the machine's one clock, from just before the simulated market fills.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { product, sum, VENUES, type Order, type VenueName } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Sandbox } from "@chartrelay/sandbox";
import type { Page } from "playwright-core";
import { openVisitor } from "../browser/visitor.ts";
import { withChromium } from "../browser/with-chromium.ts";
import { nowMs } from "../product/child.ts";
import { listenToOrders } from "../product/live-updates.ts";
import { withClient, type StorageKind } from "../product/storage.ts";
import { cancelOrder, ordersOf, signUp } from "../product/trader.ts";
import { alertBody, instrumentAt, newKeys, registrationsOf, type VenueKey } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { percentile, reportCase, rounded, type Target } from "./figures.ts";
import { onGround, type Product } from "./ground.ts";

/** Each venue's order is filled one lot after another. */
const FILLS = 100;
const FILLS_IN_SHORT = 20;
const EVERY_MS = 100;
const FILLS_WITHOUT_STREAM = 6;
const EVERY_MS_WITHOUT_STREAM = 2_000;
/** Each order has a quantity of its own, by which the page's rows are told apart. */
const FIRST_QUANTITY = 1_001;
/** Above the market, so that whatever the book gives is bought. */
const LIMIT_TICKS = "20";
const SETTLING_MS = 60_000;
/** docs/promises.md, 9: how soon a fill is on the page where the venue is asked. */
const ASKED_WITHIN_MS = 5_000;
const MOST_P50_MS = 50;
const MOST_P99_MS = 500;
const FLOOR = new URL("../floors/venue-stream.ts", import.meta.url);

/** An order that rests until the market gives it something. */
interface Resting {
  readonly key: VenueKey;
  readonly id: string;
  readonly quantity: number;
  /** When the market filled the lots so far. */
  readonly filledAtMs: number[];
  /** When the page was told of so many lots, or more. */
  readonly toldAtMs: number[];
}

/** In milliseconds from the fill. `stored`: when the server began to write it. */
type Way = Readonly<Record<"stored" | "told" | "page", readonly number[]>>;
type Ways = ReadonlyMap<VenueName, Way>;

const say = translator("en");

/** Runs the case and prints its result. On PostgreSQL only: the times of writing are read from outside the server. */
export async function measureFills(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async ({ sandbox, product: start }) => {
    const server = await start();
    const floorMs: number[] = [];
    const fills = isShort ? FILLS_IN_SHORT : FILLS;
    const streamed = await measure({ sandbox, server, name: "streamed", fills, everyMs: EVERY_MS, floorMs });
    sandbox.faults.set({ kind: "stream-refused" });
    const asked = await measure({
      sandbox,
      server,
      name: "asked",
      fills: FILLS_WITHOUT_STREAM,
      everyMs: EVERY_MS_WITHOUT_STREAM,
    });
    reportCase(
      "fills",
      {
        storage: "postgres",
        fillsOfAVenue: fills,
        floor: shown(floorMs),
        streamed: figuresOf(streamed),
        withoutStream: { fillsOfAVenue: FILLS_WITHOUT_STREAM, ...figuresOf(asked) },
      },
      {
        ...targetsOf(streamed, ({ page }, venue) => ({
          [`${venue}P50Ms`]: { is: percentile(page, 0.5), atMost: MOST_P50_MS },
          [`${venue}P99Ms`]: { is: percentile(page, 0.99), atMost: MOST_P99_MS },
        })),
        ...targetsOf(asked, ({ page }, venue) => ({
          [`${venue}WithoutStreamMs`]: { is: Math.max(...page), atMost: ASKED_WITHIN_MS },
        })),
      },
    );
  });
}

interface Measurement {
  readonly sandbox: Sandbox;
  readonly server: Product;
  readonly name: string;
  readonly fills: number;
  readonly everyMs: number;
  /** Where the floor's times go; it needs a stream. */
  readonly floorMs?: number[];
}

async function measure({ sandbox, server, name, fills, everyMs, floorMs }: Measurement): Promise<Ways> {
  const keys = newKeys(name, VENUES.length, VENUES, "live");
  sandbox.register(...registrationsOf(keys));
  const trader = await signUp(server.origin, name, keys, { proIn: server.databaseUrl });
  const resting: Resting[] = [];
  for (const [index, key] of keys.entries()) {
    const quantity = FIRST_QUANTITY + index;
    const id = await placeResting(sandbox, server, trader.accounts[index] ?? "", key, quantity);
    resting.push({ key, id, quantity, filledAtMs: [], toldAtMs: [] });
  }
  const areWorking = async () => {
    const orders = await ordersOf(server.origin, trader);
    return orders.every(({ execution }) => execution?.state === "working") || undefined;
  };
  if (!(await waitFor(areWorking, { withinMs: SETTLING_MS }))) throw new Error("an order does not rest");

  const updates = await listenToOrders(server.origin, trader.token, ({ id, execution }: Order, atMs) => {
    const order = resting.find((each) => each.id === id);
    if (order && execution) note(order.toldAtMs, Number(execution.filledQuantity), atMs);
  });
  const floor = floorMs && (await startFloor(sandbox, resting[VENUES.indexOf("ALOR_BROKER")]));
  const ways = await withChromium(async (browser) => {
    const context = await openVisitor(browser, { token: trader.token });
    const page = await context.newPage();
    await watch(page, server.origin, resting);
    // What a stream says first is a history and a read: neither is measured.
    await delay(everyMs);
    for (let lots = 1; lots <= fills; lots += 1) {
      for (const order of resting) {
        const market = sandbox.market(order.key.venue, order.key.environment);
        order.filledAtMs.push(nowMs());
        market.setVolume(instrumentAt(order.key.venue), "1");
        await delay(everyMs / resting.length);
      }
    }
    const seen = async () => {
      const times = await page.evaluate<Record<string, number[]>>("window.seenAt");
      return resting.every(({ quantity }) => (times[quantity]?.length ?? 0) >= fills) ? times : undefined;
    };
    const pageTimes = await waitFor(seen, { withinMs: SETTLING_MS });
    if (!pageTimes) throw new Error("the page never showed every fill");
    await context.close();
    return await waysOf(server, resting, pageTimes);
  });
  floorMs?.push(...(floor?.end() ?? []));
  updates.close();
  for (const { id } of resting) await cancelOrder(server.origin, trader, id);
  return ways;
}

/** Places an order above the market while the book gives nothing. */
async function placeResting(
  sandbox: Sandbox,
  { origin }: Product,
  account: string,
  { venue, environment }: VenueKey,
  quantity: number,
): Promise<string> {
  const market = sandbox.market(venue, environment);
  const listing = market.listings.get(instrumentAt(venue));
  if (!listing) throw new Error(`${venue} doesn't list its instrument`);
  market.setVolume(listing.instrument, "0");
  const price = sum(listing.price, product(LIMIT_TICKS, listing.tick));
  const answer = await fetch(`${origin}/api/v1/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: alertBody(account, quantity, venue, { side: "BUY", price }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** Notes the time at which so many lots, or more, were known for the first time. */
function note(times: number[], lots: number, atMs: number): void {
  while (times.length < lots) times.push(atMs);
}

/** Opens the orders page, which notes when each row shows how much is filled. */
async function watch(page: Page, origin: string, orders: readonly Resting[]): Promise<void> {
  await page.goto(`${origin}/profile/orders`, { waitUntil: "domcontentloaded" });
  await page.locator("[role=status]", { hasText: say("trading:live_live") }).waitFor();
  await page
    .locator("tbody tr")
    .nth(orders.length - 1)
    .waitFor();
  const line = say("orders:filled_of", { filled: "@", quantity: "#" }).replace("@", "(\\\\d+)");
  await page.evaluate(`(() => {
    window.seenAt = {};
    const rows = ${JSON.stringify(orders.map(({ quantity }) => quantity))}
      .map((quantity) => [new RegExp("${line}".replace("#", quantity)), window.seenAt[quantity] = []]);
    const look = () => {
      const text = document.querySelector("tbody").textContent;
      for (const [filled, times] of rows) {
        const lots = Number(filled.exec(text)?.[1] ?? 0);
        while (times.length < lots) times.push(performance.timeOrigin + performance.now());
      }
      requestAnimationFrame(look);
    };
    look();
  })()`);
}

interface Floor {
  /** Ends it, and returns how long each trade took to it. */
  end(): number[];
}

/** Starts the bare client, and settles once it is subscribed. */
async function startFloor(sandbox: Sandbox, order: Resting | undefined): Promise<Floor> {
  if (!order) throw new Error("the floor needs an order at Alor");
  const { account, secret } = order.key;
  const urls = { VENUE_API_URL: sandbox.alor.apiUrl, VENUE_OAUTH_URL: sandbox.alor.oauthUrl };
  const child = fork(FLOOR, { env: { ...process.env, ...urls, VENUE_SECRET: secret, PORTFOLIO: account } });
  await once(child, "message");
  const arrivedAtMs: number[] = [];
  child.on("message", (atMs) => arrivedAtMs.push(Number(atMs)));
  return {
    end() {
      child.kill();
      return arrivedAtMs.map((atMs, index) => atMs - (order.filledAtMs[index] ?? Number.NaN));
    },
  };
}

const STORED = `
select order_id as id, stored_at / 1000.0 as "atMs" from fills where order_id = any($1::uuid[]) order by executed_at, seq`;

interface Stored {
  readonly id: string;
  readonly atMs: string;
}

async function waysOf(
  { databaseUrl = "" }: Product,
  orders: readonly Resting[],
  pageTimes: Readonly<Record<string, readonly number[]>>,
): Promise<Ways> {
  const fills = orders.flatMap(({ filledAtMs }) => filledAtMs).length;
  // A list of working orders says how much is filled before each trade is read.
  const rows = await withClient(databaseUrl, (client) => {
    const allRows = async () => {
      const { rows: found } = await client.query<Stored>(STORED, [orders.map(({ id }) => id)]);
      return found.length === fills ? found : undefined;
    };
    return waitFor(allRows, { withinMs: SETTLING_MS });
  });
  if (!rows) throw new Error("not every fill was stored");
  const storedAtMs = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    orders.map(({ key, id, quantity, filledAtMs, toldAtMs }) => {
      const since = (times: readonly number[]) =>
        filledAtMs.map((filledMs, index) => (times[index] ?? Number.NaN) - filledMs);
      const stored = (storedAtMs.get(id) ?? []).map(({ atMs }) => Number(atMs));
      return [key.venue, { stored: since(stored), told: since(toldAtMs), page: since(pageTimes[quantity] ?? []) }];
    }),
  );
}

const shown = (times: readonly number[]) => ({
  p50Ms: rounded(percentile(times, 0.5)),
  p99Ms: rounded(percentile(times, 0.99)),
});

const figuresOf = (ways: Ways) =>
  Object.fromEntries(
    Array.from(ways, ([venue, { stored, told, page }]) => [
      venue,
      { stored: shown(stored), told: shown(told), page: shown(page) },
    ]),
  );

const targetsOf = (
  ways: Ways,
  of: (way: Way, venue: VenueName) => Readonly<Record<string, Target>>,
): Readonly<Record<string, Target>> =>
  Object.assign({}, ...Array.from(ways, ([venue, way]) => of(way, venue))) as Readonly<Record<string, Target>>;
