/**
 * How long the kill switch takes from the call until twenty positions at the four venues are closed, as many working
 * orders cancelled, and all of it proven, also while venues fail. Venues answer in 20 ms. The floor is a bare client
 * that does the same at Alor.
 */
import { setTimeout as delay } from "node:timers/promises";
import { VENUES, type VenueName } from "@chartrelay/contract";
import type { FaultInput, Sandbox } from "@chartrelay/sandbox";
import type pg from "pg";
import { generate } from "../load/generator.ts";
import { nowMs } from "../product/child.ts";
import { liftStop, stopEverything } from "../product/stops.ts";
import { withClient, type StorageKind } from "../product/storage.ts";
import { signUp, type Trader } from "../product/trader.ts";
import { alertBody, newKeys, registrationsOf, type VenueKey } from "../product/venue-keys.ts";
import { isFlat, restingPrice } from "../product/venue-market.ts";
import { slowDown } from "../product/venue-pace.ts";
import { waitFor } from "../product/wait.ts";
import { percentile, reportCase, rounded, type Target } from "./figures.ts";
import { onGround, type Product } from "./ground.ts";
import { flattenBare } from "./stop-floor.ts";

/** One in each account. */
const POSITIONS = 20;
/**
 * Binance allows an address so much weight a minute, whoever uses it: stops in quick succession would measure how long the
 * next minute is away. What a stop costs is in the result.
 */
const STOPS_EVERY_MS = 5_000;
const ANSWERED_IN_MS = 20;
const STOPS = 20;
const STOPS_IN_SHORT = 3;
const STOPS_WITH_FAULTS = 5;
const STOPS_WITH_FAULTS_IN_SHORT = 2;
const LOTS = 1_000;
const POSTED_EVERY_MS = 10;
const CONNECTIONS = 8;
const CHECKED_WITHIN_MS = 60_000;
const SETTLING_MS = 120_000;
const PROVEN_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 20;
const MOST_P99_MS = 3_000;
const SLOW_MS = 500;

/** What goes wrong once in each account. */
const FAULTS = {
  cancelAnswerLost: () => [{ kind: "accept-then-drop", operation: "cancel" }],
  cancel5xx: () => [{ kind: "5xx", operation: "cancel" }],
  // At spot, what is held are the balances of money.
  positions5xx: (venue) => [{ kind: "5xx", operation: venue === "BINANCE_SPOT" ? "money" : "positions" }],
  closing5xx: () => [{ kind: "5xx", operation: "order" }],
  /** Nothing, but one venue is slow all the time. */
  slowVenue: () => [],
} as const satisfies Readonly<Record<string, (venue: VenueName) => readonly FaultInput[]>>;
type FaultName = keyof typeof FAULTS;
const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

interface Scene {
  readonly sandbox: Sandbox;
  readonly server: Product;
  readonly trader: Trader;
  readonly keys: readonly VenueKey[];
  readonly client: pg.Client;
}

/** What became of one stop. */
interface Stopped {
  /** From just before the call; Infinity if it was never proven. */
  readonly provenMs: number;
  /** Accounts that hold something all the same, or in which something works. */
  readonly notFlat: number;
  /** Orders that closed something, beyond one in each account. */
  readonly closedTwice: number;
  /** Faults that nothing met. */
  readonly unmet: number;
  /** What it cost at Binance spot, with what opened the positions; negative if the venue's minute turned meanwhile. */
  readonly spotWeight: number;
}

/** Runs the case and prints its result. On PostgreSQL only: the moment of the proof is read from outside the server. */
export async function measureStop(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround("postgres", async ({ sandbox, product: start }) => {
    const server = await start();
    // T-Invest streams orders only live.
    const keys = newKeys("stop", POSITIONS, VENUES, "live");
    sandbox.register(...registrationsOf(keys));
    const pro = { checkedWithinMs: CHECKED_WITHIN_MS, proIn: server.databaseUrl };
    const trader = await signUp(server.origin, "stop", keys, pro);
    slowDown(sandbox, ANSWERED_IN_MS);
    const floor = await flattenBare(sandbox, POSITIONS, isShort ? STOPS_IN_SHORT : STOPS);
    await withClient(server.databaseUrl ?? "", async (client) => {
      const scene: Scene = { sandbox, server, trader, keys, client };
      const stop = async (count: number, name?: FaultName) => {
        const all: Stopped[] = [];
        while (all.length < count) {
          const [stopped] = await Promise.all([openAndStop(scene, name), delay(STOPS_EVERY_MS)]);
          all.push(stopped);
        }
        return all;
      };
      await stop(1);
      const calm = await stop(isShort ? STOPS_IN_SHORT : STOPS);
      const disturbed = new Map<FaultName, readonly Stopped[]>();
      for (const name of FAULT_NAMES)
        disturbed.set(name, await stop(isShort ? STOPS_WITH_FAULTS_IN_SHORT : STOPS_WITH_FAULTS, name));

      const all = [...calm, ...[...disturbed.values()].flat()];
      const total = (of: (stopped: Stopped) => number) => all.reduce((sum, each) => sum + of(each), 0);
      reportCase(
        "stop",
        {
          storage: "postgres",
          positions: POSITIONS,
          stops: calm.length,
          stopsWithEachFault: disturbed.get("slowVenue")?.length,
          answeredInMs: ANSWERED_IN_MS,
          slowVenueAnswersInMs: ANSWERED_IN_MS + SLOW_MS,
          stopsEveryMs: STOPS_EVERY_MS,
          binanceSpotWeightOfAStop: Math.max(...calm.map(({ spotWeight }) => spotWeight)),
          floor: shown(floor),
          ...shown(timesOf(calm)),
          ...Object.fromEntries(Array.from(disturbed, ([name, stops]) => [name, shown(timesOf(stops))])),
        },
        {
          p99Ms: slowest(calm),
          ...Object.fromEntries(Array.from(disturbed, ([name, stops]) => [`${name}P99Ms`, slowest(stops)])),
          unproven: { is: all.length - timesOf(all).length, atMost: 0 },
          notFlat: { is: total(({ notFlat }) => notFlat), atMost: 0 },
          closedTwice: { is: total(({ closedTwice }) => closedTwice), atMost: 0 },
          faultsThatNothingMet: { is: total(({ unmet }) => unmet), atMost: 0 },
        },
      );
    });
  });
}

const timesOf = (stops: readonly Stopped[]) => stops.map(({ provenMs }) => provenMs).filter(Number.isFinite);
const slowest = (stops: readonly Stopped[]): Target => ({ is: percentile(timesOf(stops), 0.99), atMost: MOST_P99_MS });
const shown = (all: readonly number[]) => ({
  p50Ms: rounded(percentile(all, 0.5)),
  p99Ms: rounded(percentile(all, 0.99)),
});

async function openAndStop(scene: Scene, fault: FaultName | undefined): Promise<Stopped> {
  const { sandbox, server, trader, keys, client } = scene;
  const weightBefore = await usedSpotWeight(sandbox);
  await open(scene);
  const before = sandbox.ledger.entries().length;
  const faultsAt = (venue: VenueName): readonly FaultInput[] => (fault === undefined ? [] : FAULTS[fault](venue));
  sandbox.faults.set(
    ...keys.flatMap(({ account, venue }) => faultsAt(venue).map((each) => ({ ...each, account, times: 1 }))),
  );
  if (fault === "slowVenue") slowDown(sandbox, SLOW_MS, "ALOR_BROKER");

  const calledAtMs = nowMs();
  const { id } = await stopEverything(server.origin, trader);
  const provenAtMs = await waitFor(() => provenAt(client, id), {
    withinMs: PROVEN_WITHIN_MS,
    everyMs: LOOK_EVERY_MS,
  });
  const unmet = sandbox.faults.list().filter(({ left }) => left !== null).length;
  sandbox.faults.reset();
  slowDown(sandbox, ANSWERED_IN_MS);
  await liftStop(server.origin, trader, id);
  return {
    provenMs: (provenAtMs ?? Infinity) - calledAtMs,
    notFlat: keys.filter((key) => !isFlat(sandbox, key)).length,
    closedTwice: Math.max(0, sandbox.ledger.entries().length - before - keys.length),
    unmet,
    spotWeight: (await usedSpotWeight(sandbox)) - weightBefore,
  };
}

async function usedSpotWeight({ binanceSpot }: Sandbox): Promise<number> {
  const { headers } = await fetch(`${binanceSpot.apiUrl}/api/v3/ping`);
  return Number(headers.get("x-mbx-used-weight-1m"));
}

const PROVEN = "select proven_at / 1000.0 as at from stops where id = $1 and state = 'proven'";

/** Returns when a stop was proven, by the storage's clock, which is this machine's. */
async function provenAt(client: pg.Client, id: string): Promise<number | undefined> {
  const { rows } = await client.query<{ at: string }>(PROVEN, [id]);
  return rows[0] && Number(rows[0].at);
}

// A list of working orders may say that an order is filled before its fills are read.
const SETTLED = `
select count(*) filter (where execution_state = 'working')::int as working,
  count(*) filter (where status = 'NEW' or coalesce(filled_quantity, '0')::numeric > (
    select coalesce(sum(quantity::numeric), 0) from fills where order_id = orders.id))::int as unknown
from orders`;

/** Buys in every account, and leaves an order working there. */
async function open({ sandbox, server, trader, keys, client }: Scene): Promise<void> {
  const bodies = keys.flatMap(({ venue }, index) => {
    const account = trader.accounts[index] ?? "";
    const price = restingPrice(sandbox, venue);
    return [alertBody(account, LOTS, venue), alertBody(account, LOTS + 1, venue, { side: "BUY", price })];
  });
  const alerts = bodies.map((body, index) => ({ body, atMs: index * POSTED_EVERY_MS }));
  await generate("schedule", { origin: server.origin, connections: CONNECTIONS, alerts });
  const isSettled = async () => {
    const { rows } = await client.query<{ working: number; unknown: number }>(SETTLED);
    return (rows[0]?.working === keys.length && rows[0].unknown === 0) || undefined;
  };
  if (!(await waitFor(isSettled, { withinMs: SETTLING_MS }))) throw new Error("the positions were never open");
}
