import type { Reason, Rejected, Throttled } from "@chartrelay/contract";

/** Nothing was sent, and what that means for the order. An adapter throws it to itself, never to its caller. */
export class NotSent extends Error {
  override readonly name = "NotSent";
  readonly outcome: Rejected | Throttled;

  constructor(outcome: Rejected | Throttled) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** The order is wrong as it stands: no later attempt can make it right. */
export function refused(reason: Reason, response: string | null = null): NotSent {
  return new NotSent({ kind: "rejected", reason, response });
}

/** The venue could not be asked for what the order needs; it may be later. */
export function unavailable(response: string | null = null): NotSent {
  return new NotSent({ kind: "throttled", reason: "VENUE_UNAVAILABLE", response });
}
