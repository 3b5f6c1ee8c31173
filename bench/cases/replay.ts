/** How long a replay of 1,000 alerts takes, and how much it slows down the alerts that come meanwhile. */
import type { ReplayReport } from "@chartrelay/contract";
import { call } from "../product/api.ts";
import type { StorageKind } from "../product/storage.ts";
import { addStrategy, signalBody } from "../product/strategies.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const ALERTS = 1_000;
const ACCOUNTS = 10;
const CONNECTIONS = 20;
const PER_SECOND = 20;
const SECONDS = 10;
/** Fewer replays in all than a user may run in a minute. */
const ROUNDS = 2;
const REPLAYS_A_ROUND = 2;
const ARRIVAL_TIMEOUT_MS = 10_000;
const REPLAY_TIMEOUT_MS = 60_000;

/** Runs the case and prints its result. */
export async function measureReplay(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product();
    const traders = await signUpMany(ground, product, "replay", { accounts: ACCOUNTS });
    const [token = ""] = traders.tokens;
    const [account = ""] = traders.accounts;
    const strategy = await addStrategy(
      product.origin,
      { token },
      {
        name: "Replayed",
        mode: "target",
        accounts: [account],
      },
    );
    const log = logOf(strategy);
    const times: number[] = [];
    const replay = async () => {
      const startedAt = performance.now();
      const url = `${product.origin}/api/v1/strategies/${strategy}/replay`;
      const { isEqual, alerts } = await call<ReplayReport>(url, {
        token,
        body: { log },
        timeoutMs: REPLAY_TIMEOUT_MS,
      });
      if (!isEqual || alerts !== ALERTS) throw new Error("the replay didn't end where the log does");
      times.push(performance.now() - startedAt);
    };
    let firstLots = 1;
    const trace = async (): Promise<Traced[]> => {
      firstLots += 10_000;
      const alerts = evenly(PER_SECOND * SECONDS, PER_SECOND, traders);
      const traffic = { origin: product.origin, connections: CONNECTIONS, alerts, firstLots };
      return await traceAlerts(ground.sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
    };

    // Warm-up: each account's first order fetches its access token.
    await trace();
    const [without, during]: [Traced[], Traced[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(...(await trace()));
      const replays = async () => {
        for (let done = 0; done < REPLAYS_A_ROUND; done += 1) await replay();
      };
      const [traced] = await Promise.all([trace(), replays()]);
      during.push(...traced);
    }
    const at = (traced: readonly Traced[], share: number) => percentile(wayMsOf(traced), share);
    reportCase(
      "replay",
      {
        storage,
        alerts: ALERTS,
        p99Ms: rounded(at(during, 0.99)),
        floor: {
          p50Ms: rounded(at(without, 0.5)),
          p95Ms: rounded(at(without, 0.95)),
          p99Ms: rounded(at(without, 0.99)),
        },
      },
      {
        replayMs: { is: percentile(times, 0.5), atMost: 10_000 },
        p50Ms: { is: at(during, 0.5), atMost: at(without, 0.5) + 20 },
        p95Ms: { is: at(during, 0.95), atMost: at(without, 0.95) + 20 },
        missing: { is: during.length - wayMsOf(during).length, atMost: 0 },
      },
    );
  });
}

const POSITIONS = [5, 10, 3, -4, 0, 7, 0];

/** Returns a log of a strategy that walks through these positions, a minute apart. */
function logOf(strategy: string): string {
  const positionAt = (index: number) => (index < 0 ? 0 : (POSITIONS[index % POSITIONS.length] ?? 0));
  const startedAtMs = Date.parse("2026-11-02T08:00:00Z");
  const messages = Array.from({ length: ALERTS }, (_, index) => {
    const [from, to] = [positionAt(index - 1), positionAt(index)];
    return signalBody(strategy, "SBER", [from, to], {
      signalPrice: 300 + (index % 5),
      signalTime: new Date(startedAtMs + index * 60_000).toISOString(),
    });
  });
  return messages.join("\n");
}
