import type { Reason, Rejected, Throttled, Unknown } from "@chartrelay/contract";
import type { HttpAnswer, TransportFailure } from "./http/client.ts";
import { retryAfterMs } from "./http/retry-after.ts";

const UNAVAILABLE: Throttled = { kind: "throttled", reason: "VENUE_UNAVAILABLE", response: null, isUnsent: true };

/** Nothing was sent, and what that means for the order. An adapter throws it to itself, never to its caller. */
export class NotSent extends Error {
  override readonly name = "NotSent";
  readonly outcome: Rejected | Throttled;
  /** The field of the message that is wrong, where it is one. */
  readonly field: string | undefined;

  constructor(outcome: Rejected | Throttled, field?: string) {
    super(outcome.reason);
    this.outcome = outcome;
    this.field = field;
  }
}

/**
 * The order is wrong as it stands: no later attempt can make it right. There is no answer of a venue to keep; `detail`, such
 * as the field that is wrong and what would be right, takes its place.
 */
export function refused(reason: Reason, detail?: Readonly<Record<string, string>>): NotSent {
  return new NotSent({ kind: "rejected", reason, response: detail ? JSON.stringify(detail) : null }, detail?.["field"]);
}

/** The venue could not be asked for what the order needs; it may be later. */
export function unavailable(): NotSent {
  return new NotSent(UNAVAILABLE);
}

/** The venue answered what the order needs with 429. */
export function turnedAway({ headers }: HttpAnswer, nowMs: number): NotSent {
  return throttledFor(retryAfterMs(headers, nowMs));
}

/** The venue takes no more for now, and for so long if it says. */
export function throttledFor(waitMs: number | undefined): NotSent {
  const outcome = { kind: "throttled", reason: "VENUE_THROTTLED", response: null } as const;
  return new NotSent(waitMs === undefined ? outcome : { ...outcome, retryAfterMs: waitMs });
}

/** What it means for an order that its own request got no whole answer. */
export function unanswered({ kind, cause }: TransportFailure): Throttled | Unknown {
  return kind === "not-sent" ? UNAVAILABLE : { kind: "unknown", cause, response: null };
}
