/**
 * Tables that claim what is built and tested: docs/coverage.md, docs/promises.md and docs/pitfalls.md. A row is
 * `| id | statement | where built | test |`; "where built" holds paths in backticks or `-`, "test" holds
 * `path > test title` in backticks or "not yet".
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Claim {
  readonly id: string;
  readonly built: string;
  readonly test: string;
}

const ROW = /^\|\s*([A-Z]\d+(?:\.\d+)?)\s*\|(?:[^|]*)\|([^|]*)\|([^|]*)\|\s*$/;
const NOT_BUILT = "-";
const NOT_TESTED = "not yet";

/** Every claim of a document that is not so, in a sentence each. `root` is the folder that its paths start from. */
export function findFalseClaims(document: string, root: string): string[] {
  const claims = document.split("\n").flatMap(readRow);
  if (claims.length === 0) return ["no row was found"];
  const repeated = claims.filter(({ id }, index) => claims.findIndex((claim) => claim.id === id) !== index);
  return [
    ...repeated.map(({ id }) => `${id}: stands there twice`),
    ...claims.flatMap(({ id, built, test }) =>
      [...falsePaths(built, root), ...falseTests(test, root)].map((problem) => `${id}: ${problem}`),
    ),
  ];
}

/** How many rows a document has, and how many of them name a test. */
export function countClaims(document: string): { rows: number; tested: number } {
  const claims = document.split("\n").flatMap(readRow);
  return { rows: claims.length, tested: claims.filter(({ test }) => test !== NOT_TESTED).length };
}

function readRow(line: string): Claim[] {
  const [, id, built, test] = ROW.exec(line) ?? [];
  return id && built && test ? [{ id, built: built.trim(), test: test.trim() }] : [];
}

function falsePaths(cell: string, root: string): string[] {
  if (cell === NOT_BUILT) return [];
  const paths = quoted(cell);
  if (paths.length === 0) return [`"${cell}" is neither a path in backticks nor ${NOT_BUILT}`];
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`);
}

function falseTests(cell: string, root: string): string[] {
  if (cell === NOT_TESTED) return [];
  const tests = quoted(cell);
  if (tests.length === 0) return [`"${cell}" is neither a test in backticks nor "${NOT_TESTED}"`];
  return tests.flatMap((test) => falseTest(test, root));
}

function falseTest(test: string, root: string): string[] {
  const [path = "", title] = test.split(/ > (.*)/);
  if (!/\.test\.tsx?$/.test(path) || !title) return [`"${test}" is not of the form path.test.ts > title`];
  if (!existsSync(join(root, path))) return [`there is no ${path}`];
  return readFileSync(join(root, path), "utf8").includes(title) ? [] : [`${path} has no test "${title}"`];
}

function quoted(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
}
