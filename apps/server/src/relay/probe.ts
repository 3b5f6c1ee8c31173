/** Named points on an order's way, where chaos runs end the process. Around a commit, an intent, a send and a record. */
export const PROBE_POINTS = [
  "commit.before",
  "commit.after",
  "intent.before",
  "intent.after",
  "send.before",
  "send.after",
  "record.before",
  "record.after",
] as const;
export type ProbePoint = (typeof PROBE_POINTS)[number];

/** Called each time a point is reached. */
export type Probe = (point: ProbePoint) => void;

export const noProbe: Probe = () => undefined;
