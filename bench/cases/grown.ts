/**
 * Lists, statistics and accepting, with ten million orders in the database and with a thousand. Nearly all are one user's;
 * another has a thousand, of whom PostgreSQL's statistics know nothing.
 */
import { setTimeout as delay } from "node:timers/promises";
import { generate, type HammerResult } from "../load/generator.ts";
import { giveOrders, untilCounted, untilSummed } from "../product/many-orders.ts";
import type { StorageKind } from "../product/storage.ts";
import { median, percentile, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany, type Ground, type Product } from "./ground.ts";

const FEW = 1_000;
const MANY = 10_000_000;
const MANY_IN_SHORT = 100_000;
const ACCOUNTS = 100;
const PAGE_SIZE = 100;
const WARM_UP_READS = 50;
const READS = 200;
const CONNECTIONS = 50;
const WARM_UP_S = 2;
const SECONDS = 4;
/** The two take turns at accepting, so that a slow moment of the machine doesn't hit just one of them. */
const ROUNDS = 3;
/** Lets the database clean up after the inserts. */
const REST_MS = 5_000;
/** The sums of each quarter of an hour are written every minute; those of months take a few rounds. */
const SUMMED_WITHIN_MS = 600_000;

/** Runs the case and prints its result. On PostgreSQL only: the orders come from outside the server. */
export async function measureGrown(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async (ground) => {
    const few = await prepare(ground, "few", FEW);
    const many = await prepare(ground, "many", isShort ? MANY_IN_SHORT : MANY);
    const read = { few: await few.read(0), many: await many.read(0), newcomer: await many.read(1) };
    const accepted = { few: [] as HammerResult[], many: [] as HammerResult[] };
    for (const each of [few, many]) await each.accept(WARM_UP_S);
    for (let round = 0; round < ROUNDS; round += 1) {
      accepted.few.push(await few.accept(SECONDS));
      accepted.many.push(await many.accept(SECONDS));
    }
    const accepting = (of: "few" | "many") => ({
      acceptsPerS: median(accepted[of].map(({ answersPerS }) => answersPerS)),
      p99Ms: median(accepted[of].map(({ p99Ms }) => p99Ms)),
    });
    const [floor, own] = [accepting("few"), accepting("many")];
    reportCase(
      "grown",
      {
        storage: "postgres",
        orders: many.orders,
        floor: { orders: FEW, ...read.few, ...floor },
        ...read.many,
        ...own,
        newcomer: read.newcomer,
      },
      {
        page1P99Ms: { is: read.many.page1.p99Ms, atMost: 20 },
        lastPageP99Ms: { is: read.many.lastPage.p99Ms, atMost: 60 },
        overviewP99Ms: { is: read.many.overview.p99Ms, atMost: 50 },
        newcomerPage1P99Ms: { is: read.newcomer.page1.p99Ms, atMost: 20 },
        newcomerLastPageP99Ms: { is: read.newcomer.lastPage.p99Ms, atMost: 60 },
        newcomerOverviewP99Ms: { is: read.newcomer.overview.p99Ms, atMost: 50 },
        shareOfFewAccepted: { is: own.acceptsPerS / floor.acceptsPerS, atLeast: 0.9 },
        failed: {
          is: Object.values(accepted)
            .flat()
            .reduce((sum, { failed }) => sum + failed, 0),
          atMost: 0,
        },
      },
    );
  });
}

/** Starts the product with two users: the first has `orders` orders, the second a few. */
async function prepare(ground: Ground, name: string, orders: number) {
  // A node that only accepts: nothing else changes the database while it is measured. Relay nodes write the sums.
  const product = await ground.product({ ROLE: "api", LOG_LEVEL: "error" });
  const users = [orders, FEW];
  const { accounts, tokens } = await signUpMany(ground, product, name, {
    accounts: ACCOUNTS,
    accountsOfAUser: ACCOUNTS / users.length,
  });
  const databaseUrl = product.databaseUrl ?? "";
  for (const [user, count] of users.entries()) await giveOrders(databaseUrl, `${name}-${user}@example.com`, count);
  await summed(ground, product);
  await delay(REST_MS);
  const get = async (path: string, token: string): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${product.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
    return performance.now() - startedAt;
  };
  let firstLots = 1;
  return {
    orders,
    /** Reads what the first or the second user sees. */
    async read(user: number) {
      const [token = "", total = 0] = [tokens[user], users[user]];
      const list = `/orders/me/list?size=${PAGE_SIZE}`;
      const countedFirstMs = await untilCounted(() => get(list, token));
      const pageOf = async (page: number) => {
        const url = `${product.origin}/api/v1${list}&page=${page}`;
        return inShort(
          await generate("pages", { url, token, warmUp: WARM_UP_READS, reads: READS, rows: PAGE_SIZE, total }),
        );
      };
      const overview: number[] = [];
      const firstOverviewMs = await get("/users/me/overview", token);
      for (let done = 0; done < READS; done += 1) overview.push(await get("/users/me/overview", token));
      return {
        countedFirstMs: rounded(countedFirstMs),
        page1: await pageOf(0),
        lastPage: await pageOf(total / PAGE_SIZE - 1),
        firstOverviewMs: rounded(firstOverviewMs),
        overview: inShort(overview),
      };
    },
    async accept(seconds: number) {
      firstLots += 1_000_000;
      const url = `${product.origin}/api/v1/orders`;
      return await generate("hammer", { url, connections: CONNECTIONS, seconds, accounts, firstLots });
    },
  };
}

const inShort = (times: readonly number[]) => ({
  p50Ms: rounded(percentile(times, 0.5)),
  p99Ms: rounded(percentile(times, 0.99)),
});

/** Lets a relay node write the sums of all orders, and ends it. */
async function summed(ground: Ground, product: Product): Promise<void> {
  const relay = await ground.node(product, { ROLE: "relay", LOG_LEVEL: "error" });
  await untilSummed(product.databaseUrl ?? "", SUMMED_WITHIN_MS);
  await relay.kill("SIGTERM");
}
