import { LATENCY_BUCKETS_MS } from "@chartrelay/contract";

/** The histogram's buckets, labelled by their upper bounds in milliseconds; the last one has none. */
export const bucketLabels: readonly string[] = [
  ...LATENCY_BUCKETS_MS.map((ms) => `≤ ${ms}`),
  `> ${LATENCY_BUCKETS_MS.at(-1) ?? 0}`,
];
