/**
 * Vitest's global setup of the browser tests: installs Chromium where it may, while the other tests run, and keeps the
 * products that they share. These start when the first worker asks for them: idle, they would take from the other tests.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../bench/browser/chromium.ts";
import { createDatabase } from "../bench/product/storage.ts";
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { startProduct, type ProductAddress } from "./start-product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where a worker gets the addresses of the shared products, as JSON: product.ts. */
    readonly productsUrl: string;
  }
}

const SETTINGS = { plain: {}, branded: { BRAND_NAME: "Rail & Co", METRIKA_ID: "42" } };

export type SharedProducts = Readonly<Record<keyof typeof SETTINGS, ProductAddress>>;

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const chromium = ensureChromium();
  // A failure is told to the workers that ask.
  chromium?.catch(() => undefined);
  ensureWebBuilt();
  const ends: (() => Promise<void>)[] = [];

  async function open(name: keyof typeof SETTINGS): Promise<ProductAddress> {
    // scripts/prepare.ts may run after this file, but no test runs before it.
    const databaseUrl = await createDatabase(project.getProvidedContext().postgresUrl, `e2e_${name}`);
    const { end, ...address } = await startProduct(SETTINGS[name], { databaseUrl });
    ends.push(end);
    return address;
  }
  const openAll = async (): Promise<SharedProducts> => {
    await chromium;
    const [plain, branded] = await Promise.all([open("plain"), open("branded")]);
    return { plain, branded };
  };

  let products: Promise<SharedProducts> | undefined;
  const server = createServer((_request, response) => {
    products ??= openAll();
    products.then(
      (addresses) => response.end(JSON.stringify(addresses)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  project.provide("productsUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    await products?.catch(() => undefined);
    for (const end of ends) await end();
  };
}
