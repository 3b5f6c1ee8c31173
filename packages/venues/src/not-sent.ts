import type { Reason, Rejected, Throttled, Unknown } from "@chartrelay/contract";
import type { HttpAnswer, TransportFailure } from "./http/client.ts";
import { retryAfterMs } from "./http/retry-after.ts";

const UNAVAILABLE: Throttled = { kind: "throttled", reason: "VENUE_UNAVAILABLE", response: null, isUnsent: true };

/** Nothing was sent, and what that means for the order. An adapter throws it internally, never to its caller. */
export class NotSent extends Error {
  override readonly name = "NotSent";
  readonly outcome: Rejected | Throttled;
  /** The message field that is wrong, if one is. */
  readonly field: string | undefined;

  constructor(outcome: Rejected | Throttled, field?: string) {
    super(outcome.reason);
    this.outcome = outcome;
    this.field = field;
  }
}

/**
 * Refuses an order that is itself wrong, so that no later attempt can succeed. There is no venue's answer to keep;
 * `detail`, such as the wrong field and what would be right, takes its place.
 */
export function refused(reason: Reason, detail?: Readonly<Record<string, string>>): NotSent {
  return new NotSent({ kind: "rejected", reason, response: detail ? JSON.stringify(detail) : null }, detail?.["field"]);
}

/** Throttles an order because we couldn't ask the venue for what it needs; a later attempt may succeed. */
export function unavailable(): NotSent {
  return new NotSent(UNAVAILABLE);
}

/** Throttles an order because the venue answered 429 to a request that the order needs first. */
export function turnedAway({ headers }: HttpAnswer, nowMs: number): NotSent {
  return throttledFor(retryAfterMs(headers, nowMs));
}

/** Throttles an order because the venue accepts no more for now; `waitMs` is how long, if it says. */
export function throttledFor(waitMs: number | undefined): NotSent {
  const outcome = { kind: "throttled", reason: "VENUE_THROTTLED", response: null } as const;
  return new NotSent(waitMs === undefined ? outcome : { ...outcome, retryAfterMs: waitMs });
}

/** Returns what it means for an order that its own request got no complete answer. */
export function unanswered({ kind, cause }: TransportFailure): Throttled | Unknown {
  return kind === "not-sent" ? UNAVAILABLE : { kind: "unknown", cause, response: null };
}
