/**
 * An hour of alerts at a steady pace: neither memory nor latency may grow. The hour's second quarter is the floor; in the
 * first, caches fill and hot code is compiled. The simulated venues remember every order, so they, too, are held up when
 * this process collects garbage: the answers, which wait for no venue, tell whose time grows.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { memoryOf } from "../product/memory.ts";
import type { StorageKind } from "../product/storage.ts";
import { median, percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 100;
const ACCOUNTS = 100;
const CONNECTIONS = 20;
const QUARTERS = 4;
const MINUTES_OF_A_QUARTER = 15;
const SECONDS_OF_A_MINUTE = 60;
const SECONDS_IN_SHORT = 2;
const ARRIVAL_TIMEOUT_MS = 30_000;
/** How many times the second quarter's figures the last one's may be; the slowest of a hundred alerts vary more. */
const FLAT = 1.1;
const FLAT_P99 = 1.25;

/** What the server took in one minute, and how its alerts went. */
interface Minute {
  readonly mb: number;
  readonly venuesHeldUpMs: number;
  readonly traced: readonly Traced[];
}

/** Runs the case and prints its result. */
export async function measureSoak(storage: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround(storage, async (ground) => {
    const product = await ground.product();
    const traders = await signUpMany(ground, product, "soak", { accounts: ACCOUNTS });
    const alerts = evenly(PER_SECOND * (isShort ? SECONDS_IN_SHORT : SECONDS_OF_A_MINUTE), PER_SECOND, traders);
    const traffic = { origin: product.origin, connections: CONNECTIONS, alerts };
    const minutes: Minute[] = [];
    const longestPauseMs = watchPauses();
    while (minutes.length < QUARTERS * MINUTES_OF_A_QUARTER) {
      const traced = await traceAlerts(ground.sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
      minutes.push({ mb: memoryOf(product).nowMb, venuesHeldUpMs: longestPauseMs(), traced });
    }

    const quarters = Array.from({ length: QUARTERS }, (_, index) =>
      sumUp(minutes.slice(index * MINUTES_OF_A_QUARTER, (index + 1) * MINUTES_OF_A_QUARTER)),
    );
    const [, floor] = quarters;
    const last = quarters.at(-1);
    if (!floor || !last) throw new Error("nothing was measured");
    const all = minutes.flatMap(({ traced }) => traced);
    const arrived = wayMsOf(all).length;
    reportCase(
      "soak",
      { storage, perSecond: PER_SECOND, alerts: all.length, peakMb: memoryOf(product).peakMb, floor, quarters },
      {
        mb: { is: last.mb, atMost: floor.mb * FLAT },
        p50Ms: { is: last.p50Ms, atMost: floor.p50Ms * FLAT },
        p99Ms: { is: last.p99Ms, atMost: floor.p99Ms * FLAT_P99 },
        answerP99Ms: { is: last.answerP99Ms, atMost: floor.answerP99Ms * FLAT_P99 },
        unanswered: { is: all.filter(({ status }) => status !== 200).length, atMost: 0 },
        missingAtVenue: { is: all.length - arrived, atMost: 0 },
        doubledAtVenue: { is: ground.sandbox.ledger.entries().length - arrived, atMost: 0 },
      },
    );
  });
}

/** From the POST until the order is at the venue, and until the answer; and the median of the memory after each minute. */
function sumUp(minutes: readonly Minute[]) {
  const wayMs = minutes.flatMap(({ traced }) => wayMsOf(traced));
  const answerMs = minutes.flatMap(({ traced }) =>
    traced.map(({ postedAtMs, answeredAtMs }) => answeredAtMs - postedAtMs),
  );
  return {
    p50Ms: rounded(percentile(wayMs, 0.5)),
    p99Ms: rounded(percentile(wayMs, 0.99)),
    answerP50Ms: rounded(percentile(answerMs, 0.5)),
    answerP99Ms: rounded(percentile(answerMs, 0.99)),
    venuesHeldUpMs: Math.max(...minutes.map(({ venuesHeldUpMs }) => venuesHeldUpMs)),
    mb: median(minutes.map(({ mb }) => mb)),
  };
}

/** Returns a function that says for how long this process stood still at most, to collect garbage, since its last call. */
function watchPauses(): () => number {
  let longestMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => {
    const ms = rounded(longestMs);
    longestMs = 0;
    return ms;
  };
}
