import { expect, test } from "vitest";
import { splitBySide } from "./sides.ts";

const sides = (long: string, short: string) => [
  { ledger: null, side: "LONG" as const, quantity: long },
  { ledger: null, side: "SHORT" as const, quantity: short },
];

// @covers P12
test.each([
  { what: "both sides are open, although they add up to nothing", net: "0", held: ["2", "-2"], parts: ["2", "-2"] },
  { what: "each side counts in full", net: "-1", held: ["2", "-3"], parts: ["2", "-3"] },
  { what: "only one side is open", net: "-3", held: ["0", "-3"], parts: ["-3"] },
  { what: "nobody named a side", net: "5", held: ["0", "0"], parts: ["5"] },
  { what: "some was bought before the mode changed", net: "1", held: ["0", "-3"], parts: ["4", "-3"] },
  { what: "some was sold before the mode changed", net: "-4", held: ["1", "0"], parts: ["1", "-5"] },
  { what: "all is closed", net: "0", held: ["0", "0"], parts: [] },
])(
  "in hedge mode a stop closes long and short by themselves: $what",
  ({ net, held: [long = "", short = ""], parts }) => {
    const split = splitBySide({ ledger: null, quantity: net }, sides(long, short));
    expect(split.map(({ quantity }) => quantity)).toEqual(parts);
  },
);

test("what another ledger holds on a side isn't taken for one's own", () => {
  expect(splitBySide({ ledger: "own", quantity: "1" }, sides("5", "0"))).toEqual([{ ledger: "own", quantity: "1" }]);
});
