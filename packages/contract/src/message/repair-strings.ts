/** Reads the strings of a message under repair, in any kind of quotes. */
import type { RepairCursor } from "./repair-cursor.ts";
import type { RepairCode } from "./repairs.ts";

export const DOUBLE_QUOTES = '"“”„‟«»″＂';
export const SINGLE_QUOTES = "'‘’‚‛`´";

/** A quote as an HTML entity. */
const HTML_QUOTE = /&(?:quot|#34|#x22|apos|#39|#x27);/iy;
const HTML_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  apos: "'",
  "#39": "'",
  "#x27": "'",
  nbsp: " ",
};

/** A valid JSON escape. */
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
// eslint-disable-next-line no-control-regex -- none may stand inside a string
const PLACEHOLDER = /\{\{[^{}\u0000-\u001f]*\}\}/y;
const BRACES_BEFORE_TWO = /\{+(?=\{\{)/y;
/** What needs no closer look inside a string: text and its line breaks, an escape, a single brace. */
const UNREMARKABLE = new RegExp(
  `(?:[^{\\\\\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f${DOUBLE_QUOTES}]+|${ESCAPE.source}|\\{(?!\\{))+`,
  "y",
);
const RAW_BREAK = /[\n\r\t]/;
/** A text with more of them was never meant to be one. */
const MAX_RAW_BREAKS = 100;
/** What may come between smart quotes. */
const BETWEEN_SMART = new RegExp(`[^\\\\\\u0000-\\u001f${DOUBLE_QUOTES}]*`, "y");
/** What may come between single quotes: a quote before a letter or digit is an apostrophe. */
const BETWEEN_SINGLE = new RegExp(
  `(?:[^\\\\\\u0000-\\u001f${SINGLE_QUOTES}]+|[${SINGLE_QUOTES}](?=[\\p{L}\\p{N}]))*`,
  "uy",
);
/** A double quote where a value begins: a second pair around the same value, or the single one is a slip. */
const QUOTED_TWICE = new RegExp(`^\\s*[${DOUBLE_QUOTES}]`);
/** What may follow a string. */
const AFTER_STRING = /(?:[\s\u0085\u200b-\u200f\u2060]|\\[rnt])*(?:[,:=}]|$)/y;
/** What may follow a value that contains a raw line break: if a quote had been lost, something else would follow. */
const AFTER_BROKEN_STRING = /\s*[,}\]]/y;

/** Reads a string and moves past it. Returns whether there was one. */
export function readString(cursor: RepairCursor): boolean {
  const { next, text, index } = cursor;
  if (next === "") return false;
  if (next === '"') {
    if (/^""[^\s,:=}\]"]/.test(text.slice(index, index + 3))) readBetween(cursor, '""', "DOUBLED_QUOTES");
    else readStraight(cursor);
  } else if (next === "&") {
    const quote = cursor.match(HTML_QUOTE);
    if (quote === undefined) return false;
    readBetween(cursor, quote, "HTML_QUOTES", withoutEntities);
  } else if (text.startsWith('\\"', index)) readBetween(cursor, '\\"', "ESCAPED_QUOTES");
  else if (DOUBLE_QUOTES.includes(next)) readQuoted(cursor, BETWEEN_SMART, "SMART_QUOTES");
  else if (SINGLE_QUOTES.includes(next)) readQuoted(cursor, BETWEEN_SINGLE, "SINGLE_QUOTES");
  else return false;
  return true;
}

function withoutEntities(content: string): string {
  return content.replaceAll(
    /&([a-z]+|#x?\d+);/gi,
    (entity, name: string) => HTML_ENTITIES[name.toLowerCase()] ?? entity,
  );
}

/** Reads a string between two marks, which can't contain the mark or an escape. */
function readBetween(
  cursor: RepairCursor,
  mark: string,
  code: RepairCode,
  read: (content: string) => string = (content) => content,
): void {
  const { text, index: start } = cursor;
  const end = text.indexOf(mark, start + mark.length);
  const content = text.slice(start + mark.length, end < 0 ? undefined : end);
  if (end < 0 || /[\r\n]/.test(content)) cursor.fail("UNCLOSED_STRING", start);
  if (/["\\]/.test(content)) cursor.fail("UNEXPECTED_CHARACTER", start + mark.length + content.search(/["\\]/));
  cursor.index = end + mark.length;
  cursor.rewrite(start, read(content), code);
}

/** Reads a string whose closing mark may be any of several: it ends where `content` no longer matches. */
function readQuoted(cursor: RepairCursor, content: RegExp, code: RepairCode): void {
  const start = cursor.index;
  cursor.index += 1;
  const read = cursor.match(content) ?? "";
  // Which pair is meant, and whether the value goes on behind it, can't be told.
  if (QUOTED_TWICE.test(read)) cursor.fail("UNEXPECTED_CHARACTER", start);
  cursor.index += read.length;
  if (cursor.next === "\\") cursor.fail("BAD_ESCAPE");
  if (cursor.next < " ") cursor.fail("UNCLOSED_STRING", start);
  cursor.index += 1;
  cursor.rewrite(start, read, code);
}

/** Reads a string in JSON's own quotes, or one that opens with them and closes with a smart quote. */
function readStraight(cursor: RepairCursor): void {
  const { text, index: start } = cursor;
  let hasQuotesInPlaceholder = false;
  cursor.index += 1;
  for (;;) {
    cursor.index += cursor.match(UNREMARKABLE)?.length ?? 0;
    const { next } = cursor;
    if (next === '"') break;
    if (next < " ") cursor.fail("UNCLOSED_STRING", start);
    if (next === "\\") cursor.fail("BAD_ESCAPE");
    if (next === "{") {
      // In a run of braces, only the last two can begin a placeholder.
      cursor.index += (cursor.match(BRACES_BEFORE_TWO) ?? "").length;
      const piece = cursor.match(PLACEHOLDER) ?? next;
      hasQuotesInPlaceholder ||= piece.includes('"');
      cursor.index += piece.length;
      continue;
    }
    // A smart quote closes the string if it is followed by what may follow a string.
    cursor.index += 1;
    if (cursor.match(AFTER_STRING) === undefined) continue;
    const content = text.slice(start + 1, cursor.index - 1);
    if (content.includes("\\") || RAW_BREAK.test(content)) cursor.fail("UNCLOSED_STRING", start);
    return cursor.rewrite(start, content, "SMART_QUOTES");
  }
  cursor.index += 1;
  const content = text.slice(start + 1, cursor.index - 1);
  if (RAW_BREAK.test(content)) {
    const isOne = !hasQuotesInPlaceholder && cursor.match(AFTER_BROKEN_STRING) !== undefined;
    if (!isOne || content.split(RAW_BREAK, MAX_RAW_BREAKS + 1).length > MAX_RAW_BREAKS)
      cursor.fail("UNCLOSED_STRING", start);
    cursor.rewrite(start, unescaped(content), "RAW_LINE_BREAK");
  } else if (hasQuotesInPlaceholder) cursor.rewrite(start, content, "QUOTES_IN_TEXT");
}

/** Returns what a string says in JSON, after escaping its raw line breaks and tabs. */
function unescaped(content: string): string {
  const written = content.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return JSON.parse(`"${written}"`) as string;
}
