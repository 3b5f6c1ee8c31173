/** JSON whose numbers never pass through a float (docs/pitfalls.md, V11): on our side they are strings. */

// In Node since 22, but not yet in TypeScript's libraries.
const exact = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
};

/**
 * Returns a value that JSON.stringify writes as this plain decimal, as a number, digit for digit.
 * @throws {SyntaxError} when the text isn't a JSON number.
 */
export function exactNumber(decimal: string): unknown {
  if (!/^-?\d/.test(decimal)) throw new SyntaxError("not a number");
  return exact.rawJSON(decimal);
}

/** Reads JSON and returns every number as the string that was written; undefined when the text isn't JSON. */
export function readExactJson(text: string): unknown {
  try {
    return exact.parse(text, (_, value, { source }) => (typeof value === "number" ? source : value));
  } catch {
    return undefined;
  }
}
