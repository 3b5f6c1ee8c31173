/** What a row of an error table says about an order, in all adapters. */
import type { Outcome, Reason } from "@chartrelay/contract";

export type Verdict =
  | { readonly kind: "rejected"; readonly reason: Reason }
  | { readonly kind: "throttled"; readonly reason: Reason; readonly retryAfterMs?: number }
  | { readonly kind: "unknown" };

export const rejected = (reason: Reason): Verdict => ({ kind: "rejected", reason });
export const throttled = (reason: Reason, retryAfterMs?: number): Verdict =>
  retryAfterMs === undefined ? { kind: "throttled", reason } : { kind: "throttled", reason, retryAfterMs };
export const UNKNOWN: Verdict = { kind: "unknown" };

export interface Judged {
  /** The answer in the form that may be kept. */
  readonly response: string;
  /** What to call the answer if it leaves the order unknown; free of secrets. */
  readonly cause: string;
  /** How long the answer asks us to wait; takes precedence over the row's wait. */
  readonly waitMs: number | undefined;
  /**
   * What the venue refused the order with, if the answer is a well-formed refusal of its own: see {@link refusalOf}.
   */
  readonly refusal: string | undefined;
}

/** Returns the outcome of an order by the row that fits its answer; if no row fits, it is unknown, never rejected. */
export function toOutcome(verdict: Verdict | undefined, { response, cause, waitMs, refusal }: Judged): Outcome {
  if (verdict === undefined) return { kind: "unknown", cause, response, ...(refusal !== undefined && { refusal }) };
  if (verdict.kind === "unknown") return { kind: "unknown", cause, response };
  if (verdict.kind === "rejected") return { ...verdict, response };
  const wait = waitMs ?? verdict.retryAfterMs;
  return { kind: "throttled", reason: verdict.reason, response, ...(wait !== undefined && { retryAfterMs: wait }) };
}

const REQUEST_TIMEOUT = 408;

/**
 * Returns what distinguishes one well-formed refusal from another: its HTTP status and `words`, the venue's own code
 * and message. Undefined for an answer without words, and for a status that isn't a refusal: with 5xx and 408 a venue
 * says that it doesn't know itself.
 */
export function refusalOf(status: number, words: readonly (string | number | undefined)[]): string | undefined {
  const isRefusal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  const said = words.filter((word) => word !== undefined && word !== "");
  return isRefusal && said.length > 0 ? [status, ...said].join(" ") : undefined;
}
