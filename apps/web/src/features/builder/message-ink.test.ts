import fc from "fast-check";
import { expect, test } from "vitest";
import { piecesOf } from "./message-ink.tsx";

test("the pieces of a line add up to the line, each where its column says", () => {
  const line = fc.stringMatching(/^[^\n]{0,60}$/);
  const like = fc.constantFrom(
    '"a": "b",',
    '  "contracts": {{strategy.order.contracts}}',
    '"x',
    "{{",
    '"\\"',
    "-1.5e3 true}",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        line,
        fc.array(like).map((parts) => parts.join("")),
      ),
      (text) => {
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const piece of pieces) expect(text.startsWith(piece.text, piece.column - 1)).toBe(true);
      },
    ),
  );
});

test("names, texts, placeholders and numbers differ", () => {
  const colors = piecesOf('"price": {{close}}, "ticker": "{{ticker}}", "id": "a", "n": 1').flatMap(({ text, color }) =>
    /^[\s,:]+$/.test(text) ? [] : [[text, color]],
  );
  expect(colors).toEqual([
    ['"price"', "text-accent"],
    ["{{close}}", "text-warning"],
    ['"ticker"', "text-accent"],
    ['"{{ticker}}"', "text-warning"],
    ['"id"', "text-accent"],
    ['"a"', "text-ok"],
    ['"n"', "text-accent"],
    ["1", "text-ink"],
  ]);
});
