/** What became of one member's order of a signal, in a word. */
import type { ExecutionState, MEMBER_OUTCOMES, Reason, Status } from "@chartrelay/contract";

export type MemberOutcome = (typeof MEMBER_OUTCOMES)[number];

export interface OrderStanding {
  readonly status: Status;
  /** Why it was refused or, of an order that was created, why there was nothing to do. */
  readonly reason: Reason | null;
  /** Null while nothing is known of its execution. */
  readonly executionState: ExecutionState | null;
  readonly filledQuantity: string | null;
  /** Why its execution ended early. */
  readonly executionReason: Reason | null;
}

/** Returns the outcome, with the reason for a refusal, or why there was nothing to do. */
export function outcomeOf(order: OrderStanding): { readonly outcome: MemberOutcome; readonly reason: Reason | null } {
  const { status, reason, executionState, executionReason } = order;
  if (status === "NEW") return { outcome: "waiting", reason: null };
  if (status === "REJECTED") return { outcome: "refused", reason };
  if (reason !== null) return { outcome: "nothingToDo", reason };
  if (executionState === "filled") return { outcome: "done", reason: null };
  if (executionState === null || executionState === "working" || executionState === "partiallyFilled")
    return { outcome: "working", reason: null };
  // It was cancelled, or has expired: what it filled before was done.
  const hasFilled = Number(order.filledQuantity ?? 0) > 0;
  return hasFilled ? { outcome: "done", reason: null } : { outcome: "refused", reason: executionReason };
}
