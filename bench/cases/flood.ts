/** How much one user with hundreds of accounts slows down another user at the same venue. */
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type DueAlert, type Traced } from "./ground.ts";

const FLOODING_ACCOUNTS = 500;
const ACCOUNTS = 10;
const CONNECTIONS = 50;
const PER_SECOND = 20;
const SECONDS = 10;
/** Slow enough to keep the flood queued for seconds: 500 orders, 16 concurrent calls (one user's share of 128). */
const VENUE_LATENCY_MS = 150;
/** Counted from the other user's first alert. */
const FLOOD_AT_MS = 2_000;
/** All flooding accounts fire within one second, as strategies do at the close of a bar. */
const FLOOD_PER_SECOND = FLOODING_ACCOUNTS;
const ROUNDS = 3;
const ARRIVAL_TIMEOUT_MS = 60_000;

/** Runs the case and prints its result. */
export async function measureFlood(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product();
    const flooding = await signUpMany(ground, product, "flood", {
      accounts: FLOODING_ACCOUNTS,
      accountsOfAUser: FLOODING_ACCOUNTS,
    });
    const other = await signUpMany(ground, product, "other", { accounts: ACCOUNTS });
    const ofOther = new Set(other.accounts);
    const quiet = evenly(PER_SECOND * SECONDS, PER_SECOND, other);
    const flood = evenly(FLOODING_ACCOUNTS, FLOOD_PER_SECOND, flooding);
    const flooded = [...quiet, ...flood.map((alert) => ({ ...alert, atMs: alert.atMs + FLOOD_AT_MS }))];
    let firstLots = 1;
    const trace = async (alerts: readonly DueAlert[]): Promise<Traced[]> => {
      firstLots += 10_000;
      const traffic = {
        origin: product.origin,
        connections: CONNECTIONS,
        alerts: alerts.toSorted((one, next) => one.atMs - next.atMs),
        firstLots,
      };
      const traced = await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
      return traced.filter(({ account }) => ofOther.has(account));
    };

    // Warm-up: each account's first order fetches its access token.
    await trace(flooded);
    sandbox.faults.set({ kind: "latency", latencyMs: VENUE_LATENCY_MS, executed: true });
    const [without, during]: [Traced[], Traced[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(...(await trace(quiet)));
      during.push(...(await trace(flooded)));
    }
    const at = (traced: readonly Traced[], share: number) => percentile(wayMsOf(traced), share);
    reportCase(
      "flood",
      {
        storage,
        accounts: FLOODING_ACCOUNTS,
        venueLatencyMs: VENUE_LATENCY_MS,
        alerts: during.length,
        p99Ms: rounded(at(during, 0.99)),
        floor: {
          p50Ms: rounded(at(without, 0.5)),
          p95Ms: rounded(at(without, 0.95)),
          p99Ms: rounded(at(without, 0.99)),
        },
      },
      {
        p50Ms: { is: at(during, 0.5), atMost: at(without, 0.5) + 20 },
        p95Ms: { is: at(during, 0.95), atMost: at(without, 0.95) + 20 },
        missing: { is: during.length - wayMsOf(during).length, atMost: 0 },
      },
    );
  });
}
