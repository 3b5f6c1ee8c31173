/** What the parser repairs: mistakes with exactly one meaning (docs/decisions/parser.md). */

export const REPAIR_CODES = [
  // How the message was wrapped
  "BYTE_ORDER_MARK",
  "FORM_ENCODED",
  "QUOTED_MESSAGE",
  // How its JSON was written
  "SMART_QUOTES",
  "SINGLE_QUOTES",
  "DOUBLED_QUOTES",
  "ESCAPED_QUOTES",
  "UNQUOTED_TEXT",
  "EXTRA_COMMA",
  "MISSING_COMMA",
  "MISSING_BRACES",
  "EQUALS_FOR_COLON",
  "STRAY_EQUALS",
  "ODD_SPACE",
  "WRITTEN_LINE_BREAK",
  // How a value was written
  "SURROUNDING_SPACE",
  "NUMBER_FOR_TEXT",
  "NUMBER_IN_QUOTES",
  "NUMBER_FORM",
  "DECIMAL_COMMA",
  "FLOAT_NOISE",
  "BOOLEAN_IN_QUOTES",
  "CAPITALIZED_BOOLEAN",
] as const;
export type RepairCode = (typeof REPAIR_CODES)[number];

/** One thing that was put right, and where it stands in the message as it was posted. */
export interface MessageRepair {
  readonly code: RepairCode;
  readonly line: number;
  readonly column: number;
  /** What it was put right to, for the explanation; at most 80 characters. */
  readonly detail?: string;
}
