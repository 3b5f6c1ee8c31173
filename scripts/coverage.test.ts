import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fillTestColumn, findCoveringTests, findProblems, readTables } from "./coverage.ts";

const root = mkdtempSync(join(tmpdir(), "chartrelay-coverage-"));
writeFileSync(join(root, "built.ts"), "");
afterAll(() => rmSync(root, { recursive: true }));

const table = (...rows: string[]) =>
  ["| id | statement | where built | test |", "|---|---|---|---|", ...rows].join("\n");

test("the tables of this repository match its tests", () => {
  const { tables, problems } = readTables(join(import.meta.dirname, ".."));
  expect(problems).toEqual([]);
  for (const { written, generated } of tables) expect(written).toBe(generated);
});

test("a row lists the tests that cover it, in order, or says that there are none", () => {
  const tests = [
    { path: "a.test.ts", title: "an order is kept", ids: ["S1.1", "P2"] },
    { path: "b.test.ts", title: "%s is kept", ids: ["S1.1"] },
  ];
  const document = table(
    "| S1.1 | Orders are kept | `built.ts` | stale |",
    "| S1.2 | Later | - | `gone.test.ts > gone` |",
  );
  expect(fillTestColumn(document, tests)).toBe(
    table(
      "| S1.1 | Orders are kept | `built.ts` | `a.test.ts > an order is kept`, `b.test.ts > %s is kept` |",
      "| S1.2 | Later | - | not yet |",
    ),
  );
});

test.each([
  ["a test", 'test("an order is kept", () => {});'],
  ["a test with options", 'test("an order is kept", { timeout: 5 }, () => {});'],
  ["a table of cases", 'test.each([\n  [1, 2],\n] as const)(\n  "an order is kept",\n  () => {},\n);'],
  ["a test in a group", 'describe("orders", () => {\n  test("an order is kept", () => {});\n});'],
])("a tag belongs to the test below it: %s", (_, source) => {
  const tagged = source.replace(/^( *)test/m, "$1// @covers S1.1 P2\n$1test");
  expect(findCoveringTests("kept.test.ts", tagged)).toEqual([
    { path: "kept.test.ts", title: "an order is kept", ids: ["S1.1", "P2"] },
  ]);
});

test.each([
  [
    "is misspelled",
    "// @covers s1\ntest('kept', () => {});",
    'kept.test.ts:1: "// @covers s1" is not of the form // @covers S1.1 P2',
  ],
  ["has no test below it", "\n// @covers S1.1\nconst server = 1;", "kept.test.ts:3: no test follows @covers"],
  ["is the file's last word", "// @covers S1.1\n", "kept.test.ts:2: no test follows @covers"],
])("a tag that %s is refused", (_, source, problem) => {
  expect(() => findCoveringTests("kept.test.ts", source)).toThrow(problem);
});

test("a table whose files exist is accepted", () => {
  expect(findProblems(table("| S1.1 | Orders are kept | `built.ts` | not yet |"), root)).toEqual([]);
});

test.each([
  ["a file that doesn't exist", "`gone.ts`", "there is no gone.ts"],
  ["a cell that says neither", "soon", '"soon" is neither a path in backticks nor -'],
])("a table with %s is refused", (_, built, problem) => {
  expect(findProblems(table(`| S1.1 | Orders are kept | ${built} | not yet |`), root)).toEqual([`S1.1: ${problem}`]);
});

test("a row may name a command, whose options and values its source must know", () => {
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { chaos: "exec node run.mjs chaos.ts" } }));
  writeFileSync(join(root, "chaos.ts"), "const USAGE = `npm run chaos -- [--seeds 1000] [--victim node|network]`;");
  const row = (command: string) => table(`| F1 | Kills | \`${command}\` | - |`);
  expect(findProblems(row("npm run chaos -- --seeds 20 --victim network"), root)).toEqual([]);
  for (const wrong of ["npm run chaos -- --victim disk", "npm run chaos -- --weather", "npm run storm"])
    expect(findProblems(row(wrong), root)).toEqual([`F1: there is no ${wrong}`]);
});

test("a table with a duplicate id is refused", () => {
  const row = "| S1.1 | Orders are kept | - | not yet |";
  expect(findProblems(table(row, row), root)).toEqual(["S1.1: stands there twice"]);
});

test("a document without recognisable rows is refused", () => {
  expect(findProblems("# Coverage\n\nNothing.", root)).toEqual(["no row was found"]);
});
