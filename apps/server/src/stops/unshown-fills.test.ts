import { expect, test } from "vitest";
import { mayBeUnshown } from "./unshown-fills.ts";

// @covers P12
test.each([
  { what: "the venue shows all fills", beyond: "0", recent: ["20"], is: false },
  { what: "the venue shows none of what was just bought", beyond: "-20", recent: ["20"], is: true },
  { what: "the last of three fills is missing", beyond: "-5", recent: ["5", "7", "8"], is: true },
  { what: "the last two are missing", beyond: "-12", recent: ["5", "7", "8"], is: true },
  { what: "a sale is missing", beyond: "3", recent: ["-3"], is: true },
  { what: "its trader sold a part by hand", beyond: "-6", recent: ["5", "7", "8"], is: false },
  { what: "its trader bought some by hand", beyond: "5", recent: ["5"], is: false },
  { what: "nothing was filled lately", beyond: "-20", recent: [], is: false },
])("what was just filled isn't taken for closed by hand: $what", ({ beyond, recent, is }) => {
  const fills = recent.map((quantity) => ({ quantity }));
  expect(mayBeUnshown(beyond, fills)).toBe(is);
});
