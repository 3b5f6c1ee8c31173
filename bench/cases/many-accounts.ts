/** The API keys page of a user with as many accounts as one may have. */
import { MAX_ACCOUNTS, type Account } from "@chartrelay/contract";
import type { BrowserContext, Page } from "playwright-core";
import { openVisitor } from "../browser/visitor.ts";
import { withChromium } from "../browser/with-chromium.ts";
import type { StorageKind } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { median, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany } from "./ground.ts";

const MAX_DRAWN_MS = 1_000;
const MAX_OPEN_MS = 100;
/** A tenth of it is our script; the rest is Chromium, which lays out the page anew without its graphics processor. */
const MAX_SEARCH_MS = 250;
const VISITS = 7;
const VISITS_IN_SHORT = 2;
const CHECKED_WITHIN_MS = 120_000;
const STUCK_AFTER_MS = 15_000;

interface Visited {
  /** From the start of the navigation until all accounts are painted. */
  readonly drawnMs: number;
  /** The same, from the end of the API's answer with the accounts. */
  readonly fromDataMs: number;
  /** From a click on an account in the middle until its form is painted. */
  readonly openMs: number;
  /** From a change of the search until only the account that it finds is painted. */
  readonly searchMs: number;
}

/** Runs the case and prints a line. */
export async function measureManyAccounts(
  storage: StorageKind,
  { isShort }: { readonly isShort: boolean },
): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product();
    const crowd = { accounts: MAX_ACCOUNTS, accountsOfAUser: MAX_ACCOUNTS };
    const { tokens } = await signUpMany(ground, product, "many", crowd);
    const token = tokens[0] ?? "";
    // Each check of a key updates the page.
    await waitFor(() => areChecked(product.origin, token), { withinMs: CHECKED_WITHIN_MS });
    const visits = await withChromium(async (browser) => {
      const visitor = await openVisitor(browser, { token });
      const seen: Visited[] = [];
      for (let visit = 0; visit < (isShort ? VISITS_IN_SHORT : VISITS); visit += 1) {
        seen.push(await visitKeys(visitor, product.origin));
      }
      return seen;
    });
    const of = (pick: (visit: Visited) => number) => median(visits.map(pick));
    reportCase(
      "many-accounts",
      {
        storage,
        accounts: MAX_ACCOUNTS,
        visits: visits.length,
        firstVisit: visits[0],
        fromDataMs: rounded(of(({ fromDataMs }) => fromDataMs)),
      },
      {
        drawnMs: { is: of(({ drawnMs }) => drawnMs), atMost: MAX_DRAWN_MS },
        openMs: { is: of(({ openMs }) => openMs), atMost: MAX_OPEN_MS },
        searchMs: { is: of(({ searchMs }) => searchMs), atMost: MAX_SEARCH_MS },
      },
    );
  });
}

async function areChecked(origin: string, token: string): Promise<true | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/v1/accounts/me/list`, { headers });
  const accounts = (await response.json()) as Account[];
  return accounts.every(({ keyCheckedAt }) => keyCheckedAt !== null) || undefined;
}

async function visitKeys(visitor: BrowserContext, origin: string): Promise<Visited> {
  const page = await visitor.newPage();
  await page.addInitScript(WATCH);
  await page.goto(`${origin}/profile/api`, { waitUntil: "commit" });
  const drawn = await page.evaluate<Pick<Visited, "drawnMs" | "fromDataMs">>("window.drawn");
  const openMs = await clickMiddle(page);
  const searchMs = await search(page);
  await page.close();
  return { ...drawn, openMs, searchMs };
}

async function clickMiddle(page: Page): Promise<number> {
  return await page.evaluate(`new Promise((resolve) => {
    const entry = document.querySelectorAll("form > ul > li")[${MAX_ACCOUNTS / 2}];
    const startedAt = performance.now();
    entry.querySelector("button[aria-expanded]").click();
    window.afterPaint(() => resolve(entry.querySelector("input") ? performance.now() - startedAt : Infinity));
  })`);
}

/** Searches for the last account by its identifier, as if it were pasted. */
async function search(page: Page): Promise<number> {
  return await page.evaluate(`new Promise((resolve) => {
    setTimeout(() => resolve(Infinity), ${STUCK_AFTER_MS});
    const field = document.querySelector("input[type=search]");
    const copy = document.querySelector("form > ul > li:last-child [aria-label]");
    const id = copy.getAttribute("aria-label").split(" ").at(-1);
    const startedAt = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, id);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const look = () => {
      const { length } = document.querySelectorAll("form > ul > li:not([hidden])");
      if (length > 1) return requestAnimationFrame(look);
      window.afterPaint(() => resolve(performance.now() - startedAt));
    };
    look();
  })`);
}

/** Records when all accounts are painted. */
const WATCH = `
window.afterPaint = (then) => requestAnimationFrame(() => setTimeout(then));
window.drawn = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("the accounts never came")), ${STUCK_AFTER_MS});
  const look = () => {
    if (document.querySelectorAll("form > ul > li").length < ${MAX_ACCOUNTS}) return requestAnimationFrame(look);
    window.afterPaint(() => {
      const drawnMs = performance.now();
      const answers = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/accounts/me/list"));
      resolve({ drawnMs, fromDataMs: drawnMs - Math.min(...answers.map(({ responseEnd }) => responseEnd)) });
    });
  };
  look();
});`;
