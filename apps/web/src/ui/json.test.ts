import { expect, test } from "vitest";
import { layOut } from "./json.tsx";

test("JSON is laid out, and its numbers and texts stay exactly as they came", () => {
  expect(layOut('{"id":18446744073709551615,"price":267.10,"note":"a, \\"b\\": {c}","list":[1,{}],"none":[ ]}')).toBe(
    [
      "{",
      '  "id": 18446744073709551615,',
      '  "price": 267.10,',
      '  "note": "a, \\"b\\": {c}",',
      '  "list": [',
      "    1,",
      "    {}",
      "  ],",
      '  "none": []',
      "}",
    ].join("\n"),
  );
});

test("a text that isn't JSON is shown as it came", () => {
  expect(layOut("<html>502 Bad Gateway</html>")).toBe("<html>502 Bad Gateway</html>");
});
