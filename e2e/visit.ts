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
  readonly context?: BrowserContextOptions;
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

/** The demo users are made after the server is ready. */
async function whenSeeded(origin: string): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await signIn(origin, ADMIN))) throw new Error("the demo users aren't there yet");
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function signIn(origin: string, user: typeof TRIAL): Promise<string | undefined> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  return response.ok ? ((await response.json()) as { accessToken: string }).accessToken : undefined;
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
    ...(user && { accessToken: (await signIn(origin, user)) ?? "" }),
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
  page.on("requestfailed", (request) => troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(origin + path);
  await page.locator("h1").first().waitFor();
  return { page, troubles };
}

/** What axe finds, a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
