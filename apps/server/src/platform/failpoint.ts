/**
 * Named points in an order's life, around its commit, its release, each attempt, each send and its end, and around the steps of a stop.
 * Chaos runs kill the process there.
 */
export const FAILPOINTS = [
  "commit.before",
  "commit.after",
  "release.before",
  "release.after",
  "attempt.before",
  "attempt.after",
  "send.before",
  "send.after",
  "end.before",
  "end.after",
  "stop.cancel.before",
  "stop.cancel.after",
  "stop.close.before",
  "stop.close.after",
  "stop.proof.before",
] as const;
export type FailpointName = (typeof FAILPOINTS)[number];

/** Called each time the process reaches a point. */
export type Failpoint = (point: FailpointName) => void;

export const noFailpoint: Failpoint = () => undefined;
