/** A visitor's browser at the running product: what each browser test starts from. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Language } from "@chartrelay/contract";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, onTestFinished, vi } from "vitest";
import { stablePort } from "../bench/product/ports.ts";
import { startServer } from "../bench/product/server.ts";
import { launchChromium } from "./chromium.ts";

export const WIDTHS = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export type Width = keyof typeof WIDTHS;

/** Users that the sandbox makes: apps/server/src/sandbox-mode.ts. */
export const TRIAL = { email: "trial@chartrelay.example", password: "sandbox" };
export const ADMIN = { email: "admin@chartrelay.example", password: "sandbox" };

export interface VisitOptions {
  readonly language?: Language;
  readonly width?: Width;
  /** Who is signed in already. */
  readonly user?: typeof TRIAL;
  /** Whether the visitor has decided about cookies already; they have unless a test is about that. */
  readonly hasDecidedOnCookies?: boolean;
  /** What the browser keeps for us from earlier visits, by its key in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  /** What went wrong so far: errors on the console, failed requests, answers of 400 and above. */
  readonly troubles: string[];
}

export interface Product {
  readonly origin: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
}

/** Starts the product and a browser for the tests of a file; both end with it. */
export async function openProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-e2e-"));
  const server = startServer({ port: await stablePort(), dataDir, sandbox: { settings: {} }, more: settings });
  const [browser] = await Promise.all([launchChromium(), server.ready]);
  afterAll(async () => {
    await browser.close();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { origin } = server;
  await whenSeeded(origin);
  return { origin, visit: (path, options = {}) => visit(browser, origin, path, options) };
}

/** The demo users are made after the server is ready; the admin's accounts are the last. */
async function whenSeeded(origin: string): Promise<void> {
  const token = await vi.waitFor(() => signIn(origin, ADMIN), { interval: 50 });
  const url = `${origin}/api/v1/accounts/me/list`;
  await vi.waitFor(
    async () => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok || (await response.text()) === "[]") throw new Error("the demo users aren't there yet");
    },
    { interval: 50 },
  );
}

async function signIn(origin: string, user: typeof TRIAL): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Error(`signing ${user.email} in was answered ${response.status}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

async function visit(browser: Browser, origin: string, path: string, options: VisitOptions): Promise<Visit> {
  const { language = "en", width = "desktop", user, hasDecidedOnCookies = true } = options;
  const context = await browser.newContext({
    locale: language === "ru" ? "ru-RU" : "en-US",
    viewport: { width: WIDTHS[width], height: 900 },
    // The end of every animation, so that nothing is judged half way.
    reducedMotion: "reduce",
    ...options.context,
  });
  onTestFinished(() => context.close());
  const stored: Record<string, string> = {
    ...(hasDecidedOnCookies && { accepted_cookies_v1: "true", accepted_cookies_list_v1: "basic" }),
    ...(user && { accessToken: await signIn(origin, user) }),
    ...options.stored,
  };
  // Only where nothing is stored yet: what a page removes must stay removed after a reload.
  await context.addInitScript(`
    if (!sessionStorage.getItem("prepared")) {
      sessionStorage.setItem("prepared", "true");
      for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);
    }`);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`thrown: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // The line of events stays open until its page is left, and is then ended by the page itself.
    if (why === "net::ERR_ABORTED" && new URL(request.url()).pathname === "/api/v1/events") return;
    troubles.push(`failed: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  await options.prepare?.(page);
  // Not for everything that the page loads: a test may hold some of it back.
  await page.goto(origin + path, { waitUntil: options.prepare ? "commit" : "load" });
  await page.locator("h1").first().waitFor();
  // The page's script has taken over what was there before it, unless the test holds it back.
  const isRun = !options.prepare && options.context?.javaScriptEnabled !== false;
  if (isRun) await page.locator("#root:not([data-asleep])").waitFor({ state: "attached" });
  return { page, troubles };
}

/** What went wrong, but for what a document still loaded when it was left: that ends it. */
export const beyondLeaving = ({ troubles }: Pick<Visit, "troubles">): string[] =>
  troubles.filter((trouble) => !trouble.endsWith("net::ERR_ABORTED"));

/** What axe finds, a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/**
 * Scrolls through the page and gives how far each part of it jumped since it was opened, as Chromium scores it: nothing may.
 * What a visitor's own click or key moves doesn't count. `settled` says when all is there; a page that follows what happens
 * always has a request under way.
 */
export async function findShifts(
  page: Page,
  settled: Promise<unknown> = page.waitForLoadState("networkidle"),
): Promise<string[]> {
  await settled;
  return await page.evaluate<string[]>(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await frame();
    }
    await document.fonts.ready;
    await frame();
    await frame();
    return await new Promise((resolve) => {
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
    });
  })()`);
}
