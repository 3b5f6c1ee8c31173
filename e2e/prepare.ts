/** Vitest's global setup of the browser tests: starts what they all share, one product and one Chromium. */
import type { TestProject } from "vitest/node";
import { ensureChromium, serveChromium } from "../bench/browser/chromium.ts";
import { createStorage } from "../bench/product/storage.ts";
import { startPostgres } from "../scripts/test-postgres.ts";
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { startProduct, type ProductAddress } from "./start-product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' Chromium listens for Playwright. */
    readonly chromiumEndpoint: string;
    /** The product that all browser tests share. */
    readonly sharedProduct: ProductAddress;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  ensureWebBuilt();
  const ends: (() => Promise<void> | void)[] = [];
  const end = async () => {
    for (const each of ends.splice(0).toReversed()) await each();
  };
  try {
    const chromium = await serveChromium();
    ends.push(() => chromium.close());
    const postgres = await startPostgres({ fsync: false });
    ends.push(() => postgres.stop());
    const storage = await createStorage("e2e", 1, postgres.url);
    ends.push(() => storage.remove());
    const { end: endProduct, ...product } = await startProduct({}, storage.databaseUrl);
    ends.push(endProduct);
    project.provide("chromiumEndpoint", chromium.wsEndpoint());
    project.provide("sharedProduct", product);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}
