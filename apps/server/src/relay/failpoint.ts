/** Named points on an order's way, where chaos runs end the process. Around a commit, an intent, a send and a record. */
export const FAILPOINTS = [
  "commit.before",
  "commit.after",
  "intent.before",
  "intent.after",
  "send.before",
  "send.after",
  "record.before",
  "record.after",
] as const;
export type FailpointName = (typeof FAILPOINTS)[number];

/** Called each time a point is reached. */
export type Failpoint = (point: FailpointName) => void;

export const noFailpoint: Failpoint = () => undefined;
