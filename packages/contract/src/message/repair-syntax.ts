/**
 * Repairs the syntax of a message that isn't JSON, where it has only one meaning: quotes, commas, braces, spaces,
 * comments, and what surrounds the message. This file doesn't care what the values mean.
 */
import { RepairCursor, Irreparable, type RepairEdit } from "./repair-cursor.ts";
import { DOUBLE_QUOTES, readString, SINGLE_QUOTES } from "./repair-strings.ts";
import { quote, type Fault } from "./problems.ts";

export type { RepairEdit } from "./repair-cursor.ts";

export interface RepairedText {
  /** In text order. */
  readonly edits: readonly RepairEdit[];
  /** Ambiguous values, by where they begin in the original. */
  readonly faults: ReadonlyMap<number, Fault>;
  /** Set when we can't tell what was meant, with the position where that begins. */
  readonly error?: Irreparable;
}

const BARE_KEY = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
/** A JSON number or word with a comment directly after it. */
const BEFORE_COMMENT = new RegExp(`(?:${NUMBER}|true|false|null)(?=/[/*])`, "y");
const BARE_VALUE = new RegExp(`(?:\\{\\{[^{}\\n]*\\}\\}|[^\\s,&{}[\\]\\\\${DOUBLE_QUOTES}${SINGLE_QUOTES}])+`, "y");
const JSON_SCALAR = new RegExp(`^(?:${NUMBER}|true|false|null)$`);
/** Without one, bare text is a mark that slipped in where a value belongs. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** `1,5` without quotes: one and a half, or two values? */
const MORE_DIGITS = /(?:, ?\d[\d.]*)+/y;
/** The beginning of a message without braces. */
const MEMBER = new RegExp(
  `(?:\\\\|&(?:quot|#34|#x22);)?[${DOUBLE_QUOTES}${SINGLE_QUOTES}]*[\\p{L}_][^\\s:=]*\\s*[:=]`,
  "uyi",
);
/** What surrounds a message that was copied with its formatting. */
const FENCE = /```[A-Za-z0-9]*[ \t]*(?=[\r\n{])|`(?=\s*\{)/y;
const CLOSING_FENCE = /`{1,3}/y;
const OPENING_QUOTE = /"\s*(?=\{)/y;
/** Items in the message and everything inside it: more than any message may have. */
const MAX_ITEMS = 500;
/** The same depth as the JSON reader's. */
const MAX_DEPTH = 8;

/** Finds the edits that make `text` JSON. Never throws. */
export function repairSyntax(text: string): RepairedText {
  const cursor = new RepairCursor(text);
  const faults = new Map<number, Fault>();
  /**
   * False if the message has no braces of its own: then an object means that it is text in front of another message.
   */
  let mayNest = true;
  let items = 0;

  function readValue(depth: number, closing: "}" | "]"): void {
    const start = cursor.index;
    if (cursor.next === "," || cursor.next === closing) return cursor.change(start, start, '""', "EMPTY_TEXT");
    if (readString(cursor)) return;
    if (mayNest && cursor.next === "[") return readNested(depth + 1, "]");
    if (mayNest && cursor.next === "{" && text[start + 1] !== "{") return readNested(depth + 1, "}");
    const bare = cursor.match(BEFORE_COMMENT) ?? cursor.match(BARE_VALUE);
    if (bare === undefined || /^[:=;]/.test(bare) || !LETTER_OR_DIGIT.test(bare)) return cursor.unexpected();
    cursor.index += bare.length;
    const more = closing === "}" && /^[\d.]+$/.test(bare) ? cursor.match(MORE_DIGITS) : undefined;
    if (more !== undefined) {
      cursor.index += more.length;
      faults.set(start, { code: "AMBIGUOUS_NUMBER", detail: quote(bare + more) });
      cursor.change(start, cursor.index, "null");
    } else if (!JSON_SCALAR.test(bare)) cursor.rewrite(start, bare, "UNQUOTED_TEXT");
  }

  /** Reads a list, or an object inside the message. */
  function readNested(depth: number, closing: "}" | "]"): void {
    if (depth > MAX_DEPTH) cursor.fail("NESTED_TOO_DEEPLY");
    cursor.index += 1;
    readItems(depth, closing);
    if (cursor.next !== closing) cursor.unexpected();
    cursor.index += 1;
  }

  function readMember(depth: number): void {
    const start = cursor.index;
    if (!readString(cursor)) {
      const key = cursor.match(BARE_KEY) ?? cursor.unexpected();
      cursor.index += key.length;
      cursor.rewrite(start, key, "UNQUOTED_TEXT");
    }
    cursor.skipSpace();
    if (cursor.next === "=") cursor.change(cursor.index, cursor.index + 1, ":", "EQUALS_FOR_COLON");
    else if (cursor.next !== ":") cursor.unexpected();
    cursor.index += 1;
    cursor.skipSpace();
    readValue(depth, "}");
  }

  /** Reads items up to the closing bracket or, in a message without braces, to its end. */
  function readItems(depth: number, closing: "}" | "]", isOpened = true): void {
    let comma: number | undefined;
    let itemEnd: number | undefined;
    for (;;) {
      cursor.skipSpace();
      if (cursor.next === ",") {
        if (comma !== undefined || itemEnd === undefined) cursor.drop(1, "EXTRA_COMMA");
        else {
          comma = cursor.index;
          cursor.index += 1;
        }
        continue;
      }
      if (cursor.next === closing || cursor.next === "" || (!isOpened && /[=;]/.test(cursor.next))) {
        if (comma !== undefined) cursor.change(comma, comma + 1, "", "EXTRA_COMMA");
        return;
      }
      if (itemEnd !== undefined && comma === undefined) {
        // A missing quote may have swallowed the comma: only a space or a line break shows that an item ended.
        if (cursor.index === itemEnd || closing === "]") cursor.unexpected();
        cursor.change(itemEnd, itemEnd, ",", "MISSING_COMMA");
      }
      items += 1;
      if (items > MAX_ITEMS) cursor.fail("TOO_MANY_FIELDS");
      if (closing === "]") readValue(depth, closing);
      else readMember(depth);
      itemEnd = cursor.index;
      comma = undefined;
    }
  }

  /** Reads what comes before the message, and returns what has to be closed after it. */
  function readOpening(): { readonly isQuoted: boolean; readonly isFenced: boolean } {
    cursor.skipSpace();
    const fence = cursor.match(FENCE);
    if (fence !== undefined) cursor.drop(fence.length, "CODE_FENCE");
    cursor.skipSpace();
    const isQuoted = cursor.match(OPENING_QUOTE) !== undefined;
    if (isQuoted) cursor.drop(1, "QUOTED_MESSAGE");
    cursor.skipSpace();
    return { isQuoted, isFenced: fence !== undefined };
  }

  function readClosing({ isQuoted, isFenced }: ReturnType<typeof readOpening>): void {
    let [isQuoteOpen, isFenceOpen] = [isQuoted, isFenced];
    for (cursor.skipSpace(); cursor.index < text.length; cursor.skipSpace()) {
      if (cursor.next === "=") cursor.drop(1, "STRAY_EQUALS");
      else if (cursor.next === ",") cursor.drop(1, "EXTRA_COMMA");
      else if (cursor.next === ";") cursor.drop(1, "STRAY_SEMICOLON");
      else if (isQuoteOpen && cursor.next === '"') {
        cursor.drop(1, "QUOTED_MESSAGE");
        isQuoteOpen = false;
      } else if (isFenceOpen && cursor.next === "`") {
        cursor.drop(cursor.match(CLOSING_FENCE)?.length ?? 1, "CODE_FENCE");
        isFenceOpen = false;
      } else cursor.unexpected();
    }
  }

  function readMessage(): void {
    const opening = readOpening();
    const isOpened = cursor.next === "{";
    mayNest = isOpened;
    if (isOpened) cursor.index += 1;
    else if (cursor.match(MEMBER) !== undefined) cursor.change(cursor.index, cursor.index, "{", "MISSING_BRACES");
    else cursor.fail("NOT_AN_OBJECT");
    readItems(1, "}", isOpened);
    if (cursor.next === "}") cursor.index += 1;
    // A message with an opening brace may have lost its end, and with it a digit or a field.
    else if (isOpened) cursor.unexpected();
    else cursor.change(cursor.index, cursor.index, "}", "MISSING_BRACES");
    readClosing(opening);
  }

  try {
    readMessage();
    return { edits: inOrder(cursor.edits), faults };
  } catch (error) {
    if (!(error instanceof Irreparable)) throw error;
    return { edits: inOrder(cursor.edits), faults, error };
  }
}

function inOrder(edits: readonly RepairEdit[]): RepairEdit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}
