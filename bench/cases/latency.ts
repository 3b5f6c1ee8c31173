/** How long an alert takes to become an order at the venue, compared with a forwarder that stores nothing. */
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf } from "./ground.ts";

/** Alerts a second, and how many of them a round has. */
const PACES = [
  [10, 150],
  [50, 500],
  [200, 1_000],
] as const;
const WARM_UP_PER_SECOND = 50;
const ACCOUNTS = 100;
const CONNECTIONS = 20;
/** Each account's first order fetches its access token, which later orders don't. */
const WARM_UP_ALERTS = 3 * ACCOUNTS;
/** Floor and product take turns, so that a slow moment of the machine doesn't hit just one of them. */
const ROUNDS = 3;
const ARRIVAL_TIMEOUT_MS = 10_000;

interface Contender {
  readonly origin: string;
  readonly accounts: readonly string[];
}

/** Runs the case and prints a result for each pace. */
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
    const contenders: readonly Contender[] = [
      { origin: forwarder.origin, accounts: traders.venueAccounts },
      { origin: product.origin, accounts: traders.accounts },
    ];
    let firstLots = 1;
    const post = async ({ origin, accounts }: Pick<Contender, "origin" | "accounts">, count: number, rate: number) => {
      const alerts = evenly(count, rate, { venue: traders.venue, accounts });
      firstLots += count;
      const traffic = { origin, connections: CONNECTIONS, alerts, firstLots };
      return await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
    };
    for (const contender of contenders) await post(contender, WARM_UP_ALERTS, WARM_UP_PER_SECOND);
    for (const [perSecond, alertsARound] of PACES) {
      const ways = contenders.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, contender] of contenders.entries())
          ways[index]?.push(...wayMsOf(await post(contender, alertsARound, perSecond)));
      }
      const [floor, own] = ways;
      if (!floor || !own) throw new Error("nothing was measured");
      const [floorP50, floorP99] = [percentile(floor, 0.5), percentile(floor, 0.99)];
      reportCase(
        "latency",
        { storage, perSecond, alerts: own.length, floor: { p50Ms: rounded(floorP50), p99Ms: rounded(floorP99) } },
        {
          p50Ms: { is: percentile(own, 0.5), atMost: floorP50 + 2 },
          p99Ms: { is: percentile(own, 0.99), atMost: floorP99 + 12 },
          missing: { is: ROUNDS * alertsARound - own.length, atMost: 0 },
        },
      );
    }
  });
}
