import { expect, test } from "vitest";
import { markedParts } from "./marked-parts.ts";

const at = (line: number, column: number) => ({ line, column });
const marked = (...args: Parameters<typeof markedParts>) =>
  markedParts(...args).flatMap(({ part, mark }) => (mark ? [`${mark}: ${part}`] : []));

test("a mark covers the text in quotes, the word, the number or the sign at its place", () => {
  const text = '{"side": "b\\"uy",\r\n contracts: 1.5,\n“x”}';
  expect(marked(text, [at(1, 2), at(1, 10), at(2, 2), at(2, 13)], [at(3, 1), at(3, 4)])).toEqual([
    'problem: "side"',
    'problem: "b\\"uy"',
    "problem: contracts",
    "problem: 1.5",
    "repair: “x”",
    "repair: }",
  ]);
});

test("whatever is marked, the parts add up to the text", () => {
  const text = '{"a": 1,\n "b": 2}';
  for (const line of [0, 1, 2, 3]) {
    for (let column = 0; column < 12; column += 1) {
      const parts = markedParts(text, [at(line, column), at(1, 2)], [at(1, 2), at(2, 2)]);
      expect(parts.map(({ part }) => part).join("")).toBe(text);
    }
  }
});

test("where a problem and a repair are at one place, the problem is marked", () => {
  expect(marked("{a}", [at(1, 2)], [at(1, 2)])).toEqual(["problem: a"]);
});
