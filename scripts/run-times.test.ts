import { expect, test } from "vitest";
import { listTimes } from "./run-times.ts";

test("a run ends with its ten slowest files and each project's total time, longest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    project: index % 2 ? "odd" : "even",
    file: `${index}.test.ts`,
    ms: index * 1_000,
  }));
  const lines = listTimes(files);
  expect(lines.slice(0, 2)).toEqual(["   11.0 s  11.test.ts (odd)", "   10.0 s  10.test.ts (even)"]);
  expect(lines.slice(10)).toEqual(["   36.0 s  in all: odd", "   30.0 s  in all: even"]);
});
