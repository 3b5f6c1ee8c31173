/** Named points on the way of an order, around its commit, each attempt, each send and its end. Chaos runs kill the process there. */
export const FAILPOINTS = [
  "commit.before",
  "commit.after",
  "attempt.before",
  "attempt.after",
  "send.before",
  "send.after",
  "end.before",
  "end.after",
] as const;
export type FailpointName = (typeof FAILPOINTS)[number];

/** Called each time a point is reached. */
export type Failpoint = (point: FailpointName) => void;

export const noFailpoint: Failpoint = () => undefined;
