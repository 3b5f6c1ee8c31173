import { expect, test } from "vitest";
import { exactNumber, readExactJson } from "./exact-json.ts";

test("a number is written digit for digit, even if a float would change it", () => {
  expect(JSON.stringify({ price: exactNumber("0.1000000000000000055511151231257827") })).toBe(
    '{"price":0.1000000000000000055511151231257827}',
  );
});

test("text that isn't a number is not written", () => {
  for (const text of ['"1"', "", "1,2", "true", "1}"]) expect(() => exactNumber(text)).toThrow(SyntaxError);
});

test("a number is read as written", () => {
  expect(readExactJson('{"minstep":0.0000001,"lots":[10],"name":"5"}')).toEqual({
    minstep: "0.0000001",
    lots: ["10"],
    name: "5",
  });
  expect(readExactJson("{")).toBeUndefined();
});
