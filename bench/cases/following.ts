/**
 * What it takes to follow 10,000 working orders of 1,000 accounts: how much of each venue's budget, how much of the
 * machine, and how long until every account has been read again after a crash. T-Invest's accounts are on demo, which has
 * no stream of orders; the others have one.
 */
import { setTimeout as delay } from "node:timers/promises";
import { VENUES, type VenueName } from "@chartrelay/contract";
import type { Sandbox } from "@chartrelay/sandbox";
import { generate } from "../load/generator.ts";
import { nowMs } from "../product/child.ts";
import { memoryOf } from "../product/memory.ts";
import { measureProcessors } from "../product/processor.ts";
import { withClient, type StorageKind } from "../product/storage.ts";
import { alertBody } from "../product/venue-keys.ts";
import { restingPrice } from "../product/venue-market.ts";
import { waitFor } from "../product/wait.ts";
import { reportCase, rounded, type Target } from "./figures.ts";
import { onGround, signUpMany, type Product, type Traders } from "./ground.ts";

const ACCOUNTS = 1_000;
const ACCOUNTS_IN_SHORT = 80;
const ORDERS_OF_AN_ACCOUNT = 10;
const POSTED_PER_S = 100;
const CONNECTIONS = 20;
const FIRST_QUANTITY = 1_000;
/** Binance's weight allows some 150 checks of keys in a minute. */
const CHECKED_WITHIN_MS = 240_000;
const SETTLING_MS = 300_000;
const WATCHED_S = 120;
const SAMPLED_EVERY_MS = 5_000;
const READ_AGAIN_WITHIN_MS = 5_000;
const READ_AGAIN_TIMEOUT_MS = 300_000;
/** Requests by which we learn of orders; Alor's lists count as look-ups. */
const READS = ["working", "find", "fills"] as const;

/** What the venues allow in a minute (docs/venues): an address, and at T-Invest also a user. Alor names no limit. */
const REQUESTS_OF_AN_ADDRESS = { TINKOFF: 1_000 } as const;
const READS_OF_A_USER = { TINKOFF: 200 } as const;
const WEIGHT_OF_AN_ADDRESS = { BINANCE_SPOT: 6_000, BINANCE_FUTURES: 2_400 } as const;

/** Runs the case and prints its result. On PostgreSQL only: the orders are counted from outside the server. */
export async function measureFollowing(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async (ground) => {
    const { sandbox } = ground;
    const accounts = (isShort ? ACCOUNTS_IN_SHORT : ACCOUNTS) / VENUES.length;
    const server = await ground.product({ LOG_LEVEL: "error" });
    const traders: Traders[] = [];
    for (const venue of VENUES) {
      const crowd = { accounts, venue, checkedWithinMs: CHECKED_WITHIN_MS };
      traders.push(await signUpMany(ground, server, `following-${venue.toLowerCase()}`, crowd));
    }
    const orders = accounts * VENUES.length * ORDERS_OF_AN_ACCOUNT;
    await placeResting(sandbox, server, traders);
    await whenWorking(server, orders);

    sandbox.calls.reset();
    const processors = measureProcessors(server);
    const weights = await watchWeights(sandbox, WATCHED_S * 1_000);
    const cores = processors();
    const use = Object.fromEntries(traders.map((each) => [each.venue, useOf(sandbox, each)]));
    const memory = memoryOf(server);

    sandbox.calls.reset();
    const restarted = await server.restart();
    const readyAtMs = await restarted.ready;
    const readAgainMs = await whenReadAgain(sandbox, traders, readyAtMs);

    reportCase(
      "following",
      {
        storage: "postgres",
        accounts: accounts * VENUES.length,
        workingOrders: orders,
        watchedS: WATCHED_S,
        use,
        mostWeightInAMinute: weights,
        memoryMb: memory.nowMb,
        cores: { product: rounded(cores.product), database: rounded(cores.database) },
        readAgainMs,
      },
      {
        ...budgetTargets(use, weights),
        ...Object.fromEntries(
          Object.entries(readAgainMs).map(([venue, is]) => [
            `${venue}ReadAgainMs`,
            { is, atMost: READ_AGAIN_WITHIN_MS },
          ]),
        ),
      },
    );
  });
}

/** Posts every account's orders, one account after another in turn. */
async function placeResting(sandbox: Sandbox, { origin }: Product, traders: readonly Traders[]): Promise<void> {
  const alerts = Array.from({ length: ORDERS_OF_AN_ACCOUNT }, (_, round) =>
    traders.flatMap(({ venue, accounts }) => {
      const price = restingPrice(sandbox, venue);
      return accounts.map((account) => alertBody(account, FIRST_QUANTITY + round, venue, { side: "BUY", price }));
    }),
  ).flat();
  const due = alerts.map((body, index) => ({ body, atMs: (index * 1_000) / POSTED_PER_S }));
  await generate("schedule", { origin, connections: CONNECTIONS, alerts: due });
}

async function whenWorking({ databaseUrl = "" }: Product, orders: number): Promise<void> {
  const count = "select count(*)::int as working from orders where execution_state = 'working'";
  let working = 0;
  const areWorking = () =>
    withClient(databaseUrl, async (client) => {
      working = (await client.query<{ working: number }>(count)).rows[0]?.working ?? 0;
      return working === orders || undefined;
    });
  const areAll = await waitFor(areWorking, { withinMs: SETTLING_MS, everyMs: 1_000 });
  if (!areAll) throw new Error(`${working} of ${orders} orders work`);
}

type Weights = Readonly<Record<keyof typeof WEIGHT_OF_AN_ADDRESS, number>>;

/** Watches the weight that Binance says our address has used in a minute, which includes the few requests that ask. */
async function watchWeights({ binanceSpot, binanceFutures }: Sandbox, forMs: number): Promise<Weights> {
  const most = { BINANCE_SPOT: 0, BINANCE_FUTURES: 0 };
  const sample = async (venue: keyof typeof most, url: string) => {
    const { headers, body } = await fetch(url);
    await body?.cancel();
    most[venue] = Math.max(most[venue], Number(headers.get("x-mbx-used-weight-1m")));
  };
  for (const endsAtMs = nowMs() + forMs; nowMs() < endsAtMs; await delay(SAMPLED_EVERY_MS)) {
    await sample("BINANCE_SPOT", `${binanceSpot.demoApiUrl}/api/v3/ping`);
    await sample("BINANCE_FUTURES", `${binanceFutures.demoApiUrl}/fapi/v1/ping`);
  }
  return most;
}

interface Use {
  /** By what was asked. */
  readonly requestsAMinute: Readonly<Record<string, number>>;
  readonly allRequestsAMinute: number;
  /** How many reads of orders the account with the most had in a minute. */
  readonly readsOfAnAccountAMinute: number;
}

function useOf({ calls }: Sandbox, { venue, venueAccounts }: Traders): Use {
  const minutes = WATCHED_S / 60;
  const counted = calls.list().filter((call) => call.venue === venue);
  const perMinute = (count: number) => rounded(count / minutes);
  const total = (counts: readonly { readonly count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
  const byOperation = Map.groupBy(counted, ({ operation }) => operation);
  const byAccount = Map.groupBy(
    counted.filter(({ operation }) => READS.some((each) => each === operation)),
    ({ account }) => account,
  );
  return {
    requestsAMinute: Object.fromEntries(Array.from(byOperation, ([name, all]) => [name, perMinute(total(all))])),
    allRequestsAMinute: perMinute(total(counted)),
    readsOfAnAccountAMinute: perMinute(
      Math.max(0, ...venueAccounts.map((account) => total(byAccount.get(account) ?? []))),
    ),
  };
}

function budgetTargets(use: Readonly<Record<string, Use>>, weights: Weights): Readonly<Record<string, Target>> {
  return {
    TINKOFFRequestsAMinute: { is: use["TINKOFF"]?.allRequestsAMinute ?? 0, atMost: REQUESTS_OF_AN_ADDRESS.TINKOFF },
    TINKOFFReadsOfAUserAMinute: { is: use["TINKOFF"]?.readsOfAnAccountAMinute ?? 0, atMost: READS_OF_A_USER.TINKOFF },
    BINANCE_SPOTWeight: { is: weights.BINANCE_SPOT, atMost: WEIGHT_OF_AN_ADDRESS.BINANCE_SPOT },
    BINANCE_FUTURESWeight: { is: weights.BINANCE_FUTURES, atMost: WEIGHT_OF_AN_ADDRESS.BINANCE_FUTURES },
  };
}

/** Returns per venue how long after the server was ready its last account was read; the timeout if it never was. */
async function whenReadAgain(
  { calls }: Sandbox,
  traders: readonly Traders[],
  readyAtMs: number,
): Promise<Readonly<Record<string, number>>> {
  const readAtMs = new Map<VenueName, number>();
  const areRead = () => {
    for (const { venue, venueAccounts } of traders) {
      if (readAtMs.has(venue)) continue;
      const reads = calls
        .list()
        .filter((call) => call.venue === venue && READS.some((each) => each === call.operation));
      const read = new Set(reads.map(({ account }) => account));
      if (venueAccounts.every((account) => read.has(account))) readAtMs.set(venue, nowMs());
    }
    return readAtMs.size === traders.length || undefined;
  };
  await waitFor(areRead, { withinMs: READ_AGAIN_TIMEOUT_MS, everyMs: 100 });
  return Object.fromEntries(
    traders.map(({ venue }) => [
      venue,
      Math.round(Math.max(0, (readAtMs.get(venue) ?? readyAtMs + READ_AGAIN_TIMEOUT_MS) - readyAtMs)),
    ]),
  );
}
