import { expect, test } from "vitest";
import { judge, listFailures, listPromiseTests, STORAGE_PROJECTS, type TestRecord } from "./verdict.ts";

const [ON_PGLITE, ON_POSTGRES] = STORAGE_PROJECTS;
const record = (project: string, state: TestRecord["state"] = "passed"): TestRecord => ({
  project,
  name: "a test",
  state,
  errors: [],
});

test("a run with the storage contract on both storages is accepted and counted", () => {
  const onPostgresAlone = { ...record(ON_POSTGRES), name: "another test" };
  const verdict = judge([record("unit"), record(ON_PGLITE), record(ON_POSTGRES, "failed"), onPostgresAlone], true);
  expect(verdict).toEqual({ passed: 3, failed: 1, complaints: [] });
});

test("a run is refused if a test ran on PGlite but not on PostgreSQL", () => {
  const { complaints } = judge([record(ON_PGLITE), { ...record(ON_POSTGRES), name: "another test" }], true);
  expect(complaints).toEqual(["ran on PGlite, but not on PostgreSQL: a test"]);
});

test("a run without the storage contract on PGlite is refused", () => {
  expect(judge([record("unit"), record(ON_POSTGRES)], true).complaints).toEqual(["no test ran on PGlite"]);
});

test("a run that skips a test is refused, unless only some tests were selected", () => {
  const tests = [record(ON_PGLITE), record(ON_POSTGRES), record("unit", "skipped")];
  expect(judge(tests, true).complaints).toEqual(["did not run: a test"]);
  expect(judge(tests, false).complaints).toEqual([]);
});

test("tests named after a promise are listed by promise, each once, with where they ran", () => {
  const tests = [ON_PGLITE, ON_POSTGRES].flatMap((project) =>
    ["promise 10: ten", "promise 10: ten", "sending > Promise 2: two", "promises 2 and 10 hold", "no promise"].map(
      (name) => ({
        ...record(project),
        name,
      }),
    ),
  );
  expect(listPromiseTests(tests)).toEqual([
    "promise 2  passed  hold (server on PGlite, server on PostgreSQL)",
    "promise 2  passed  two (server on PGlite, server on PostgreSQL)",
    "promise 10  passed  hold (server on PGlite, server on PostgreSQL)",
    "promise 10  passed  ten (server on PGlite, server on PostgreSQL)",
  ]);
});

test("the tests of a group named after a promise share a line", () => {
  const tests = ["one fault", "another fault"].map((name) => ({
    ...record(ON_POSTGRES),
    name: `matrix > promises 2 and 3 at a venue > ${name}`,
  }));
  expect(listPromiseTests(tests)).toEqual([
    "promise 2  passed  at a venue (2 tests, server on PostgreSQL)",
    "promise 3  passed  at a venue (2 tests, server on PostgreSQL)",
  ]);
});

test("failed tests are listed with where they ran and their errors", () => {
  const failure: TestRecord = { ...record(ON_PGLITE, "failed"), errors: ["expected 1 to be 2\n- 2\n+ 1"] };
  expect(listFailures([record("unit"), failure])).toEqual([
    "failed: a test (server on PGlite)",
    "  expected 1 to be 2",
    "  - 2",
    "  + 1",
  ]);
});
