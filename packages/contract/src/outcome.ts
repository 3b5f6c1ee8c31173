/** What is known about a send. The relay acts on it, and the venue adapters report it. */
import type { Reason } from "./reasons.ts";

/** The destination accepted it. */
export interface Accepted {
  readonly kind: "accepted";
  /** The destination's raw answer with secrets removed; null when there was none to keep. */
  readonly response: string | null;
}

/** It never executed and never will: the destination refused it, or it was never sent. */
export interface Rejected {
  readonly kind: "rejected";
  readonly reason: Reason;
  readonly response: string | null;
  /** Nothing left this machine. */
  readonly isUnsent?: true;
}

/** It didn't execute; it may be retried. */
export interface Throttled {
  readonly kind: "throttled";
  /** The reason to report if the order's time runs out first. */
  readonly reason: Reason;
  /** How long the destination asked us to wait; undefined if it didn't say. */
  readonly retryAfterMs?: number;
  readonly response: string | null;
  /** Nothing left this machine. */
  readonly isUnsent?: true;
}

/** It may have executed: a timeout, a reset, a 5xx, or an answer that no table lists. */
export interface Unknown {
  readonly kind: "unknown";
  /** For the log and the timeline, free of secrets. */
  readonly cause: string;
  readonly response: string | null;
  /**
   * Set when the destination refused the send with a well-formed answer that no table lists: what it said, to compare
   * with its next answer. The refusal counts once look-ups confirm that the send had no effect, or once the destination
   * repeats it and nothing contradicts it.
   */
  readonly refusal?: string;
}

export type Outcome = Accepted | Rejected | Throttled | Unknown;

/** The result of a look-up by client order id. */
export type Found =
  | { readonly kind: "found"; readonly outcome: Accepted | Rejected }
  /** The destination answered that it doesn't know the order at this moment. */
  | { readonly kind: "absent" }
  /** The destination didn't answer, or not clearly. */
  | {
      readonly kind: "unclear";
      readonly cause: string;
      /** Its answer, with secrets removed. */
      readonly response?: string;
      /** Nobody can ask any more: the key that sent the order no longer exists. */
      readonly isKeyGone?: true;
    };

/**
 * When an order whose outcome is unknown may be resent.
 * `same-id`: the destination executes a client order id at most once, so one look-up that finds nothing is enough.
 * `confirmed-absence`: the destination must deny knowing the order several times over several seconds. It may still
 * take the order up to `settlesWithinMs` after the send, so an earlier denial proves nothing.
 */
export type ResendRule =
  | { readonly by: "same-id" }
  | { readonly by: "confirmed-absence"; readonly settlesWithinMs: number };
