import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countClaims, findFalseClaims } from "./coverage.ts";

const root = mkdtempSync(join(tmpdir(), "chartrelay-coverage-"));
writeFileSync(join(root, "built.ts"), "");
writeFileSync(join(root, "kept.test.ts"), 'test("an order is kept", () => {});');
afterAll(() => rmSync(root, { recursive: true }));

const table = (...rows: string[]) =>
  ["| id | statement | where built | test |", "|---|---|---|---|", ...rows].join("\n");

test("a table whose files and tests exist is accepted", () => {
  const document = table(
    "| S1.1 | Orders are kept | `built.ts` | `kept.test.ts > an order is kept` |",
    "| S1.2 | Later | - | not yet |",
  );
  expect(findFalseClaims(document, root)).toEqual([]);
  expect(countClaims(document)).toEqual({ rows: 2, tested: 1 });
});

test.each([
  [
    "a test title that its file lacks",
    "`built.ts`",
    "`kept.test.ts > an order is lost`",
    'kept.test.ts has no test "an order is lost"',
  ],
  ["a test file that doesn't exist", "`built.ts`", "`gone.test.ts > an order is kept`", "there is no gone.test.ts"],
  ["a file that doesn't exist", "`gone.ts`", "not yet", "there is no gone.ts"],
  ["a test without a title", "-", "`kept.test.ts`", '"kept.test.ts" is not of the form path.test.ts > title'],
  ["a cell that says neither", "soon", "not yet", '"soon" is neither a path in backticks nor -'],
])("a table with %s is refused", (_, built, tested, problem) => {
  expect(findFalseClaims(table(`| S1.1 | Orders are kept | ${built} | ${tested} |`), root)).toEqual([
    `S1.1: ${problem}`,
  ]);
});

test("a table with an id that stands there twice is refused", () => {
  const row = "| S1.1 | Orders are kept | - | not yet |";
  expect(findFalseClaims(table(row, row), root)).toEqual(["S1.1: stands there twice"]);
});

test("a document in which no row is recognised is refused", () => {
  expect(findFalseClaims("# Coverage\n\nNothing.", root)).toEqual(["no row was found"]);
});
