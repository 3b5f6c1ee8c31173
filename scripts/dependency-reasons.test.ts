import { expect, test } from "vitest";
import { findUnexplained } from "./dependency-reasons.ts";

const document = "| package | reason |\n|---|---|\n| `zod` | schemas |\n";

test("a dependency with a reason and an exact version is accepted", () => {
  const manifest = { path: "package.json", dependencies: { zod: "4.6.7", "@chartrelay/contract": "0.1.0" } };
  expect(findUnexplained([manifest], document)).toEqual([]);
});

// @covers E18
test("a dependency without a reason is refused, and a reason without its dependency", () => {
  const manifest = { path: "package.json", devDependencies: { yup: "1.0.0" } };
  expect(findUnexplained([manifest], document)).toEqual([
    "yup has no reason",
    "zod has a reason, but nothing depends on it",
  ]);
});

// @covers E18
test("a dependency with a range is refused", () => {
  const manifest = { path: "package.json", dependencies: { zod: "^4.6.7" } };
  expect(findUnexplained([manifest], document)).toEqual(["package.json: zod has the version ^4.6.7, not an exact one"]);
});

test("a check that reads no package.json is refused", () => {
  expect(findUnexplained([], document)).toEqual(["no package.json was found"]);
});
