/** What the webhook would say to a message of the builder. */
import { parseOrderMessage, type ParsedOrderMessage } from "@chartrelay/contract";
import { messageOf, type Draft, type DraftVenue } from "./draft.ts";

/** Reads a message as the webhook would, with TradingView's placeholders accepted in their places. */
export function readTemplate(message: string): ParsedOrderMessage {
  return parseOrderMessage(new TextEncoder().encode(message), undefined, { isTemplate: true });
}

/** Returns whether the webhook would do what the message says as it is, without TradingView filling anything in. */
export function isComplete(message: string): boolean {
  const { message: order, cancel, close } = parseOrderMessage(new TextEncoder().encode(message));
  return order !== undefined || cancel !== undefined || close !== undefined;
}

/** Parser problems that have a short text of their own at a number's or a ticker's field. */
const WITH_OWN_TEXT = [
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
export type FieldProblem = (typeof WITH_OWN_TEXT)[number] | "other";

/** Returns a problem code that has a text, for each field with a problem, by the field's name in the message. */
export function problemsByField({ problems }: Pick<ParsedOrderMessage, "problems">): ReadonlyMap<string, FieldProblem> {
  return new Map(problems.map(({ field, code }) => [field, WITH_OWN_TEXT.find((one) => one === code) ?? "other"]));
}

export interface CheckedDraft {
  /** The message to paste, after the parser's repairs; null when it would be refused. */
  readonly message: string | null;
  readonly problems: ReadonlyMap<string, FieldProblem>;
}

/** Runs the webhook's parser on the draft's message, so that the builder offers nothing that the webhook would refuse. */
export function checkDraft(draft: Draft, venue: DraftVenue): CheckedDraft {
  const parsed = readTemplate(messageOf(draft, venue));
  return { message: parsed.corrected, problems: problemsByField(parsed) };
}
