/** An order's way, leg by leg: from our door to the venue's answer and the user's chat. */
import type { Timeline } from "@chartrelay/contract";

export const LEGS = ["commit", "queue", "venue", "notify"] as const;
export type LegName = (typeof LEGS)[number];

export interface LegTime {
  readonly leg: LegName;
  /** Microseconds; null while it goes on, or where it never was. */
  readonly us: number | null;
}

export function legsOf({ received, committed, sent, answered, notified }: Timeline): readonly LegTime[] {
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from);
  return [
    { leg: "commit", us: between(received, committed) },
    { leg: "queue", us: between(committed, sent) },
    { leg: "venue", us: between(sent, answered) },
    { leg: "notify", us: between(answered, notified) },
  ];
}

/** From our door to the venue's answer, in microseconds; null while there is none. */
export const totalUs = ({ received, answered }: Timeline): number | null =>
  answered === null ? null : answered - received;
