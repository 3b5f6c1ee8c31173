/** How long orders took during the last hour, day and month, from the sums that the leader keeps. */
import type { ServiceStatus, VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { addBuckets, percentilesOf, type Latencies } from "../platform/latency.ts";
import { MINUTE_MS, SPANS } from "./latency-sums.ts";

/** Each period by the spans that it is read from, and how many of them before the current one. */
const PERIODS = {
  hour: { minutes: SPANS.quarter, before: 4 },
  day: { minutes: SPANS.hour, before: 24 },
  month: { minutes: SPANS.day, before: 30 },
} as const;
type Period = keyof typeof PERIODS;
const PERIOD_NAMES = Object.keys(PERIODS) as readonly Period[];

const SUMS = `
select minutes, venue, is_demo as "isDemo", relay, answer from latency_sums
where ${PERIOD_NAMES.map((name, index) => `(minutes = ${PERIODS[name].minutes} and start >= $${index + 1})`).join(" or ")}
order by venue, is_demo`;

interface Sum {
  readonly minutes: number;
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly relay: Readonly<Record<string, number>>;
  readonly answer: Readonly<Record<string, number>>;
}

/** Reads the latencies at `nowMs`. A period begins with a whole span, so it is up to one span longer than its name. */
export async function readLatency(db: Queryable, nowMs: number): Promise<ServiceStatus["latency"]> {
  const nowMin = Math.floor(nowMs / MINUTE_MS);
  const startOf = ({ minutes, before }: (typeof PERIODS)[Period]) => nowMin - (nowMin % minutes) - before * minutes;
  const starts = PERIOD_NAMES.map((name) => startOf(PERIODS[name]));
  const sums = await db.query<Sum>(SUMS, starts);
  const byVenue = Map.groupBy(sums, ({ venue, isDemo }) => `${venue} ${isDemo}`);
  const since = (name: Period) => new Date(startOf(PERIODS[name]) * MINUTE_MS).toISOString();
  return {
    since: { hour: since("hour"), day: since("day"), month: since("month") },
    venues: Array.from(byVenue.values(), (own) => {
      const { venue: exchange = "ALOR_BROKER", isDemo = false } = own[0] ?? {};
      const within = (name: Period) => figuresOf(own.filter(({ minutes }) => minutes === PERIODS[name].minutes));
      return { exchange, isDemo, hour: within("hour"), day: within("day"), month: within("month") };
    }),
  };
}

type Figures = ServiceStatus["latency"]["venues"][number][Period];

function figuresOf(sums: readonly Sum[]): Figures {
  const relay = merge(sums.map((sum) => sum.relay));
  const answer = merge(sums.map((sum) => sum.answer));
  const orders = relay.reduce((total, [, count]) => total + count, 0);
  return { orders, relay: shown(relay), venue: shown(answer) };
}

/** Adds up histograms bucket by bucket: sorting them all one by one would hold up alerts for tens of milliseconds. */
function merge(histograms: readonly Sum["relay"][]): Latencies {
  const counts = new Map<string, number>();
  for (const histogram of histograms) {
    for (const [bucket, orders] of Object.entries(histogram)) counts.set(bucket, (counts.get(bucket) ?? 0) + orders);
  }
  const latencies: Latencies = [];
  addBuckets(latencies, Object.fromEntries(counts));
  return latencies;
}

function shown(latencies: Latencies): Figures["relay"] {
  const [p50Us, p99Us] = percentilesOf(latencies, [0.5, 0.99]) ?? [];
  return p50Us === undefined || p99Us === undefined ? null : { p50Us, p99Us };
}
