/** Runs the webhook's parser on a draft's message, so that the builder offers nothing that the webhook would refuse. */
import { parseOrderMessage } from "@chartrelay/contract";
import { messageOf, type Draft, type DraftVenue } from "./draft.ts";

/** Parser problems that have a text of their own at a number's or a ticker's field. */
const TOLD = [
  "NOT_A_NUMBER",
  "AMBIGUOUS_NUMBER",
  "NOT_POSITIVE",
  "NOT_AN_INTEGER",
  "MILLISECONDS",
  "UNRESOLVED_PLACEHOLDER",
  "NO_VALUE",
  "TOO_LONG",
  "CONTROL_CHARACTER",
] as const;

export interface CheckedDraft {
  /** The message to paste, after the parser's repairs; null when it would be refused. */
  readonly message: string | null;
  /** A problem code that has a text, for each field with a problem, by the field's name in the message. */
  readonly problems: ReadonlyMap<string, (typeof TOLD)[number] | "other">;
}

/** Checks the message as it will be in the alert, with TradingView's placeholders accepted in their places. */
export function checkDraft(draft: Draft, venue: DraftVenue): CheckedDraft {
  const written = new TextEncoder().encode(messageOf(draft, venue));
  const { problems, corrected } = parseOrderMessage(written, undefined, { isTemplate: true });
  const told = problems.map(({ field, code }) => [field, TOLD.find((one) => one === code) ?? "other"] as const);
  return { message: corrected, problems: new Map(told) };
}
