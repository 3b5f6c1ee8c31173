/** The running product, and the browser that visits it. */
import { randomUUID } from "node:crypto";
import { afterAll, inject } from "vitest";
import { launchChromium } from "../bench/browser/chromium.ts";
import { createDatabase, type StorageKind } from "../bench/product/storage.ts";
import type { SharedProducts } from "./prepare.ts";
import { startProduct, type ProductAddress } from "./start-product.ts";
import { openTab, visit, type Credentials, type Tab, type Visit, type VisitOptions } from "./visit.ts";

/** The sandbox's demo users (apps/server/src/sandbox-mode.ts). Tests share them: don't change them or sign them out. */
export const TRIAL: Credentials = { email: "trial@chartrelay.example", password: "sandbox" };
export const PRO: Credentials = { email: "pro@chartrelay.example", password: "sandbox" };
export const ADMIN: Credentials = { email: "admin@chartrelay.example", password: "sandbox" };

export interface Product extends ProductAddress {
  /** Opens a page in its own browser context, which closes when the test ends. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /**
   * Opens a tab that goes from page to page until it is closed, for tests that look at many pages and change nothing. A
   * page costs a fifth of what a visit costs.
   */
  openTab(options?: VisitOptions): Promise<Tab>;
}

/** By then Chromium is installed. */
const products = await sharedProducts();
/** This worker's Chromium: its files share it, and it ends with the worker. */
const browser = await launchChromium();

/**
 * The product that the browser tests share, on PostgreSQL. Tests run in parallel: each signs up its own users
 * (trader.ts) and assumes nothing about how many others there are or what they do.
 */
export const product = productAt(products.plain);

/** The same product with an operator's brand, Rail & Co, and a visit counter. */
export const brandedProduct = productAt(products.branded);

/**
 * Starts a product for one test file on an empty storage; it stops with the file. This takes seconds, twice as many on
 * the embedded database, so use it only for tests that need their own data.
 */
export async function openProduct(kind: StorageKind): Promise<Product> {
  const isOnPostgres = kind === "postgres";
  const database = isOnPostgres
    ? { databaseUrl: await createDatabase(inject("postgresUrl"), `e2e_${randomUUID()}`) }
    : { pgliteTemplate: inject("pgliteTemplates").migrated };
  const { end, ...address } = await startProduct({}, database);
  afterAll(end);
  return productAt(address);
}

async function sharedProducts(): Promise<SharedProducts> {
  const answer = await fetch(inject("productsUrl"));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SharedProducts;
}

function productAt(address: ProductAddress): Product {
  const { origin } = address;
  const sessions = new Map<string, Promise<string>>();
  const tokenOf = async ({ token, ...credentials }: Credentials): Promise<string> => {
    if (token !== undefined) return token;
    const known = sessions.get(credentials.email) ?? signIn(origin, credentials);
    sessions.set(credentials.email, known);
    return await known;
  };
  const withToken = async ({ user, ...options }: VisitOptions) => ({
    ...options,
    token: user && (await tokenOf(user)),
  });
  return {
    ...address,
    visit: async (path, options = {}) => await visit(browser, origin + path, await withToken(options)),
    openTab: async (options = {}) => await openTab(browser, origin, await withToken(options)),
  };
}

/** Signs in over the API and returns the session token. */
export async function signIn(origin: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`signing ${email} in was answered ${response.status}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}
