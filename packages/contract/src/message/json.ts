/**
 * A JSON reader that keeps what JSON.parse throws away: the position of each value, the digits of a number as written,
 * and the repeated keys of an object. It accepts exactly RFC 8259, to a depth of 8 and up to 1,000 values.
 */
import { positionAt, type Position } from "./position.ts";

/** The range of a value in the text: from `start` to before `end`, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export type JsonNode = Span &
  (
    | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
    | { readonly kind: "array"; readonly items: readonly JsonNode[] }
    | { readonly kind: "string"; readonly text: string }
    | { readonly kind: "number"; readonly text: string }
    | { readonly kind: "boolean"; readonly text: "true" | "false" }
    | { readonly kind: "null" }
  );

export interface JsonEntry {
  readonly key: string;
  /** Where the key begins. */
  readonly start: number;
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
  "TOO_MANY_FIELDS",
] as const;
export type SyntaxCode = (typeof SYNTAX_CODES)[number];

/** Why a text isn't JSON, and where. `found` is the offending character, if there is one. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly code: SyntaxCode;
  readonly index: number;
  readonly found: string | undefined;
  readonly #text: string;

  constructor(code: SyntaxCode, text: string, index: number) {
    super(`${code} at ${index}`);
    this.code = code;
    this.index = index;
    this.#text = text;
    const found = text.codePointAt(index);
    this.found = found === undefined ? undefined : String.fromCodePoint(found);
  }

  /** The same place by line and column. */
  get at(): Position {
    return positionAt(this.#text, this.index);
  }
}

const MAX_DEPTH = 8;
const MAX_VALUES = 1_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]+/y;
// eslint-disable-next-line no-control-regex -- RFC 8259 forbids exactly these inside a string
const STRING_CHUNK = /[^"\\\u0000-\u001f]*/y;
const SHORT_ESCAPES = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)));
const [BACKSLASH, QUOTE, SPACE] = [0x5c, 0x22, 0x20];
const LONG_ESCAPES = /(?:\\u[0-9a-fA-F]{4})+/y;

/**
 * Reads one JSON text.
 * @throws {JsonSyntaxError} at the first character that JSON does not allow there.
 */
export function readJson(text: string): JsonNode {
  return new Reader(text).readText();
}

class Reader {
  readonly #text: string;
  #index = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readText(): JsonNode {
    this.#skipSpace();
    if (this.#index === this.#text.length) throw this.#error("EMPTY_MESSAGE");
    const node = this.#readValue(1);
    this.#skipSpace();
    if (this.#index < this.#text.length) throw this.#error("UNEXPECTED_CHARACTER");
    return node;
  }

  #readValue(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw this.#error("NESTED_TOO_DEEPLY");
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw this.#error("TOO_MANY_FIELDS");
    const start = this.#index;
    const next = this.#peek();
    if (next === "{") return this.#readObject(start, depth);
    if (next === "[") return this.#readArray(start, depth);
    if (next === '"') {
      const text = this.#readString();
      return { kind: "string", start, end: this.#index, text };
    }
    if (next === "-" || (next >= "0" && next <= "9")) {
      const text = this.#readNumber();
      return { kind: "number", start, end: this.#index, text };
    }
    const word = this.#take(WORD);
    if (word === "true" || word === "false") return { kind: "boolean", start, end: this.#index, text: word };
    if (word === "null") return { kind: "null", start, end: this.#index };
    throw this.#error("UNEXPECTED_CHARACTER", start);
  }

  #readObject(start: number, depth: number): JsonNode {
    const entries: JsonEntry[] = [];
    this.#index += 1;
    this.#skipSpace();
    while (this.#peek() !== "}" || entries.length > 0) {
      const keyStart = this.#index;
      if (this.#peek() !== '"') throw this.#error("UNEXPECTED_CHARACTER");
      const key = this.#readString();
      this.#skipSpace();
      this.#expect(":");
      this.#skipSpace();
      entries.push({ key, start: keyStart, value: this.#readValue(depth + 1) });
      this.#skipSpace();
      if (this.#peek() === "}") break;
      this.#expect(",");
      this.#skipSpace();
    }
    this.#index += 1;
    return { kind: "object", start, end: this.#index, entries };
  }

  #readArray(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#index += 1;
    this.#skipSpace();
    while (this.#peek() !== "]" || items.length > 0) {
      items.push(this.#readValue(depth + 1));
      this.#skipSpace();
      if (this.#peek() === "]") break;
      this.#expect(",");
      this.#skipSpace();
    }
    this.#index += 1;
    return { kind: "array", start, end: this.#index, items };
  }

  #readString(): string {
    const start = this.#index;
    this.#index += 1;
    const plain = this.#take(STRING_CHUNK);
    if (this.#text[this.#index] === "\\") this.#skipEscaped();
    if (this.#text[this.#index] !== '"') throw this.#error("UNCLOSED_STRING", start);
    this.#index += 1;
    const written = this.#text.slice(start, this.#index);
    return written.length === plain.length + 2 ? plain : (JSON.parse(written) as string);
  }

  /** Skips to the end of a string that contains escapes. */
  #skipEscaped(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#index);
      if (code === BACKSLASH) {
        if (SHORT_ESCAPES.has(this.#text.charCodeAt(this.#index + 1))) this.#index += 2;
        else if (this.#take(LONG_ESCAPES) === "") throw this.#error("BAD_ESCAPE");
      } else if (code >= SPACE && code !== QUOTE) this.#index += 1;
      else return;
    }
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
    const start = this.#index;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) return "";
    this.#index = pattern.lastIndex;
    return this.#text.slice(start, this.#index);
  }

  #skipSpace(): void {
    for (;;) {
      const next = this.#text[this.#index];
      if (next !== " " && next !== "\n" && next !== "\r" && next !== "\t") return;
      this.#index += 1;
    }
  }

  #error(code: SyntaxCode, index = this.#index): JsonSyntaxError {
    return new JsonSyntaxError(code, this.#text, index);
  }
}
