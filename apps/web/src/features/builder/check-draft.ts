/** What the parser of the webhook says of the message that a draft makes: nothing is offered that it would refuse. */
import { parseOrderMessage } from "@chartrelay/contract";
import { messageOf, type Draft, type DraftVenue } from "./draft.ts";

/** What the parser says of what is typed into a number's or a ticker's field. */
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
  /** The message to paste, with what the parser would repair put right; null when it would be refused. */
  readonly message: string | null;
  /** What is wrong with each field that has something wrong, by the message's name of the field: a code that has a text. */
  readonly problems: ReadonlyMap<string, (typeof TOLD)[number] | "other">;
}

/** Checks the message as it will stand in the alert: placeholders that TradingView fills in are right in their places. */
export function checkDraft(draft: Draft, venue: DraftVenue): CheckedDraft {
  const written = new TextEncoder().encode(messageOf(draft, venue));
  const { problems, corrected } = parseOrderMessage(written, undefined, { isTemplate: true });
  const told = problems.map(({ field, code }) => [field, TOLD.find((one) => one === code) ?? "other"] as const);
  return { message: corrected, problems: new Map(told) };
}
