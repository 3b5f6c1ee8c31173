/**
 * `npm run screenshot`: takes the README's picture, a demo user's orders and the panel of the newest one, in both themes. It
 * writes docs/orders-light.png and docs/orders-dark.png.
 */
import { join } from "node:path";
import type { Account, VenueName } from "@chartrelay/contract";
import { openVisitor } from "../bench/browser/visitor.ts";
import { withChromium } from "../bench/browser/with-chromium.ts";
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { startProduct } from "./start-product.ts";

const DOCS = join(import.meta.dirname, "../docs");
const USER = { email: "pro@chartrelay.example", password: "sandbox" };
/** The messages of a trader's alerts, without the account. Alor lists no SBRE, so one order is rejected. */
const ALERTS: readonly (readonly [VenueName, object])[] = [
  ["ALOR_BROKER", { ticker: "GAZP", direction: "buy", contracts: 20 }],
  ["BINANCE_FUTURES", { ticker: "BTCUSDT.P", direction: "sell", contracts: 0.002 }],
  ["TINKOFF", { ticker: "SBER", direction: "buy", contracts: 5 }],
  ["ALOR_BROKER", { ticker: "SBRE", direction: "buy", contracts: 10 }],
  ["BINANCE_SPOT", { ticker: "ETHUSDT", direction: "buy", contracts: 0.05 }],
  ["TINKOFF", { ticker: "SBER", direction: "sell", contracts: 5 }],
  ["ALOR_BROKER", { ticker: "SBER", direction: "buy", contracts: 10 }],
];

ensureWebBuilt();
const product = await startProduct({});
try {
  const token = (await call<{ accessToken: string }>("/auth/login", USER)).accessToken;
  const accounts = await call<Account[]>("/accounts/me/list", undefined, token);
  const accountAt = (venue: VenueName) => accounts.find(({ exchange }) => exchange === venue)?.id;
  for (const [venue, alert] of ALERTS) await call("/orders", { account: accountAt(venue), type: "market", ...alert });

  await withChromium(async (browser) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = { colorScheme, deviceScaleFactor: 2, viewport: { width: 1280, height: 760 } };
      const visitor = await openVisitor(browser, { token, context });
      const page = await visitor.newPage();
      await page.goto(`${product.origin}/profile/orders`);
      await page
        .locator("tbody tr")
        .nth(ALERTS.length - 1)
        .waitFor();
      await page.locator("tbody tr").first().click();
      await page.getByRole("dialog").waitFor();
      await page.screenshot({ path: join(DOCS, `orders-${colorScheme}.png`) });
    }
  });
} finally {
  await product.end();
}

async function call<Answer>(path: string, body?: unknown, token?: string): Promise<Answer> {
  const response = await fetch(`${product.origin}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
