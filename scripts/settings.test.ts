import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

test("the operator's guide lists each setting that config.ts reads, and no other", () => {
  const settings = Array.from(
    read("apps/server/src/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm),
    ([, name]) => name,
  );
  const [, table = ""] = /## Settings\n([^#]*)##/.exec(read("docs/operators-guide.md")) ?? [];
  const listed = Array.from(table.matchAll(/^\| ([A-Z_, ]+) \|/gm), ([, names = ""]) => names.split(", ")).flat();
  expect(settings.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(settings.toSorted());
});
