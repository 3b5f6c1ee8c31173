/** Percentiles of latencies, some of which are known only by their bucket. */

/** Each bucket ends that much above the end of the one below: a latency in its middle is off by at most 1.25%. */
const STEP = 1.025;

/** SQL for the number of the bucket of a latency in microseconds. */
export const bucketOf = (latency: string): string => `floor(ln(greatest(${latency}, 1)) / ln(${STEP}))::int`;

/** Returns the latency in the middle of a bucket, in microseconds. */
const middleOf = (bucket: number): number => STEP ** (bucket + 0.5);

/** How many orders took how long, in microseconds. */
export type Latencies = [us: number, orders: number][];

/** Adds the latencies of a sum, which are counted by bucket. */
export function addBuckets(latencies: Latencies, orders: Readonly<Record<string, number>>): void {
  for (const [bucket, count] of Object.entries(orders)) latencies.push([middleOf(Number(bucket)), count]);
}

/**
 * Returns the latency at each fraction of the orders, in microseconds, between two ranks like PostgreSQL's
 * percentile_cont; undefined without any latency.
 */
export function percentilesOf<const Fractions extends readonly number[]>(
  latencies: Latencies,
  fractions: Fractions,
): { [Index in keyof Fractions]: number } | undefined {
  const sorted = latencies.toSorted(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, orders]) => sum + orders, 0);
  if (total === 0) return undefined;
  /** The latency at a rank from 0 to `total` - 1. */
  const at = (rank: number): number => {
    let seen = 0;
    for (const [us, orders] of sorted) {
      seen += orders;
      if (rank < seen) return us;
    }
    return sorted.at(-1)?.[0] ?? 0;
  };
  const percentile = (fraction: number): number => {
    const rank = fraction * (total - 1);
    const below = at(Math.floor(rank));
    return Math.round(below + (at(Math.ceil(rank)) - below) * (rank % 1));
  };
  return fractions.map(percentile) as { [Index in keyof Fractions]: number };
}
