/** What the parser refuses, by name. */

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
  "UNKNOWN_FIELD",
  "MISNAMED_FIELD",
  "DUPLICATE_FIELD",
  "MISSING_FIELD",
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
  "NOT_AN_INTEGER",
  "MILLISECONDS",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What no message shows by itself: it is right, and its id is used up. */
export const ID_USED = "ID_USED";

/** One thing wrong with a message. `field` is the message's field name, or `syntax`. */
export interface MessageProblem {
  readonly code: ProblemCode | typeof ID_USED;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  /** What stood there, or what may stand there, for the explanation; at most 80 characters. */
  readonly detail?: string;
}

/** What is wrong, apart from where. */
export type Fault = Pick<MessageProblem, "code" | "detail">;

/** Part of a message as it may be repeated to its sender: storable, printable, and at most 80 characters. */
export function quote(source: string): string {
  const printable = source.toWellFormed().replaceAll(/\p{Cc}/gu, "\uFFFD");
  return printable.length > 80 ? `${printable.slice(0, 79).replace(/[\uD800-\uDBFF]$/, "")}…` : printable;
}
