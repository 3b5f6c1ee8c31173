/** What a row of an error table says of an order, in all adapters. */
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
  /** The answer as it may be kept. */
  readonly response: string;
  /** What to call the answer should it leave the order unknown; free of secrets. */
  readonly cause: string;
  /** How long the answer asks to wait, which goes before what the row says. */
  readonly waitMs: number | undefined;
}

/** The outcome of an order by the row that fits its answer; without one it is unknown, never rejected. */
export function toOutcome(verdict: Verdict | undefined, { response, cause, waitMs }: Judged): Outcome {
  if (verdict === undefined || verdict.kind === "unknown") return { kind: "unknown", cause, response };
  if (verdict.kind === "rejected") return { ...verdict, response };
  const wait = waitMs ?? verdict.retryAfterMs;
  return { kind: "throttled", reason: verdict.reason, response, ...(wait !== undefined && { retryAfterMs: wait }) };
}
