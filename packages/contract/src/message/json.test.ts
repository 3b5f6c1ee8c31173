import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonSyntaxError, readJson, SYNTAX_CODES, type JsonNode, type SyntaxCode } from "./json.ts";
import { positionsIn } from "./position.ts";

/**
 * Writes a string without a backslash, because V8 can read an escaped key as one that it read before: after
 * `{"\\": 0}`, Node 24 reads the key of `{"\n": 0}` as a backslash (nodejs/node#63785). It also makes `__proto__` a
 * key like any other.
 */
function plain(text: string): string {
  return `:${Buffer.from(text, "utf16le").toString("hex")}`;
}

/** Returns what JSON.parse would return, with every string written plain. */
function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.entries.map(({ key, value }) => [plain(key), toValue(value)]));
    case "array":
      return node.items.map(toValue);
    case "string":
      return plain(node.text);
    case "number":
      return Number(node.text);
    case "boolean":
      return node.text === "true";
    case "null":
      return null;
  }
}

type Reading = { value: unknown } | "refused" | "too deep";

function read(text: string): Reading {
  try {
    return { value: toValue(readJson(text)) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.code === "NESTED_TOO_DEEPLY" ? "too deep" : "refused";
  }
}

/** Reads with JSON.parse, each string by itself. */
function parse(text: string): Reading {
  try {
    JSON.parse(text);
  } catch {
    return "refused";
  }
  const strings = /"(?:[^"\\]|\\.)*"/g;
  return { value: JSON.parse(text.replace(strings, (string) => JSON.stringify(plain(JSON.parse(string))))) };
}

function expectSame(text: string): void {
  const reading = read(text);
  if (reading === "too deep") return;
  expect(reading).toEqual(parse(text));
}

const spaced = fc.constantFrom("", " ", "\n", "\t", "\r\n");
const json = fc
  .tuple(fc.json({ maxDepth: 6, depthSize: "large" }), spaced, fc.constantFrom(0, 1, 2))
  .map(([text, blank, indent]) => blank + JSON.stringify(JSON.parse(text), null, indent) + blank);

test("any JSON reads as JSON.parse reads it", () => {
  fc.assert(fc.property(json, (text) => expectSame(text)));
});

test("JSON with one character changed is accepted or refused as by JSON.parse", () => {
  const character = fc.oneof(
    fc.constantFrom(...'{}[]":,\\/-+.eE0159 \n\u0000\u001f\u007f"tfnu'.split("")),
    fc.string({ maxLength: 1 }),
  );
  fc.assert(
    fc.property(json, fc.nat(), character, fc.nat(1), (text, place, put, removed) => {
      const at = place % (text.length + 1);
      expectSame(text.slice(0, at) + put + text.slice(at + removed));
    }),
    { numRuns: 3_000 },
  );
});

test("any text is accepted or refused as by JSON.parse", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => expectSame(text)));
});

test.each([
  "-0",
  "1E400",
  "1e-400",
  "0.1e+1",
  '"\\u0000\\ud800"',
  "[1,2,[]]",
  '{"a":{},"a":1}',
  "01",
  "1.",
  "-",
  "+1",
  ".5",
  "nul",
  "truee",
  "'a'",
  "[1,]",
  '{"a":1,}',
  "{,}",
  "[,]",
  '{"a"}',
  '"\t"',
  "\u00a01",
  "\ufeff1",
  "/**/1",
  "NaN",
])("%s is accepted or refused as by JSON.parse", (text) => {
  expectSame(text);
});

test("a number keeps the digits that were written", () => {
  expect(readJson("0.10000000000000000001")).toMatchObject({ kind: "number", text: "0.10000000000000000001" });
});

test("an object keeps its repeated keys, and __proto__ is a key like any other", () => {
  const node = readJson('{"a": 1, "a": 2, "__proto__": 3}');
  expect(node.kind === "object" && node.entries.map(({ key }) => key)).toEqual(["a", "a", "__proto__"]);
});

test("a value knows its line and column, whatever the line endings", () => {
  const text = '{\r\n  "a": 1,\n\t"b":\r 2}';
  const node = readJson(text);
  const at = positionsIn(text);
  expect([node.start, node.end].map(at)).toEqual([
    { line: 1, column: 1 },
    { line: 4, column: 4 },
  ]);
  const entries = node.kind === "object" ? node.entries : [];
  expect(entries.map(({ start, value }) => [at(start), at(value.start)])).toEqual([
    [
      { line: 2, column: 3 },
      { line: 2, column: 8 },
    ],
    [
      { line: 3, column: 2 },
      { line: 4, column: 2 },
    ],
  ]);
});

const FAULTS: Record<SyntaxCode, [text: string, line: number, column: number]> = {
  EMPTY_MESSAGE: [" \n ", 2, 2],
  UNEXPECTED_CHARACTER: ['{"a": 1\n "b": 2}', 2, 2],
  UNEXPECTED_END: ['{"a": 1,\n', 2, 1],
  UNCLOSED_STRING: ['{\n"a": "b\n}', 2, 6],
  BAD_ESCAPE: ['{"a": "b\\x"}', 1, 9],
  BAD_NUMBER: ['{"a": 1.5.2}', 1, 7],
  NESTED_TOO_DEEPLY: ["[".repeat(9), 1, 9],
  TOO_MANY_FIELDS: [`[\n${"1,".repeat(1_000)}`, 2, 1_999],
};

test.each(SYNTAX_CODES)("%s is reported with its line and column", (code) => {
  const [text, line, column] = FAULTS[code];
  expect(() => readJson(text)).toThrow(expect.objectContaining({ code, at: { line, column } }));
});

test("eight levels are read, and a hundred thousand are refused without overflowing the stack", () => {
  expect(readJson("[".repeat(8) + "]".repeat(8)).kind).toBe("array");
  expect(read("[".repeat(100_000))).toBe("too deep");
  expect(read('{"a":'.repeat(100_000))).toBe("too deep");
});

test("the offending character is reported whole, even beyond U+FFFF", () => {
  expect(() => readJson("{🚀}")).toThrow(expect.objectContaining({ found: "🚀" }));
});
