/** How much a venue that has stopped answering slows down orders at another venue. */
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 50;
const ACCOUNTS = 90;
const STALLED_ACCOUNTS = 10;
const CONNECTIONS = 20;
const STALL_S = 30;
const WARM_UP_ALERTS = 300;
/** Rounds with and without the stall alternate. */
const ROUNDS = 2;
const ARRIVAL_TIMEOUT_MS = 30_000;
/** After a 30 s stall, outcomes are still being looked up; the next round begins once they are all known. */
const REST_TIMEOUT_MS = 120_000;

/** Runs the case and prints its result. */
export async function measureStalled(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product();
    const others = await signUpMany(ground, product, "others", { accounts: ACCOUNTS });
    const stalled = await signUpMany(ground, product, "stalled", { accounts: STALLED_ACCOUNTS, venue: "BINANCE_SPOT" });
    const ofOthers = new Set(others.accounts);
    let firstLots = 1;
    const trace = async (alerts: number, awaitAll: boolean): Promise<Traced[]> => {
      firstLots += 10_000;
      const traced = await traceAlerts(
        sandbox,
        {
          origin: product.origin,
          connections: CONNECTIONS,
          alerts: evenly(alerts, PER_SECOND, others, stalled),
          firstLots,
        },
        awaitAll
          ? { withinMs: REST_TIMEOUT_MS }
          : { withinMs: ARRIVAL_TIMEOUT_MS, awaited: (account) => ofOthers.has(account) },
      );
      return traced.filter(({ account }) => ofOthers.has(account));
    };

    await trace(WARM_UP_ALERTS, true);
    const [without, during]: [Traced[], Traced[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(...(await trace(STALL_S * PER_SECOND, true)));
      sandbox.faults.set({ kind: "hang", venue: stalled.venue });
      during.push(...(await trace(STALL_S * PER_SECOND, false)));
      sandbox.faults.reset();
    }
    const [p99Without, p99During] = [without, during].map((traced) => percentile(wayMsOf(traced), 0.99));
    if (p99Without === undefined || p99During === undefined) throw new Error("nothing was measured");
    reportCase(
      "stalled",
      {
        storage,
        stalledForS: STALL_S,
        accounts: ACCOUNTS,
        stalledAccounts: STALLED_ACCOUNTS,
        alerts: during.length,
        p50Ms: rounded(percentile(wayMsOf(during), 0.5)),
        floor: { p50Ms: rounded(percentile(wayMsOf(without), 0.5)), p99Ms: rounded(p99Without) },
      },
      {
        p99Ms: { is: p99During, atMost: 1.1 * p99Without },
        missing: { is: during.length - wayMsOf(during).length, atMost: 0 },
      },
    );
  });
}
