/** A position in a text under repair, the edits so far, and what may come between two tokens. */
import type { Edit } from "./edits.ts";
import { quote, type ProblemCode } from "./problems.ts";
import type { RepairCode } from "./repairs.ts";

/** An edit that makes the text JSON. One without a code only replaces a value that is refused anyway. */
export interface RepairEdit extends Edit {
  readonly code?: RepairCode;
  /** The repaired text, for the explanation. */
  readonly detail?: string;
}

export class Irreparable extends Error {
  override readonly name = "Irreparable";
  readonly code: ProblemCode;
  readonly index: number;

  constructor(code: ProblemCode, index: number) {
    super(`${code} at ${index}`);
    this.code = code;
    this.index = index;
  }
}

const SPACE = /[ \n\r\t]+/y;
/** Whitespace that JSON doesn't know: no-break, zero-width and the like. */
const ODD_SPACE = /[^\S \t\n\r]|[\u0085\u200b-\u200f\u2060]/;
/** A line break or tab written as an escape, as in `{\r\n "account"…`. */
const WRITTEN_BREAK = /(?:\\[rnt])+/y;
/** `// to the end of the line`, or a block comment. */
const COMMENT = /\/\/[^\r\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//y;
/** A message of fifteen fields needs a hundred at the very most. */
const MAX_EDITS = 500;

export class RepairCursor {
  readonly text: string;
  readonly edits: RepairEdit[] = [];
  index = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character here; empty at the end. */
  get next(): string {
    return this.text[this.index] ?? "";
  }

  change(start: number, end: number, put: string, code?: RepairCode, detail?: string): void {
    if (this.edits.length === MAX_EDITS) this.fail("UNEXPECTED_CHARACTER", start);
    this.edits.push({
      start,
      end,
      text: put,
      ...(code && { code }),
      ...(detail !== undefined && { detail: quote(detail) }),
    });
  }

  /** Replaces the text from `start` to here with a JSON string. */
  rewrite(start: number, content: string, code?: RepairCode): void {
    this.change(start, this.index, JSON.stringify(content), code, content);
  }

  /** Removes the text here. */
  drop(length: number, code: RepairCode): void {
    this.change(this.index, this.index + length, "", code);
    this.index += length;
  }

  fail(code: ProblemCode, at = this.index): never {
    throw new Irreparable(code, at);
  }

  unexpected(): never {
    this.fail(this.index < this.text.length ? "UNEXPECTED_CHARACTER" : "UNEXPECTED_END");
  }

  /** Returns what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.index;
    return pattern.test(this.text) ? this.text.slice(this.index, pattern.lastIndex) : undefined;
  }

  /** Skips whitespace and comments, and repairs those that JSON doesn't know. */
  skipSpace(): void {
    for (;;) {
      const start = this.index;
      this.index += this.match(SPACE)?.length ?? 0;
      const oddStart = this.index;
      while (ODD_SPACE.test(this.next)) this.index += 1;
      if (this.index > oddStart) this.change(oddStart, this.index, " ", "ODD_SPACE");
      this.#replace(WRITTEN_BREAK, "WRITTEN_LINE_BREAK");
      if (this.next === "/") this.#replace(COMMENT, "COMMENT_LEFT_OUT");
      if (this.index === start) return;
    }
  }

  #replace(pattern: RegExp, code: RepairCode): void {
    const found = this.match(pattern);
    if (found === undefined) return;
    this.change(this.index, this.index + found.length, " ", code);
    this.index += found.length;
  }
}
