/** An order's path, segment by segment: from our door to the venue's answer and the user's chat. */
import type { Timeline } from "@chartrelay/contract";

export const SEGMENTS = ["commit", "queue", "venue", "notify"] as const;
export type SegmentName = (typeof SEGMENTS)[number];

export interface LegTime {
  readonly segment: SegmentName;
  /** Microseconds; null while the segment is under way, or if it never took place. */
  readonly us: number | null;
}

export function segmentsOf({ received, committed, sent, answered, notified }: Timeline): readonly LegTime[] {
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from);
  return [
    { segment: "commit", us: between(received, committed) },
    { segment: "queue", us: between(committed, sent) },
    { segment: "venue", us: between(sent, answered) },
    { segment: "notify", us: between(answered, notified) },
  ];
}

/** Returns the microseconds from our door to the venue's answer; null while there is none. */
export const totalUs = ({ received, answered }: Timeline): number | null =>
  answered === null ? null : answered - received;
