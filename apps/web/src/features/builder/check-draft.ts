/** What the parser of the webhook says of the message that a draft makes: nothing is offered that it would refuse. */
import { parseOrderMessage, type MessageProblem, type OrderField, type VenueName } from "@chartrelay/contract";
import { messageOf, type Draft } from "./draft.ts";

export interface CheckedDraft {
  /** The message to paste, with what the parser would repair put right; null when it would be refused. */
  readonly message: string | null;
  /** The first problem of each field that has one, by the message's name of the field. */
  readonly problems: ReadonlyMap<OrderField | "syntax", MessageProblem>;
}

/** Checks the message as it will stand in the alert: placeholders that TradingView fills in are right in their places. */
export function checkDraft(draft: Draft, venue: VenueName): CheckedDraft {
  const written = new TextEncoder().encode(messageOf(draft, venue));
  const { problems, corrected } = parseOrderMessage(written, undefined, { isTemplate: true });
  const byField = new Map<OrderField | "syntax", MessageProblem>();
  for (const problem of problems.toReversed()) byField.set(problem.field as OrderField | "syntax", problem);
  return { message: corrected, problems: byField };
}
