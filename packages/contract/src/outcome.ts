/** What is known of a send. Shared by the relay, which acts on it, and the venue adapters, which tell it. */
import type { Reason } from "./reasons.ts";

/** The destination took it. */
export interface Accepted {
  readonly kind: "accepted";
  /** The destination's raw answer with secrets removed, or null when there was none to keep. */
  readonly response: string | null;
}

/** It never executed and never will: the destination said no, or it was never sent. */
export interface Rejected {
  readonly kind: "rejected";
  readonly reason: Reason;
  readonly response: string | null;
  /** Nothing of it left this machine. */
  readonly isUnsent?: true;
}

/** It did not execute; it may be tried again. */
export interface Throttled {
  readonly kind: "throttled";
  /** Why, should time run out before it passes. */
  readonly reason: Reason;
  /** How long the destination asked us to wait; undefined when it didn't say. */
  readonly retryAfterMs?: number;
  readonly response: string | null;
  /** Nothing of it left this machine. */
  readonly isUnsent?: true;
}

/** It may have executed: a timeout, a reset, a 5xx, or an answer that no table lists. */
export interface Unknown {
  readonly kind: "unknown";
  /** For the log and the timeline, free of secrets. */
  readonly cause: string;
  readonly response: string | null;
  /**
   * The destination refused the send in words of its own, well formed, but no table lists them. What it refused with, to
   * compare with what it says next time. Such a refusal counts once look-ups confirm that nothing came of the send, or the
   * destination repeats it and nothing contradicts it.
   */
  readonly refusal?: string;
}

export type Outcome = Accepted | Rejected | Throttled | Unknown;

/** What a look-up by client order id says. */
export type Found =
  | { readonly kind: "found"; readonly outcome: Accepted | Rejected }
  /** The destination answered, and does not know it, at this moment. */
  | { readonly kind: "absent" }
  /** The destination did not answer, or not clearly. */
  | {
      readonly kind: "unclear";
      readonly cause: string;
      /** What it said instead, with secrets removed. */
      readonly response?: string;
      /** Nobody can ask any more: the key that it was sent with is gone. */
      readonly isKeyGone?: true;
    };

/**
 * How an order whose outcome is unknown may be sent once more.
 * `same-id`: the destination executes a client order id at most once, so one look-up that finds nothing is enough.
 * `confirmed-absence`: it must have denied knowing it, several times over several seconds. So long after a send as
 * `settlesWithinMs` it may still take it up: a denial heard earlier proves nothing.
 */
export type ResendRule =
  | { readonly by: "same-id" }
  | { readonly by: "confirmed-absence"; readonly settlesWithinMs: number };
