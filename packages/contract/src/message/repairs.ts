/** What the parser repairs: mistakes with exactly one meaning (docs/decisions/parser.md). */

export const REPAIR_CODES = [
  // How the message was wrapped
  "BYTE_ORDER_MARK",
  "FORM_ENCODED",
  "FORM_FIELDS",
  "QUOTED_MESSAGE",
  "CODE_FENCE",
  // How its JSON was written
  "SMART_QUOTES",
  "SINGLE_QUOTES",
  "DOUBLED_QUOTES",
  "ESCAPED_QUOTES",
  "HTML_QUOTES",
  "QUOTES_IN_TEXT",
  "UNQUOTED_TEXT",
  "EMPTY_TEXT",
  "RAW_LINE_BREAK",
  "EXTRA_COMMA",
  "MISSING_COMMA",
  "MISSING_BRACES",
  "EQUALS_FOR_COLON",
  "STRAY_EQUALS",
  "STRAY_SEMICOLON",
  "COMMENT_LEFT_OUT",
  "ODD_SPACE",
  "WRITTEN_LINE_BREAK",
  // How a value was written
  "SURROUNDING_SPACE",
  "NUMBER_FOR_TEXT",
  "NUMBER_FORM",
  "DECIMAL_COMMA",
  "FLOAT_NOISE",
  "BOOLEAN_IN_QUOTES",
  "CAPITALIZED_BOOLEAN",
] as const;
export type RepairCode = (typeof REPAIR_CODES)[number];

/** One repair, and where it is in the posted message. */
export interface MessageRepair {
  readonly code: RepairCode;
  readonly line: number;
  readonly column: number;
  /** The repaired text, for the explanation; at most 80 characters. */
  readonly detail?: string;
}

/** Repairs that a message often needs many times, and of which one reads like the next: their texts have a count. */
const COUNTED: ReadonlySet<RepairCode> = new Set([
  "SMART_QUOTES",
  "SINGLE_QUOTES",
  "DOUBLED_QUOTES",
  "ESCAPED_QUOTES",
  "HTML_QUOTES",
  "QUOTES_IN_TEXT",
  "UNQUOTED_TEXT",
  "EMPTY_TEXT",
  "RAW_LINE_BREAK",
  "EXTRA_COMMA",
  "MISSING_COMMA",
  "MISSING_BRACES",
  "EQUALS_FOR_COLON",
  "COMMENT_LEFT_OUT",
  "ODD_SPACE",
  "WRITTEN_LINE_BREAK",
]);

/** The first of equal repairs, where it is, with all of their lines. */
export interface RepairGroup extends MessageRepair {
  readonly count: number;
  readonly lines: readonly number[];
}

/** Returns repairs in text order, those that read alike as one. */
export function groupedRepairs(repairs: readonly MessageRepair[]): readonly RepairGroup[] {
  const alike = Map.groupBy(repairs, (repair) => (COUNTED.has(repair.code) ? repair.code : repair));
  return Array.from(alike.values()).flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, count: group.length, lines: [...new Set(group.map(({ line }) => line))] }] : [];
  });
}
