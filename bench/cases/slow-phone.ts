/**
 * The orders page on Lighthouse's slow phone (lighthouse, core/config/constants.js, `mobileSlow4G`; PageSpeed's mobile
 * too): 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, and a processor four times slower than this one.
 * A user who has signed in on the phone already has most of the files; one who cleared the browser has none.
 */
import { LANGUAGES, type Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openVisitor } from "../browser/visitor.ts";
import { withChromium } from "../browser/with-chromium.ts";
import { giveOrders } from "../product/many-orders.ts";
import type { StorageKind } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { median, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany } from "./ground.ts";

const KBIT = 1_024 / 8;
const SLOW_PHONE = {
  network: { offline: false, latency: 150, downloadThroughput: 1_638.4 * KBIT, uploadThroughput: 750 * KBIT },
  cpu: { rate: 4 },
};
const ORDERS = 50_000;
const MAX_INTERACTIVE_MS = 1_500;
const MAX_ANSWER_MS = 100;
/** Network time alone on a first visit: two round trips plus the transfer. */
const MAX_LINE_MS = 1_250;
const VISITS = 5;
const VISITS_IN_SHORT = 1;
/** Chromium's network emulation loses a response now and then; such a visit is repeated. */
const STUCK_AFTER_MS = 15_000;
const TRIES = 3;

/** What the user had done in this browser before: nothing at all, signed in, or seen the orders. */
const BEFORE = ["nothing", "signedIn", "orders"] as const;
type Before = (typeof BEFORE)[number];
/** On the emulated slow phone, or on this machine as it is. */
type Where = "phone" | "here";

interface Visited {
  /** From the start of the visit until the first row is painted. */
  readonly rowMs: number;
  /** From a click on that row, at that moment, until the page has responded. */
  readonly answerMs: number;
  /** Transferred by the time the row was painted. */
  readonly bytes: number;
  /** How long the page's main thread was busy. */
  readonly workMs: number;
}

/** Runs the case and prints a line per language. On PostgreSQL only: the list is filled from outside the server. */
export async function measureSlowPhone(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async (ground) => {
    const product = await ground.product();
    const { tokens } = await signUpMany(ground, product, "busy", { accounts: 1 });
    await giveOrders(product.databaseUrl ?? "", "busy-0@example.com", ORDERS);
    const visits = isShort ? VISITS_IN_SHORT : VISITS;
    for (const language of LANGUAGES) {
      const seen = await withChromium((browser) =>
        visitOften({ browser, origin: product.origin, language, token: tokens[0] ?? "" }, visits),
      );
      const figures = Object.fromEntries(
        BEFORE.map((before) => [before, shown(seen.phone[before], seen.here[before])]),
      );
      const { nothing, signedIn, orders } = figures as Record<Before, ReturnType<typeof shown>>;
      // Other work on the machine can only lengthen a visit, so the shortest one measures the product.
      const interactive = ({ bestMs, reckonedMs }: typeof nothing) => Math.min(bestMs, reckonedMs);
      reportCase(
        "slow-phone",
        { storage: "postgres", language, orders: ORDERS, visits, ...figures },
        {
          signedInInteractiveMs: { is: interactive(signedIn), atMost: MAX_INTERACTIVE_MS },
          ordersInteractiveMs: { is: interactive(orders), atMost: MAX_INTERACTIVE_MS },
          signedInAnswerMs: { is: signedIn.answerMs, atMost: MAX_ANSWER_MS },
          ordersAnswerMs: { is: orders.answerMs, atMost: MAX_ANSWER_MS },
          firstVisitLineMs: { is: nothing.lineMs, atMost: MAX_LINE_MS },
        },
      );
    }
  });
}

interface Person {
  readonly browser: Browser;
  readonly origin: string;
  readonly language: Language;
  readonly token: string;
}

type Visits = Record<Where, Record<Before, Visited[]>>;

async function visitOften(person: Person, times: number): Promise<Visits> {
  const visits: Visits = {
    phone: { nothing: [], signedIn: [], orders: [] },
    here: { nothing: [], signedIn: [], orders: [] },
  };
  for (let visit = 0; visit < times; visit += 1) {
    for (const where of ["phone", "here"] as const) {
      const seen = await unlessStuck(() => visitFromEach(person, where));
      for (const before of BEFORE) visits[where][before].push(seen[before]);
    }
  }
  return visits;
}

/** Nothing on the page is still loading. */
const ALL_SHOWN = `document.querySelector("h1") !== null
  && document.querySelector("[role=status][aria-label], [aria-busy=true]") === null`;

/** Visits the orders page once for each `Before`. */
async function visitFromEach(person: Person, where: Where): Promise<Record<Before, Visited>> {
  const { browser, language, token } = person;
  const newPerson = () => openVisitor(browser, { language, width: "mobile", token });
  const otherUser = await newPerson();
  const newcomer = await newPerson();
  try {
    const nothing = await visitOrders(otherUser, person, where);
    const orders = await visitOrders(otherUser, person, where);
    const profile = await newcomer.newPage();
    await profile.goto(`${person.origin}/profile`);
    const isShown = async () => ((await profile.evaluate(ALL_SHOWN)) ? true : undefined);
    if (!(await waitFor(isShown, { withinMs: STUCK_AFTER_MS }))) throw new Error("the profile never came");
    await profile.evaluate("document.fonts.ready");
    await profile.close();
    return { nothing, orders, signedIn: await visitOrders(newcomer, person, where) };
  } finally {
    await Promise.all([otherUser.close(), newcomer.close()]);
  }
}

/** Opens the orders page in its own tab; closes it once the page receives live updates and has its fonts. */
async function visitOrders(context: BrowserContext, { origin, language }: Person, where: Where): Promise<Visited> {
  const page = await context.newPage();
  await page.addInitScript(CLICK_FIRST_ROW);
  const workMs = await watchWork(page);
  if (where === "phone") await slowDown(page);
  await page.goto(`${origin}/profile/orders`, { waitUntil: "commit" });
  const visited = await page.evaluate<Omit<Visited, "workMs">>("window.visited");
  const worked = await workMs();
  await page.locator("[role=status]", { hasText: translator(language)("trading:live_live") }).waitFor();
  await page.evaluate("document.fonts.ready");
  await page.close();
  return { ...visited, workMs: worked };
}

/** Throttles a page's network and processor to the slow phone's. */
async function slowDown(page: Page): Promise<void> {
  page.setDefaultTimeout(STUCK_AFTER_MS);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_PHONE.network);
  await session.send("Emulation.setCPUThrottlingRate", SLOW_PHONE.cpu);
}

/** Returns a function that reads the page's main-thread CPU time in milliseconds, which other load doesn't affect. */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
  };
}

/** Retries a visit that lost a response, up to `tries` times in all. */
async function unlessStuck<Result>(visit: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await visit();
  } catch (error) {
    if (tries === 1) throw error;
    return await unlessStuck(visit, tries - 1);
  }
}

/** Clicks the first row as soon as it is painted; records when that was and how long the response took. */
const CLICK_FIRST_ROW = `window.visited = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("no row came")), ${STUCK_AFTER_MS});
  const afterPaint = (then) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    const opener = document.querySelector("tbody button");
    if (!opener || getComputedStyle(opener).visibility === "hidden") return requestAnimationFrame(look);
    afterPaint(() => {
      const rowMs = performance.now();
      opener.click();
      afterPaint(() => {
        const isAnswered = document.querySelector("[data-opening], [role=dialog]") !== null;
        const loads = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        const bytes = loads.reduce((sum, { transferSize, responseEnd }) => sum + (responseEnd <= rowMs ? transferSize : 0), 0);
        resolve({ rowMs, answerMs: isAnswered ? performance.now() - rowMs : Infinity, bytes });
      });
    });
  };
  look();
});`;

const interactiveMs = ({ rowMs, answerMs }: Visited) => rowMs + answerMs;
/** Two round trips plus the transfer. */
const lineMs = ({ bytes }: Visited) =>
  2 * SLOW_PHONE.network.latency + (bytes / SLOW_PHONE.network.downloadThroughput) * 1_000;
/** What a visit `here` would take on the phone if network and work never overlapped, as Lighthouse simulates it. */
const reckonedMs = (visit: Visited) => lineMs(visit) + visit.workMs * SLOW_PHONE.cpu.rate;
const least = (visits: readonly Visited[], of: (visit: Visited) => number) => rounded(Math.min(...visits.map(of)));

/** Figures of visits on the phone, plus what the visits made `here` would have taken on it. */
function shown(visits: readonly Visited[], here: readonly Visited[]) {
  return {
    bestMs: least(visits, interactiveMs),
    medianMs: rounded(median(visits.map(interactiveMs))),
    reckonedMs: least(here, reckonedMs),
    lineMs: least(visits, lineMs),
    answerMs: least(visits, ({ answerMs }) => answerMs),
    kB: rounded(Math.max(...visits.map(({ bytes }) => bytes)) / 1_000),
  };
}
