/** Traders of the running product: what they do outside the pages, and what every screen must satisfy. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { type Account, type Language, type Order, type Page as PageOf, type Session } from "@chartrelay/contract";
import type { translator } from "@chartrelay/locales";
import { sandboxCredential, type ReceivedMail } from "@chartrelay/sandbox";
import type { Download, Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { eventually } from "../scripts/eventually.ts";
import type { Width } from "../bench/browser/visitor.ts";
import { giveOrders } from "../bench/product/many-orders.ts";
import type { Product } from "./product.ts";
import { beyondLeaving, findBarriers, type Credentials, type Visit } from "./visit.ts";

export type Say = ReturnType<typeof translator>;
export interface Trader extends Credentials {
  readonly token: string;
}

export interface TraderWithAccount extends Trader {
  /** The account's id. */
  readonly account: string;
}

export const NOTHING: string[] = [];

/** Each language and each width once, with the longer texts on the narrow screen; every-page.ts checks every pair. */
export const VIEWS = [
  ["ru", "mobile"],
  ["en", "desktop"],
] as const satisfies readonly [Language, Width][];
type View = (typeof VIEWS)[number];

/**
 * The views in which a flow is played, for `test.each`: the given one, and with `npm run test:all` every one. Use it where
 * both show the same, each in its own words; `VIEWS` where a flow must take other steps on a phone.
 */
export const playedIn = (...view: View): readonly View[] => (inject("cells") === "all" ? VIEWS : [view]);

/** Returns credentials for a user who hasn't signed up yet, with a unique e-mail. */
export const newTrader = (): Credentials => ({ email: `trader-${randomUUID()}@example.com`, password: "secret-1" });

export const marketOrder = (account: string, change: object = {}) =>
  JSON.stringify({ account, ticker: "SBER", direction: "buy", type: "market", contracts: 1, ...change });

/** What traders do outside our pages, and what a test needs them to have done before. */
export interface Traders {
  /** Posts an alert as TradingView does and returns the answer's status. */
  fire(message: string): Promise<number>;
  signUp(who?: Credentials): Promise<Trader>;
  /** Confirms a trader's e-mail address with the link from the mail. */
  confirmEmail(trader: Trader): Promise<void>;
  /** Saves accounts on a trader's behalf and returns all that they then have. */
  saveAccounts(trader: Trader, entries: readonly object[]): Promise<Account[]>;
  accountsOf(trader: Trader): Promise<Account[]>;
  /** Signs up a user with a demo account at Alor. */
  traderWithAccount(who?: Credentials): Promise<TraderWithAccount>;
  /** Returns a trader's latest orders, newest first. */
  ordersOf(trader: Trader): Promise<Order[]>;
  /** Gives a trader `orders` past orders; on PostgreSQL only, which the shared product uses. */
  giveOrders(trader: Trader, orders: number): Promise<void>;
}

export function tradersOf({ origin, controlUrl, databaseUrl }: Product): Traders {
  async function post<Answer>(path: string, payload: unknown, token?: string): Promise<Answer> {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${origin}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(payload) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async function get<Answer>(path: string, token: string): Promise<Answer> {
    const response = await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as Answer;
  }

  const traders: Traders = {
    async fire(message) {
      const headers = { "content-type": "text/plain; charset=utf-8" };
      return (await fetch(`${origin}/api/v1/orders`, { method: "POST", headers, body: message })).status;
    },
    async signUp(trader = newTrader()) {
      const form = { ...trader, confirmPassword: trader.password, fullName: "Ivan Petrov" };
      const { accessToken: token } = await post<Session>("/auth/signup", form);
      return { ...trader, token };
    },
    async confirmEmail({ email, token }) {
      const mails = `${controlUrl}/__sandbox/mail/messages?${new URLSearchParams({ to: email }).toString()}`;
      const inMail = await eventually(async () => {
        const received = (await (await fetch(mails)).json()) as ReceivedMail[];
        const [found] = received.flatMap(({ text: read = "" }) => /[?&]confirm-email=([\w-]+)/.exec(read)?.[1] ?? []);
        if (found === undefined) throw new Error(`no link has come to ${email}`);
        return found;
      });
      await post("/auth/email-confirmation/confirm", { token: inMail }, token);
    },
    saveAccounts: ({ token }, entries) => post<Account[]>("/accounts/me/list", entries, token),
    async traderWithAccount(who) {
      const trader = await traders.signUp(who);
      const { account: apiKey, secret: secretKey } = sandboxCredential("trial", "demo");
      const entry = { exchange: "ALOR_BROKER", apiKey, secretKey, isDemo: true };
      const [account] = await traders.saveAccounts(trader, [entry]);
      return { ...trader, account: account?.id ?? "" };
    },
    accountsOf: ({ token }) => get<Account[]>("/accounts/me/list", token),
    ordersOf: async ({ token }) => (await get<PageOf<Order>>("/orders/me/list", token)).content,
    async giveOrders({ email }, orders) {
      if (databaseUrl === undefined) throw new Error("only a product on PostgreSQL can be given orders");
      await giveOrders(databaseUrl, email, orders);
    },
  };
  return traders;
}

/** The titles of pages whose texts don't have the name of their menu entry. */
const TITLES: Readonly<Record<string, string>> = {
  api: "accounts:title",
  build: "builder:title",
  profile: "settings:profile",
  relay: "relay-health:title",
};

/** Opens a page of the dashboard through its menu. */
export async function open(page: Page, say: Say, entry: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: say("profile:menu") });
  const link = menu.getByRole("link", { name: say(`profile:${entry}`), exact: true });
  const path = await link.getAttribute("href");
  await link.click();
  await page.getByRole("heading", { level: 1, name: say(TITLES[entry] ?? `${entry}:title`), exact: true }).waitFor();
  // The heading is there while the page loads, and the address isn't: a reload would lead back to the page before.
  await page.waitForURL(({ pathname }) => pathname === path, { waitUntil: "commit" });
}

export const firstRow = (page: Page): Locator => page.locator("tbody tr").first();

/** Waits until the page receives live updates. */
export const whenLive = (page: Page, say: Say) =>
  page
    .getByText(say("trading:live_live"), { exact: true })
    // Not an account's mark: a live one has the same word.
    .and(page.locator("[role=status]"))
    .waitFor();

/** Expects of a screen: nothing on the console, nothing wider than the window. Enough where axe reads it elsewhere. */
export async function expectTidy(visit: Visit): Promise<void> {
  expect(beyondLeaving(visit)).toEqual(NOTHING);
  expect(await visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}

/** Expects what `expectTidy` does, and nothing that axe finds. */
export async function expectSound(visit: Visit): Promise<void> {
  await expectTidy(visit);
  expect(await findBarriers(visit.page)).toEqual(NOTHING);
}

/**
 * Expects that the API has just refused something with `status`: removes what the browser and our own log report about
 * it from the visit's troubles, and fails on any other trouble.
 */
export async function expectRefusal({ troubles }: Visit, status: number): Promise<void> {
  const isOfBrowser = (trouble: string) => trouble.includes(`responded with a status of ${status}`);
  await expect.poll(() => troubles.some(isOfBrowser)).toBe(true);
  const isOfAnswer = (trouble: string) => trouble.startsWith(`${status}: `);
  const isOfLog = (trouble: string) => /^(error|warning): [a-z ]+ (failed|could not be|changed)/.test(trouble);
  const isExpected = [isOfBrowser, isOfAnswer, isOfLog];
  const left = beyondLeaving({ troubles: troubles.splice(0) });
  expect(left.filter((trouble) => !isExpected.some((is) => is(trouble)))).toEqual(NOTHING);
}

/** Opens a collapsed section of the settings and returns it. */
export async function openSubject(page: Page, title: string): Promise<Locator> {
  const subject = page.locator("details", { has: page.getByText(title, { exact: true }) });
  await subject.locator("summary").click();
  return subject;
}

/** Signs in with the form on the page. */
export async function logIn(page: Page, say: Say, { email, password }: Credentials): Promise<void> {
  await page.getByLabel(say("auth:email")).fill(email);
  await page.getByLabel(say("auth:password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("auth:log_in") }).click();
}

/** Signs out from the header or, on narrow screens, from the menu, and waits for the login screen. */
export async function logOut(page: Page, say: Say): Promise<void> {
  const menu = page.getByRole("button", { name: say("shell:menu_open") });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: say("shell:log_out") }).click();
  await page.getByRole("button", { name: say("auth:log_in") }).waitFor();
}

/** Returns the content of a downloaded file; the browser may be on another machine. */
export const readDownload = async (file: Download) => await text(await file.createReadStream());

/** Returns the clipboard's content; the visit must allow that with `CLIPBOARD`. */
export const readClipboard = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()");
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Finds a toast by its title. */
export const toast = (page: Page, title: string) => page.locator("[data-status]").getByText(title, { exact: true });

export const hasFocus = async (control: Locator) => (await control.and(control.page().locator(":focus")).count()) === 1;

/** Returns a field's error message; empty if it has none. */
export async function errorAt(field: Locator): Promise<string> {
  if ((await field.getAttribute("aria-invalid")) !== "true") return "";
  const ids = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  return (
    (await field
      .page()
      .locator(`[id="${ids.at(-1)}"]`)
      .textContent()) ?? ""
  );
}
