/** Every account's strategy fires at the close of the same bar. */
import { memoryOf } from "../product/memory.ts";
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts } from "./ground.ts";

const ALERTS = 10_000;
const ACCOUNTS = 2_000;
const CONNECTIONS = 250;
const ARRIVAL_TIMEOUT_MS = 30_000;

/** Runs and prints the cases `burst` and `memory`. */
export async function measureBurst(storage: StorageKind): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product({ LOG_LEVEL: "error" });
    const traders = await signUpMany(ground, product, "burst", { accounts: ACCOUNTS });
    const before = memoryOf(product);
    const traffic = { origin: product.origin, connections: CONNECTIONS, alerts: evenly(ALERTS, ALERTS, traders) };
    const traced = await traceAlerts(ground.sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });

    const startMs = Math.min(...traced.map(({ dueAtMs }) => dueAtMs));
    const answerMs = traced.map(({ dueAtMs, answeredAtMs }) => answeredAtMs - dueAtMs);
    const arrivalMs = traced.flatMap(({ atVenueMs }) => (atVenueMs === undefined ? [] : [atVenueMs - startMs]));
    const acceptedMs = Math.max(...traced.map(({ answeredAtMs }) => answeredAtMs)) - startMs;
    reportCase(
      "burst",
      {
        storage,
        alerts: ALERTS,
        accounts: ACCOUNTS,
        /** How late the load generator posted: it isn't infinitely fast either. */
        generatorLagMs: rounded(Math.max(...traced.map(({ dueAtMs, postedAtMs }) => postedAtMs - dueAtMs))),
        answerP50Ms: rounded(percentile(answerMs, 0.5)),
        answerP99Ms: rounded(percentile(answerMs, 0.99)),
        allAnsweredAfterMs: rounded(acceptedMs),
      },
      {
        slowestAnswerMs: { is: Math.max(...answerMs), atMost: 1_500 },
        unanswered: { is: traced.filter(({ status }) => status !== 200).length, atMost: 0 },
        missingAtVenue: { is: ALERTS - arrivalMs.length, atMost: 0 },
        doubledAtVenue: { is: ground.sandbox.ledger.entries().length - arrivalMs.length, atMost: 0 },
        allAtVenueAfterMs: { is: Math.max(...arrivalMs), atMost: 5_000 },
      },
    );
    const after = memoryOf(product);
    reportCase(
      "memory",
      { storage, beforeMb: before.nowMb, peakMb: after.peakMb },
      { afterMb: { is: after.nowMb, atMost: 250 } },
    );
  });
}
