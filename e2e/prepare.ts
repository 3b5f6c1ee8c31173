/** Vitest's global setup of the browser tests: installs Chromium where it may, and starts the products that they share. */
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../bench/browser/chromium.ts";
import { createStorage } from "../bench/product/storage.ts";
import { startPostgres } from "../scripts/test-postgres.ts";
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { startProduct, type ProductAddress } from "./start-product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The addresses of the shared products: product.ts. */
    readonly products: Readonly<Record<keyof typeof SETTINGS, ProductAddress>>;
  }
}

const SETTINGS = { plain: {}, branded: { BRAND_NAME: "Rail & Co", METRIKA_ID: "42" } };

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  ensureWebBuilt();
  const ends: (() => Promise<void> | void)[] = [];
  const end = async () => {
    for (const each of ends.splice(0).toReversed()) await each();
  };
  try {
    const postgres = await startPostgres({ fsync: false });
    ends.push(() => postgres.stop());
    const open = async (name: keyof typeof SETTINGS): Promise<ProductAddress> => {
      const storage = await createStorage(`e2e_${name}`, 1, postgres.url);
      ends.push(() => storage.remove());
      const { end: endProduct, ...address } = await startProduct(SETTINGS[name], storage.databaseUrl);
      ends.push(endProduct);
      return address;
    };
    const [plain, branded] = await Promise.all([open("plain"), open("branded")]);
    project.provide("products", { plain, branded });
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}
