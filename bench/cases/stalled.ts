/** What a venue that has stopped answering some accounts costs the others. */
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 50;
const ACCOUNTS = 90;
const STALLED_ACCOUNTS = 10;
const CONNECTIONS = 20;
const STALL_MS = 8_000;
const ALERTS_A_ROUND = 500;
const WARM_UP_ALERTS = 300;
/** With and without take turns. */
const ROUNDS = 3;
const ARRIVAL_TIMEOUT_MS = 30_000;

/** Prints the case. */
export async function measureStalled(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product();
    const others = await signUpMany(ground, product, "others", ACCOUNTS);
    const stalled = await signUpMany(ground, product, "stalled", STALLED_ACCOUNTS);
    const accounts = [...others.accounts, ...stalled.accounts];
    const otherAccounts = new Set(others.accounts);
    const awaited = (account: string) => otherAccounts.has(account);
    let firstLots = 1;
    const trace = async (alerts: number): Promise<Traced[]> => {
      firstLots += 10_000;
      const traffic = {
        origin: product.origin,
        accounts,
        alerts,
        perSecond: PER_SECOND,
        connections: CONNECTIONS,
        firstLots,
      };
      const traced = await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS, awaited });
      return traced.filter(({ account }) => awaited(account));
    };

    await trace(WARM_UP_ALERTS);
    const [without, during]: [Traced[], Traced[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(...(await trace(ALERTS_A_ROUND)));
      sandbox.faults.set(
        ...stalled.portfolios.map((account) => ({ kind: "latency", account, latencyMs: STALL_MS }) as const),
      );
      during.push(...(await trace(ALERTS_A_ROUND)));
      sandbox.faults.reset();
    }
    const [p99Without, p99During] = [without, during].map((traced) => percentile(wayMsOf(traced), 0.99));
    if (p99Without === undefined || p99During === undefined) throw new Error("nothing was measured");
    reportCase(
      "stalled",
      {
        storage,
        accounts: ACCOUNTS,
        stalledAccounts: STALLED_ACCOUNTS,
        p50Ms: rounded(percentile(wayMsOf(during), 0.5)),
        floor: { p50Ms: rounded(percentile(wayMsOf(without), 0.5)), p99Ms: rounded(p99Without) },
      },
      {
        p99Ms: { is: p99During, atMost: 1.2 * p99Without },
        missing: { is: during.length - wayMsOf(during).length, atMost: 0 },
      },
    );
  });
}
