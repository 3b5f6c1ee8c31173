/**
 * The documents with tables of what is built and tested. A row is `| id | statement | where built | test |`. The first
 * three columns are written by hand; the last is generated from comments of the form `// @covers S1.1 P2` above tests.
 * The third column has paths, and commands (`npm run …`) where a campaign or a benchmark is the test.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** A test with the ids of the rows that it covers. */
export interface CoveringTest {
  /** Relative to the repository's root. */
  readonly path: string;
  /** As written in the source, including `%s`. */
  readonly title: string;
  readonly ids: readonly string[];
}

/** The columns of a row that are written by hand. */
interface Row {
  readonly id: string;
  readonly statement: string;
  readonly built: string;
}

const DOCUMENTS = [
  "docs/coverage.md",
  "docs/promises.md",
  "docs/pitfalls.md",
  "docs/security.md",
  "docs/fault-matrix.md",
];
const TEST_FILES = ["{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}", "{bench,e2e,scripts}/**/*.test.ts"];
const TAG = /^\s*@covers((?: [A-Z]\d+(?:\.\d+)?)+)\s*$/;
const ROW = /^\| *([A-Z]\d+(?:\.\d+)?) *\| *([^|]*?) *\| *([^|]*?) *\|[^|]*\|\s*$/;
const COMMAND = "npm run ";
const NOT_BUILT = "-";
const NOT_TESTED = "not yet";

/** Reads the tables and lists problems in them and in the tags. `root` is the repository's root. */
export function readTables(root: string): {
  tables: { path: string; written: string; generated: string }[];
  problems: string[];
} {
  const tests = globSync(TEST_FILES, { cwd: root })
    .toSorted()
    .flatMap((path) => findCoveringTests(path, readFileSync(join(root, path), "utf8")));
  const tables = DOCUMENTS.map((path) => {
    const written = readFileSync(join(root, path), "utf8");
    return { path, written, generated: fillTestColumn(written, tests) };
  });
  const known = new Set(tables.flatMap(({ written }) => readRows(written).map(({ id }) => id)));
  const problems = tables.flatMap(({ path, written }) =>
    findProblems(written, root).map((problem) => `${path}: ${problem}`),
  );
  for (const { path, title, ids: covered } of tests)
    for (const id of covered) if (!known.has(id)) problems.push(`${path}: "${title}" covers ${id}, which no table has`);
  return { tables, problems };
}

/** Returns a file's tagged tests, in order. @throws if a tag is malformed or has no test below it. */
export function findCoveringTests(path: string, source: string): CoveringTest[] {
  const { program, comments } = parseSync(path, source);
  const tagged = new Map<number, readonly string[]>();
  for (const { value, start, end } of comments) {
    if (!value.includes("@covers")) continue;
    const [, ids] = TAG.exec(value) ?? [];
    if (!ids) throw new Error(`${path}:${lineOf(source, start)}: "//${value}" is not of the form // @covers S1.1 P2`);
    tagged.set(end + (/^\s*/.exec(source.slice(end))?.[0].length ?? 0), ids.trim().split(" "));
  }
  const found: CoveringTest[] = [];
  new Visitor({
    ExpressionStatement({ start, expression }) {
      const ids = tagged.get(start);
      const title = expression.type === "CallExpression" ? expression.arguments[0] : undefined;
      if (!ids || (title?.type !== "Literal" && title?.type !== "TemplateLiteral")) return;
      tagged.delete(start);
      found.push({ path, title: source.slice(title.start + 1, title.end - 1), ids });
    },
  }).visit(program);
  for (const start of tagged.keys()) throw new Error(`${path}:${lineOf(source, start)}: no test follows @covers`);
  return found;
}

/** Returns the document with the test column of each row filled in from the tags. */
export function fillTestColumn(document: string, tests: readonly CoveringTest[]): string {
  return document
    .split("\n")
    .map((line) => {
      const [row] = readRows(line);
      if (!row) return line;
      const covering = tests
        .filter(({ ids }) => ids.includes(row.id))
        .map(({ path, title }) => `\`${path} > ${title}\``);
      return `| ${row.id} | ${row.statement} | ${row.built} | ${covering.join(", ") || NOT_TESTED} |`;
    })
    .join("\n");
}

/** Lists problems in the handwritten columns, one sentence each. */
export function findProblems(document: string, root: string): string[] {
  const rows = readRows(document);
  if (rows.length === 0) return ["no row was found"];
  const repeated = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index);
  return [
    ...repeated.map(({ id }) => `${id}: stands there twice`),
    ...rows.flatMap(({ id, built }) => findFalsePaths(built, root).map((problem) => `${id}: ${problem}`)),
  ];
}

function readRows(document: string): Row[] {
  return document.split("\n").flatMap((line) => {
    const [, id, statement, built] = ROW.exec(line) ?? [];
    return id && statement && built ? [{ id, statement, built }] : [];
  });
}

function findFalsePaths(cell: string, root: string): string[] {
  if (cell === NOT_BUILT) return [];
  const paths = Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = ""]) => path);
  if (paths.length === 0) return [`"${cell}" is neither a path in backticks nor ${NOT_BUILT}`];
  return paths
    .filter((path) => (path.startsWith(COMMAND) ? !isCommand(path, root) : !existsSync(join(root, path))))
    .map((path) => `there is no ${path}`);
}

/** Whether package.json has the script, and its source, with the folder of the same name, has every option and value. */
function isCommand(command: string, root: string): boolean {
  const [name = "", ...words] = command.slice(COMMAND.length).split(/\s+/);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const source = scripts[name]?.split(" ").findLast((word) => word.endsWith(".ts"));
  if (source === undefined) return false;
  const sources = [source, ...globSync(`${source.slice(0, -".ts".length)}/*.ts`, { cwd: root })];
  const text = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  return words.every((word) => word === "--" || /^\d+$/.test(word) || text.includes(word.replace(/^--/, "")));
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
