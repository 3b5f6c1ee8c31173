/** The codes of what the parser refuses. */

export const PROBLEM_CODES = [
  // The text
  "EMPTY_MESSAGE",
  "BAD_ENCODING",
  "UNEXPECTED_CHARACTER",
  "UNEXPECTED_END",
  "UNCLOSED_STRING",
  "BAD_ESCAPE",
  "NESTED_TOO_DEEPLY",
  "NOT_AN_OBJECT",
  // The fields
  "MISNAMED_FIELD",
  "DUPLICATE_FIELD",
  "MISSING_FIELD",
  "TOO_MANY_FIELDS",
  "CONFLICTING_FIELDS",
  "MISSING_POSITION_FIELD",
  // Fields that would change the order and that we don't support, yet or ever
  "PROTECTION_NOT_SUPPORTED",
  "SIZING_NOT_SUPPORTED",
  "TARGET_NOT_SUPPORTED",
  "ACTION_NOT_SUPPORTED",
  "EXECUTION_NOT_SUPPORTED",
  // The whole message
  "OTHER_RELAYS_MESSAGE",
  // A field's value
  "WRONG_TYPE",
  "EMPTY_VALUE",
  "NO_VALUE",
  "UNRESOLVED_PLACEHOLDER",
  "TOO_LONG",
  "CONTROL_CHARACTER",
  "NOT_ALLOWED",
  "NOT_A_NUMBER",
  "AMBIGUOUS_NUMBER",
  "NOT_POSITIVE",
  "SIGNED_SIZE",
  "NOT_AN_INTEGER",
  "MILLISECONDS",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Not visible in the message itself: it is correct, but its id was used before. */
export const ID_USED = "ID_USED";

/** One thing wrong with a message. `field` is the message's field name, or `syntax`. */
export interface MessageProblem {
  readonly code: ProblemCode | typeof ID_USED;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  /** What was there, or what is allowed there, for the explanation; at most 80 characters. */
  readonly detail?: string;
}

/** What is wrong, without where. */
export type Fault = Pick<MessageProblem, "code" | "detail">;

/**
 * Returns part of a message in a form that can be shown to its sender: storable, printable, and at most 80 characters.
 */
export function quote(source: string): string {
  return shortened(source.toWellFormed().replaceAll(/\p{Cc}/gu, "\uFFFD"), 80);
}

/** Cuts a text to at most `maxLength` UTF-16 units, without half a character at its end. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
