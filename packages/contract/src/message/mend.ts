/**
 * Mends the writing of a message that isn't JSON, where it has one meaning: quotes, commas, braces, spaces. An order message
 * is one flat object, so this knows nothing of nesting. What a value means is no business of this file.
 */
import type { Edit } from "./edits.ts";
import { quote, type Fault, type ProblemCode } from "./problems.ts";
import type { RepairCode } from "./repairs.ts";

/** A change that makes the text JSON. One without a code only stands in for a value that is refused anyway. */
export interface Mend extends Edit {
  readonly code?: RepairCode;
  /** What it was put right to, for the explanation. */
  readonly detail?: string;
}

export interface Mended {
  /** In the order of their places. */
  readonly mends: readonly Mend[];
  /** Values that can't be told, by where they begin in the original. */
  readonly faults: ReadonlyMap<number, Fault>;
  /** Set when there is no telling what was meant, with the place from which on. */
  readonly error?: Unmendable;
}

export class Unmendable extends Error {
  override readonly name = "Unmendable";
  readonly code: ProblemCode;
  readonly index: number;

  constructor(code: ProblemCode, index: number) {
    super(`${code} at ${index}`);
    this.code = code;
    this.index = index;
  }
}

const DOUBLE_QUOTES = '"“”„‟«»″＂';
const SINGLE_QUOTES = "'‘’‚‛`´";

/** Space that JSON doesn't know: no-break, zero-width and the like. */
const ODD_SPACE = /[^\S \t\n\r]|[\u0085\u200b-\u200f\u2060]/;
/** A line break or tab that was written out, as in `{\r\n "account"…`. */
const WRITTEN_BREAK = /(?:\\[rnt])+/y;
/** An escape that JSON knows. */
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
// eslint-disable-next-line no-control-regex -- none may stand inside a string
const PLACEHOLDER = /\{\{[^{}\u0000-\u001f]*\}\}/y;
const BRACES_BEFORE_TWO = /\{+(?=\{\{)/y;
const BARE_KEY = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const BARE_VALUE = new RegExp(`(?:\\{\\{[^{}\\n]*\\}\\}|[^\\s,&{}[\\]\\\\${DOUBLE_QUOTES}${SINGLE_QUOTES}])+`, "y");
const JSON_SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** `1,5` without quotes: one and a half, or two values? */
const MORE_DIGITS = /(?:, ?\d[\d.]*)+/y;
/** A message of fourteen fields needs a hundred at the very most. */
const MAX_MENDS = 500;

/** The beginning of a message without its braces. */
const MEMBER = new RegExp(`\\\\?[${DOUBLE_QUOTES}${SINGLE_QUOTES}]*[\\p{L}_][^\\s:=]*\\s*[:=]`, "uy");
/** What needs no second look inside a string: text, an escape, a brace by itself. */
const UNREMARKABLE = new RegExp(`(?:[^{\\\\\\u0000-\\u001f${DOUBLE_QUOTES}]+|${ESCAPE.source}|\\{(?!\\{))+`, "y");
/** What may stand between smart quotes. */
const BETWEEN_SMART = new RegExp(`[^\\\\\\u0000-\\u001f${DOUBLE_QUOTES}]*`, "y");
/** What may stand between single quotes: one that a letter follows is an apostrophe. */
const BETWEEN_SINGLE = new RegExp(
  `(?:[^\\\\\\u0000-\\u001f${SINGLE_QUOTES}]+|[${SINGLE_QUOTES}](?=[\\p{L}\\p{N}]))*`,
  "uy",
);
/** What may follow a string. */
const AFTER_STRING = /(?:[\s\u0085\u200b-\u200f\u2060]|\\[rnt])*(?:[,:=}]|$)/y;

/** Finds what makes `text` JSON. Never throws. */
export function mend(text: string): Mended {
  const mends: Mend[] = [];
  const faults = new Map<number, Fault>();
  let index = 0;

  function change(start: number, end: number, put: string, code?: RepairCode, detail?: string): void {
    if (mends.length === MAX_MENDS) fail("UNEXPECTED_CHARACTER", start);
    mends.push({
      start,
      end,
      text: put,
      ...(code && { code }),
      ...(detail !== undefined && { detail: quote(detail) }),
    });
  }

  function fail(code: ProblemCode, at = index): never {
    throw new Unmendable(code, at);
  }

  function unexpected(): never {
    fail(index < text.length ? "UNEXPECTED_CHARACTER" : "UNEXPECTED_END");
  }

  function match(pattern: RegExp, at = index): string | undefined {
    pattern.lastIndex = at;
    return pattern.test(text) ? text.slice(at, pattern.lastIndex) : undefined;
  }

  const next = () => text[index] ?? "";

  function skipSpace(): void {
    for (;;) {
      const start = index;
      while (next() === " " || next() === "\n" || next() === "\r" || next() === "\t") index += 1;
      const oddStart = index;
      while (ODD_SPACE.test(next())) index += 1;
      if (index > oddStart) change(oddStart, index, " ", "ODD_SPACE");
      const written = match(WRITTEN_BREAK);
      if (written !== undefined) {
        change(index, index + written.length, " ", "WRITTEN_LINE_BREAK");
        index += written.length;
      }
      if (index === start) return;
    }
  }

  /** Puts a string as JSON writes it in place of what was written from `start` up to here. */
  function rewrite(start: number, content: string, code?: RepairCode): void {
    change(start, index, JSON.stringify(content), code, content);
  }

  /** A string between two marks that can't stand inside it, nor can an escape. */
  function readBetween(mark: string, code: RepairCode): void {
    const start = index;
    const end = text.indexOf(mark, start + mark.length);
    const content = text.slice(start + mark.length, end < 0 ? undefined : end);
    if (end < 0 || /[\r\n]/.test(content)) fail("UNCLOSED_STRING", start);
    if (/["\\]/.test(content)) fail("UNEXPECTED_CHARACTER", start + mark.length + content.search(/["\\]/));
    index = end + mark.length;
    rewrite(start, content, code);
  }

  /** A string whose closing mark may be any of several: it ends where there is no more of `content`. */
  function readQuoted(content: RegExp, code: RepairCode): void {
    const start = index;
    const read = match(content, start + 1) ?? "";
    index = start + 1 + read.length;
    if (next() === "\\") fail("BAD_ESCAPE");
    if (next() < " ") fail("UNCLOSED_STRING", start);
    index += 1;
    rewrite(start, read, code);
  }

  /** A string in JSON's own quotes, or one that begins with them and ends with a smart one. */
  function readStraight(): void {
    const start = index;
    let hasQuotesInPlaceholder = false;
    index += 1;
    for (;;) {
      index += match(UNREMARKABLE)?.length ?? 0;
      const unit = next();
      if (unit === '"') break;
      if (unit < " ") fail("UNCLOSED_STRING", start);
      if (unit === "\\") fail("BAD_ESCAPE");
      if (unit === "{") {
        // Of a run of braces, the last two may begin a placeholder.
        index += (match(BRACES_BEFORE_TWO) ?? "").length;
        const piece = match(PLACEHOLDER) ?? next();
        hasQuotesInPlaceholder ||= piece.includes('"');
        index += piece.length;
        continue;
      }
      // A smart quote: the closing one, if what follows a string follows.
      index += 1;
      if (match(AFTER_STRING) === undefined) continue;
      const content = text.slice(start + 1, index - 1);
      if (content.includes("\\")) fail("UNCLOSED_STRING", start);
      return rewrite(start, content, "SMART_QUOTES");
    }
    index += 1;
    if (hasQuotesInPlaceholder) rewrite(start, text.slice(start + 1, index - 1));
  }

  /** Tells whether a string stood here, and goes behind it. */
  function readString(): boolean {
    const unit = next();
    if (unit === "") return false;
    if (unit === '"') {
      if (/^""[^\s,:=}\]"]/.test(text.slice(index, index + 3))) readBetween('""', "DOUBLED_QUOTES");
      else readStraight();
    } else if (text.startsWith('\\"', index)) readBetween('\\"', "ESCAPED_QUOTES");
    else if (DOUBLE_QUOTES.includes(unit)) readQuoted(BETWEEN_SMART, "SMART_QUOTES");
    else if (SINGLE_QUOTES.includes(unit)) readQuoted(BETWEEN_SINGLE, "SINGLE_QUOTES");
    else return false;
    return true;
  }

  function readValue(): void {
    const start = index;
    if (next() === "," || next() === "}") return change(start, start, '""');
    if (readString()) return;
    const bare = match(BARE_VALUE) ?? unexpected();
    index += bare.length;
    const more = /^[\d.]+$/.test(bare) ? match(MORE_DIGITS) : undefined;
    if (more !== undefined) {
      index += more.length;
      faults.set(start, { code: "AMBIGUOUS_NUMBER", detail: quote(bare + more) });
      change(start, index, "null");
    } else if (!JSON_SCALAR.test(bare)) rewrite(start, bare, "UNQUOTED_TEXT");
  }

  function readMember(): void {
    const start = index;
    if (!readString()) {
      const key = match(BARE_KEY) ?? unexpected();
      index += key.length;
      rewrite(start, key, "UNQUOTED_TEXT");
    }
    skipSpace();
    if (next() === "=") change(index, index + 1, ":", "EQUALS_FOR_COLON");
    else if (next() !== ":") unexpected();
    index += 1;
    skipSpace();
    readValue();
  }

  function drop(code: RepairCode): void {
    change(index, index + 1, "", code);
    index += 1;
  }

  /** Reads members up to the closing brace, or, without braces, to where the message ends. */
  function readMembers(isOpened: boolean): void {
    let comma: number | undefined;
    let memberEnd: number | undefined;
    for (;;) {
      skipSpace();
      if (next() === ",") {
        if (comma !== undefined || memberEnd === undefined) drop("EXTRA_COMMA");
        else {
          comma = index;
          index += 1;
        }
        continue;
      }
      if (next() === "}" || next() === "" || (next() === "=" && !isOpened)) {
        if (comma !== undefined) change(comma, comma + 1, "", "EXTRA_COMMA");
        return;
      }
      if (memberEnd !== undefined && comma === undefined) {
        // A quote too few may have swallowed the comma: only a space or a line break tells that a member ended.
        if (index === memberEnd) unexpected();
        change(memberEnd, memberEnd, ",", "MISSING_COMMA");
      }
      readMember();
      memberEnd = index;
      comma = undefined;
    }
  }

  function readMessage(): void {
    skipSpace();
    const isQuoted = match(/"\s*(?=\{)/y) !== undefined;
    if (isQuoted) {
      drop("QUOTED_MESSAGE");
      skipSpace();
    }
    const isOpened = next() === "{";
    if (isOpened) index += 1;
    else if (match(MEMBER) !== undefined) change(index, index, "{", "MISSING_BRACES");
    else fail("NOT_AN_OBJECT");
    readMembers(isOpened);
    if (next() === "}") index += 1;
    // A message whose beginning is there may have lost its end, and with it a digit or a field.
    else if (isOpened) unexpected();
    else change(index, index, "}", "MISSING_BRACES");
    let isQuoteOpen = isQuoted;
    for (skipSpace(); index < text.length; skipSpace()) {
      if (next() === "=") drop("STRAY_EQUALS");
      else if (next() === ",") drop("EXTRA_COMMA");
      else if (isQuoteOpen && next() === '"') {
        drop("QUOTED_MESSAGE");
        isQuoteOpen = false;
      } else unexpected();
    }
  }

  try {
    readMessage();
    return { mends: inOrder(mends), faults };
  } catch (error) {
    if (!(error instanceof Unmendable)) throw error;
    return { mends: inOrder(mends), faults, error };
  }
}

function inOrder(mends: readonly Mend[]): Mend[] {
  return mends.toSorted((one, other) => one.start - other.start || one.end - other.end);
}
