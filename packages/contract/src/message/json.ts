/**
 * A JSON reader that keeps what JSON.parse throws away: where each value stands, the digits of a number as they were
 * written, and the repeated keys of an object. It accepts exactly RFC 8259, down to a depth of 8.
 */

/** 1-based, as editors count; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type JsonNode =
  | { readonly kind: "object"; readonly at: Position; readonly end: Position; readonly entries: JsonEntry[] }
  | { readonly kind: "array"; readonly at: Position; readonly items: JsonNode[] }
  | { readonly kind: "string"; readonly at: Position; readonly text: string }
  | { readonly kind: "number"; readonly at: Position; readonly text: string }
  | { readonly kind: "boolean"; readonly at: Position; readonly text: "true" | "false" }
  | { readonly kind: "null"; readonly at: Position };

export interface JsonEntry {
  readonly key: string;
  readonly at: Position;
  readonly value: JsonNode;
}

export const SYNTAX_CODES = [
  "EMPTY_MESSAGE",
  "UNEXPECTED_CHARACTER",
  "UNEXPECTED_END",
  "UNCLOSED_STRING",
  "BAD_ESCAPE",
  "BAD_NUMBER",
  "NESTED_TOO_DEEPLY",
] as const;
export type SyntaxCode = (typeof SYNTAX_CODES)[number];

/** Why a text is not JSON, and where. `found` is the offending character, where there is one. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly code: SyntaxCode;
  readonly at: Position;
  readonly found: string | undefined;

  constructor(code: SyntaxCode, at: Position, found?: string) {
    super(`${code} at line ${at.line}, column ${at.column}`);
    this.code = code;
    this.at = at;
    this.found = found;
  }
}

const MAX_DEPTH = 8;
const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]+/y;
// eslint-disable-next-line no-control-regex -- RFC 8259 forbids exactly these inside a string
const STRING_CHUNK = /[^"\\\u0000-\u001f]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * Reads one JSON text.
 * @throws {JsonSyntaxError} at the first character that JSON does not allow there.
 */
export function readJson(text: string): JsonNode {
  return new Reader(text).readText();
}

/** The position of a text's unit number `index`, counted from 0. */
export function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

class Reader {
  readonly #text: string;
  readonly #lineStarts: number[];
  #index = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length)];
  }

  readText(): JsonNode {
    this.#take(WHITESPACE);
    if (this.#index === this.#text.length) throw this.#error("EMPTY_MESSAGE");
    const node = this.#readValue(1);
    this.#take(WHITESPACE);
    if (this.#index < this.#text.length) throw this.#error("UNEXPECTED_CHARACTER");
    return node;
  }

  #readValue(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw this.#error("NESTED_TOO_DEEPLY");
    const at = this.#position(this.#index);
    const next = this.#peek();
    if (next === "{") return this.#readObject(at, depth);
    if (next === "[") return this.#readArray(at, depth);
    if (next === '"') return { kind: "string", at, text: this.#readString() };
    if (next === "-" || (next >= "0" && next <= "9")) return { kind: "number", at, text: this.#readNumber() };
    const start = this.#index;
    const word = this.#take(WORD);
    if (word === "true" || word === "false") return { kind: "boolean", at, text: word };
    if (word === "null") return { kind: "null", at };
    throw this.#error("UNEXPECTED_CHARACTER", start);
  }

  #readObject(at: Position, depth: number): JsonNode {
    const entries: JsonEntry[] = [];
    this.#index += 1;
    this.#take(WHITESPACE);
    while (this.#peek() !== "}" || entries.length > 0) {
      const keyAt = this.#position(this.#index);
      if (this.#peek() !== '"') throw this.#error("UNEXPECTED_CHARACTER");
      const key = this.#readString();
      this.#take(WHITESPACE);
      this.#expect(":");
      this.#take(WHITESPACE);
      entries.push({ key, at: keyAt, value: this.#readValue(depth + 1) });
      this.#take(WHITESPACE);
      if (this.#peek() === "}") break;
      this.#expect(",");
      this.#take(WHITESPACE);
    }
    const end = this.#position(this.#index);
    this.#index += 1;
    return { kind: "object", at, end, entries };
  }

  #readArray(at: Position, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#index += 1;
    this.#take(WHITESPACE);
    while (this.#peek() !== "]" || items.length > 0) {
      items.push(this.#readValue(depth + 1));
      this.#take(WHITESPACE);
      if (this.#peek() === "]") break;
      this.#expect(",");
      this.#take(WHITESPACE);
    }
    this.#index += 1;
    return { kind: "array", at, items };
  }

  #readString(): string {
    const start = this.#index;
    this.#index += 1;
    let value = "";
    for (;;) {
      value += this.#take(STRING_CHUNK);
      const next = this.#text[this.#index];
      if (next === '"') {
        this.#index += 1;
        return value;
      }
      if (next !== "\\") throw this.#error("UNCLOSED_STRING", start);
      value += this.#readEscape();
    }
  }

  #readEscape(): string {
    const start = this.#index;
    const letter = this.#text[start + 1] ?? "";
    const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (plain !== undefined) {
      this.#index += 2;
      return plain;
    }
    const digits = this.#text.slice(start + 2, start + 6);
    if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#error("BAD_ESCAPE", start);
    this.#index += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #readNumber(): string {
    const start = this.#index;
    const number = this.#take(NUMBER);
    const after = this.#text[this.#index] ?? "";
    if (!number || /[\w.+-]/.test(after)) throw this.#error("BAD_NUMBER", start);
    return number;
  }

  #expect(character: string): void {
    if (this.#peek() !== character) throw this.#error("UNEXPECTED_CHARACTER");
    this.#index += 1;
  }

  #peek(): string {
    const next = this.#text[this.#index];
    if (next === undefined) throw this.#error("UNEXPECTED_END");
    return next;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#index;
    const taken = pattern.exec(this.#text)?.[0] ?? "";
    this.#index += taken.length;
    return taken;
  }

  #error(code: SyntaxCode, index = this.#index): JsonSyntaxError {
    const found = this.#text.codePointAt(index);
    return new JsonSyntaxError(
      code,
      this.#position(index),
      found === undefined ? undefined : String.fromCodePoint(found),
    );
  }

  #position(index: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - (this.#lineStarts[low] ?? 0) + 1 };
  }
}
