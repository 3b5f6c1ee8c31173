/** How long an alert takes to become an order at the venue, compared with a forwarder that stores nothing. */
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 50;
const ACCOUNTS = 100;
const CONNECTIONS = 20;
/** Each account's first order fetches its access token, which later orders don't. */
const WARM_UP_ALERTS = 3 * ACCOUNTS;
const ALERTS_A_ROUND = 500;
/** Floor and product take turns, so that a slow moment of the machine doesn't hit just one of them. */
const ROUNDS = 3;
const ARRIVAL_TIMEOUT_MS = 10_000;

/** Runs the case and prints its result. */
export async function measureLatency(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product();
    const traders = await signUpMany(ground, product, "latency", { accounts: ACCOUNTS });
    const secret = "refresh-token-of-the-forwarder";
    sandbox.register(
      ...traders.venueAccounts.map(
        (account) => ({ venue: "ALOR_BROKER", environment: "demo", account, secret }) as const,
      ),
    );
    const forwarder = await ground.floor("forwarder", {
      VENUE_API_URL: sandbox.alor.demoApiUrl,
      VENUE_OAUTH_URL: sandbox.alor.demoOauthUrl,
      VENUE_SECRET: secret,
    });
    const contenders = [
      { origin: forwarder.origin, accounts: traders.venueAccounts, traced: [] as Traced[] },
      { origin: product.origin, accounts: traders.accounts, traced: [] as Traced[] },
    ];
    const paced = (accounts: readonly string[], alerts: number) =>
      evenly(alerts, PER_SECOND, { venue: traders.venue, accounts });
    for (const { origin, accounts } of contenders) {
      await traceAlerts(
        sandbox,
        { origin, connections: CONNECTIONS, alerts: paced(accounts, WARM_UP_ALERTS) },
        { withinMs: ARRIVAL_TIMEOUT_MS },
      );
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { origin, accounts, traced } of contenders) {
        const alerts = paced(accounts, ALERTS_A_ROUND);
        const traffic = { origin, connections: CONNECTIONS, alerts, firstLots: round * 10_000 };
        traced.push(...(await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS })));
      }
    }
    const [floor, own] = contenders.map(({ traced }) => wayMsOf(traced));
    if (!floor || !own) throw new Error("nothing was measured");
    const [floorP50, floorP99] = [percentile(floor, 0.5), percentile(floor, 0.99)];
    reportCase(
      "latency",
      {
        storage,
        perSecond: PER_SECOND,
        alerts: own.length,
        floor: { p50Ms: rounded(floorP50), p99Ms: rounded(floorP99) },
      },
      {
        p50Ms: { is: percentile(own, 0.5), atMost: floorP50 + 2 },
        p99Ms: { is: percentile(own, 0.99), atMost: floorP99 + 12 },
        missing: { is: ROUNDS * ALERTS_A_ROUND - own.length, atMost: 0 },
      },
    );
  });
}
