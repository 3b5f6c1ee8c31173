/**
 * How long each filter, sort and search of the order list takes for a user with 50,000 orders, with the count of what
 * matches: as a trader uses them, one after another, on an otherwise idle server.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Account, Page } from "@chartrelay/contract";
import { giveOrders } from "../product/many-orders.ts";
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany } from "./ground.ts";

const ORDERS = 50_000;
const READS = 50;
const READS_IN_SHORT = 10;
const MAX_MS = 150;
const DAY_MS = 86_400_000;
/** Lets the database clean up after the inserts. */
const REST_MS = 2_000;

/** Runs the case and prints its result. On PostgreSQL only: the list is filled from outside the server. */
export async function measureFilters(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async (ground) => {
    const product = await ground.product();
    const { tokens } = await signUpMany(ground, product, "filters", { accounts: 1 });
    await giveOrders(product.databaseUrl ?? "", "filters-0@example.com", ORDERS);
    await delay(REST_MS);

    async function get<Answer>(path: string): Promise<Answer> {
      const headers = { authorization: `Bearer ${tokens[0]}` };
      const response = await fetch(`${product.origin}/api/v1${path}`, { headers });
      if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
      return (await response.json()) as Answer;
    }
    const [account] = await get<Account[]>("/accounts/me/list");
    const today = new Date(Date.now() - DAY_MS / 2).toISOString();
    const figures: Record<string, object> = {};
    const targets: Record<string, { is: number; atMost: number }> = {};
    for (const [name, query] of Object.entries(queriesOf(account?.id ?? "", today))) {
      const path = name === "reasonsInUse" ? "/orders/me/reasons" : `/orders/me/list?${query}`;
      const times: number[] = [];
      let found: number | undefined;
      for (let read = 0; read <= (isShort ? READS_IN_SHORT : READS); read += 1) {
        const startedAt = performance.now();
        found = (await get<Page<unknown>>(path)).totalElements;
        // The first read connects and plans.
        if (read > 0) times.push(performance.now() - startedAt);
      }
      const p99Ms = percentile(times, 0.99);
      figures[name] = { found, p50Ms: rounded(percentile(times, 0.5)), p99Ms: rounded(p99Ms) };
      targets[`${name}P99Ms`] = { is: p99Ms, atMost: MAX_MS };
    }
    reportCase("filters", { storage: "postgres", orders: ORDERS, ...figures }, targets);
  });
}

const queriesOf = (account: string, today: string) => ({
  all: "",
  lastPage: "page=3333",
  oldest: "sort=oldest",
  oldestFar: "sort=oldest&page=3333",
  status: "status=REJECTED",
  commonStatus: "status=CREATED",
  commonStatusFar: "status=CREATED&page=3000",
  venue: "venue=ALOR_BROKER&size=100",
  ticker: "ticker=sber",
  account: `account=${account}`,
  side: "side=SELL&sort=oldest",
  environment: "environment=live",
  reason: "reason=MARKET_CLOSED",
  reasons: "reason=MARKET_CLOSED,INSUFFICIENT_FUNDS",
  today: `from=${today}`,
  todaysRefusals: `from=${today}&status=REJECTED&environment=live`,
  everything: `status=REJECTED&venue=ALOR_BROKER&side=SELL&environment=demo&account=${account}&reason=MARKET_CLOSED&from=${today}`,
  searchOften: "search=success",
  searchMessage: `search=${encodeURIComponent('"n":4999')}`,
  searchNothing: "search=nowhere",
  reasonsInUse: "",
});
