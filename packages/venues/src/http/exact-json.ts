/** JSON whose numbers never pass through a float (docs/pitfalls.md, V11): they are strings on our side of the wire. */

// In Node since 22, not yet in TypeScript's libraries.
const exact = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
};

/**
 * A plain decimal string as a value for JSON.stringify, which writes it as a number, digit for digit.
 * @throws {SyntaxError} when the text is no JSON number.
 */
export function exactNumber(decimal: string): unknown {
  if (!/^-?\d/.test(decimal)) throw new SyntaxError("not a number");
  return exact.rawJSON(decimal);
}

/** Reads JSON, giving every number as the string it was written as; undefined when it is not JSON. */
export function readExactJson(text: string): unknown {
  try {
    return exact.parse(text, (_, value, { source }) => (typeof value === "number" ? source : value));
  } catch {
    return undefined;
  }
}
