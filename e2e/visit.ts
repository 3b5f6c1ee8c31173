/** Opens pages of the product in a browser and finds what is wrong with them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { openVisitor, type VisitorOptions } from "../bench/browser/visitor.ts";

/** A user who can sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The token of an existing session: signing in again takes the server a tenth of a second. */
  readonly token?: string;
}

export interface VisitOptions extends Omit<VisitorOptions, "token"> {
  /** The user who is already signed in. */
  readonly user?: Credentials;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  /** What has gone wrong so far: console errors and warnings, failed requests, responses with 400 and above. */
  readonly troubles: string[];
}

type OpenOptions = VisitorOptions & Pick<VisitOptions, "prepare">;

/** Opens `address` in its own context, which closes when the test ends. */
export async function visit(browser: Browser, address: string, options: OpenOptions): Promise<Visit> {
  const context = await openVisitor(browser, options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles = watchTroubles(page);
  await options.prepare?.(page);
  // With `prepare`, don't wait for everything to load: the test may hold some of it back.
  await page.goto(address, { waitUntil: options.prepare ? "commit" : "load" });
  await page.locator("h1").first().waitFor();
  if (!options.prepare && options.context?.javaScriptEnabled !== false) await whenHydrated(page);
  return { page, troubles };
}

/** A page that goes from address to address in its own context. */
export interface Tab extends Visit {
  /** Opens the page at `path`, and empties the list of troubles first. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty tab in its own context. */
export async function openTab(browser: Browser, origin: string, options: OpenOptions): Promise<Tab> {
  const context = await openVisitor(browser, options);
  const page = await context.newPage();
  const troubles = watchTroubles(page);
  await options.prepare?.(page);
  return {
    page,
    troubles,
    async open(path) {
      // Requests of the previous page are aborted here, and aren't troubles of the next one. At about:blank, Chromium
      // would also end the renderer, and the next page would need a new one.
      await page.goto(`${origin}/favicon.svg`);
      troubles.length = 0;
      await page.goto(origin + path);
      await page.locator("h1").first().waitFor();
      if (options.context?.javaScriptEnabled !== false) await whenHydrated(page);
    },
    close: () => context.close(),
  };
}

/** Waits until scripts have taken over the prerendered page, or its islands. */
export const whenHydrated = (page: Page) =>
  page.locator(":root:not(:has([data-unhydrated]))").waitFor({ state: "attached" });

function watchTroubles(page: Page): string[] {
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`thrown: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // The event stream stays open until the page is left, which aborts it.
    if (why === "net::ERR_ABORTED" && new URL(request.url()).pathname === "/api/v1/events") return;
    troubles.push(`failed: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return troubles;
}

/** Returns the troubles, except for requests that were aborted because the page was left. */
export const beyondLeaving = ({ troubles }: Pick<Visit, "troubles">): string[] =>
  troubles.filter((trouble) => !trouble.endsWith("net::ERR_ABORTED"));

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Returns axe's findings, one line each, after loading and fading have ended, since both reduce contrast. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return await page.evaluate<string[]>(`(async () => {
    const isFading = ({ playState, effect }) =>
      playState === "running" && effect.getComputedTiming().endTime !== Infinity;
    const isAtRest = () => !document.querySelector("[aria-busy=true]") && !document.getAnimations().some(isFading);
    const giveUpAt = performance.now() + 5_000;
    while (!isAtRest() && performance.now() < giveUpAt) await new Promise(requestAnimationFrame);
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" ")));
  })()`);
}

/**
 * Scrolls through the page and returns all layout shifts since it was opened, with Chromium's score; there should be
 * none. Shifts right after a click or a key press don't count. The caller waits until everything has loaded.
 */
export async function findShifts(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(async () => {
    const within = (what, promise) => {
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no " + what + " within 20 s")), 20_000));
      return Promise.race([promise, late]);
    };
    const frame = () => within("frame", new Promise(requestAnimationFrame));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await frame();
    }
    await within("fonts", document.fonts.ready);
    await frame();
    await frame();
    return await within("layout shifts", new Promise((resolve) => {
      const shifts = [];
      const nameOf = (node) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 120);
      const read = (entries) => {
        for (const { value, hadRecentInput, sources } of entries) {
          if (!hadRecentInput) shifts.push(value.toFixed(4) + " " + sources.map(({ node }) => nameOf(node)).join(" | "));
        }
      };
      const observer = new PerformanceObserver((list) => read(list.getEntries()));
      observer.observe({ type: "layout-shift", buffered: true });
      // Buffered entries come in a task of their own; a mark that is made now comes after them.
      new PerformanceObserver(() => resolve((read(observer.takeRecords()), shifts))).observe({ type: "mark" });
      requestAnimationFrame(() => setTimeout(() => performance.mark("read")));
    }));
  })()`);
}
