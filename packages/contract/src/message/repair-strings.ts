/** The strings of a message that is being repaired, in whatever quotes. */
import type { RepairCursor } from "./repair-cursor.ts";
import type { RepairCode } from "./repairs.ts";

export const DOUBLE_QUOTES = '"“”„‟«»″＂';
export const SINGLE_QUOTES = "'‘’‚‛`´";

/** A quote as HTML writes it. */
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

/** An escape that JSON knows. */
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
// eslint-disable-next-line no-control-regex -- none may stand inside a string
const PLACEHOLDER = /\{\{[^{}\u0000-\u001f]*\}\}/y;
const BRACES_BEFORE_TWO = /\{+(?=\{\{)/y;
/** What needs no second look inside a string: text and its line breaks, an escape, a brace by itself. */
const UNREMARKABLE = new RegExp(
  `(?:[^{\\\\\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f${DOUBLE_QUOTES}]+|${ESCAPE.source}|\\{(?!\\{))+`,
  "y",
);
const RAW_BREAK = /[\n\r\t]/;
/** A text of more lines was never meant to be one. */
const MAX_RAW_BREAKS = 100;
/** What may stand between smart quotes. */
const BETWEEN_SMART = new RegExp(`[^\\\\\\u0000-\\u001f${DOUBLE_QUOTES}]*`, "y");
/** What may stand between single quotes: one that a letter follows is an apostrophe. */
const BETWEEN_SINGLE = new RegExp(
  `(?:[^\\\\\\u0000-\\u001f${SINGLE_QUOTES}]+|[${SINGLE_QUOTES}](?=[\\p{L}\\p{N}]))*`,
  "uy",
);
/** What may follow a string. */
const AFTER_STRING = /(?:[\s\u0085\u200b-\u200f\u2060]|\\[rnt])*(?:[,:=}]|$)/y;
/** What may follow a value that holds a raw line break: were a quote lost, something else would. */
const AFTER_BROKEN_STRING = /\s*[,}\]]/y;

/** Tells whether a string stood here, and goes behind it. */
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

/** A string between two marks that can't stand inside it, nor can an escape. */
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

/** A string whose closing mark may be any of several: it ends where there is no more of `content`. */
function readQuoted(cursor: RepairCursor, content: RegExp, code: RepairCode): void {
  const start = cursor.index;
  cursor.index += 1;
  const read = cursor.match(content) ?? "";
  cursor.index += read.length;
  if (cursor.next === "\\") cursor.fail("BAD_ESCAPE");
  if (cursor.next < " ") cursor.fail("UNCLOSED_STRING", start);
  cursor.index += 1;
  cursor.rewrite(start, read, code);
}

/** A string in JSON's own quotes, or one that begins with them and ends with a smart one. */
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
      // Of a run of braces, the last two may begin a placeholder.
      cursor.index += (cursor.match(BRACES_BEFORE_TWO) ?? "").length;
      const piece = cursor.match(PLACEHOLDER) ?? next;
      hasQuotesInPlaceholder ||= piece.includes('"');
      cursor.index += piece.length;
      continue;
    }
    // A smart quote: the closing one, if what follows a string follows.
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

/** What a string's JSON says, with line breaks and tabs that JSON would have escaped. */
function unescaped(content: string): string {
  const written = content.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return JSON.parse(`"${written}"`) as string;
}
