/** The Vitest projects of the server's tests: all run on PostgreSQL, and the storage contract on PGlite as well. */
export const STORAGE_PROJECTS = ["server on PGlite", "server on PostgreSQL"] as const;

export interface TestRecord {
  readonly project: string;
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  /** The error texts of a failed test. */
  readonly errors: readonly string[];
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Reasons to fail a full run even though no test failed. */
  readonly complaints: readonly string[];
}

/** Judges a run. A run of selected tests leaves out the others on purpose; only a full run must skip nothing. */
export function judge(tests: readonly TestRecord[], isWholeRun: boolean): Verdict {
  const inState = (...states: TestRecord["state"][]) => tests.filter(({ state }) => states.includes(state));
  const passed = inState("passed").length;
  const failed = inState("failed").length;
  if (!isWholeRun) return { passed, failed, complaints: [] };

  const complaints = inState("skipped", "pending").map(({ name }) => `did not run: ${name}`);
  const namesOn = (storage: string) => tests.filter(({ project }) => project === storage).map(({ name }) => name);
  const [onPglite = [], onPostgres = []] = STORAGE_PROJECTS.map(namesOn);
  if (onPglite.length === 0) complaints.push("no test ran on PGlite");
  const alone = onPglite.filter((name) => !onPostgres.includes(name));
  complaints.push(...alone.map((name) => `ran on PGlite, but not on PostgreSQL: ${name}`));
  return { passed, failed, complaints };
}

/** Enough lines of an error to show what was expected, and the diff. */
const MAX_ERROR_LINES = 20;

/** Returns lines about failed tests, with their errors. They go last, where a truncated log still has them. */
export function listFailures(tests: readonly TestRecord[]): string[] {
  return tests
    .filter(({ state }) => state === "failed")
    .flatMap(({ project, name, errors }) => [
      `failed: ${name} (${project})`,
      ...errors.flatMap((error) => error.split("\n").slice(0, MAX_ERROR_LINES)).map((line) => `  ${line}`),
    ]);
}

/**
 * Returns one line per test that is named after a promise, sorted by promise, then by name. Tests of a group that is
 * named after a promise share a line, which counts them.
 */
export function listPromiseTests(tests: readonly TestRecord[]): string[] {
  const found = new Map<string, { count: number; projects: Set<string> }>();
  for (const { project, name, state } of tests) {
    const [, numbers = "", title = ""] = /\bpromises? ([\d, and]*\d):? (.*)/i.exec(name) ?? [];
    const [heading, ...rest] = title.split(" > ");
    for (const number of numbers.match(/\d+/g) ?? []) {
      const line = `promise ${number}  ${state}  ${heading}`;
      const { count, projects } = found.get(line) ?? { count: 0, projects: new Set() };
      found.set(line, { count: count + (rest.length > 0 ? 1 : 0), projects: projects.add(project) });
    }
  }
  const lines = Array.from(found, ([line, { count, projects }]) => {
    const where = [...projects].join(", ");
    return `${line} (${count > 1 ? `${count} tests, ` : ""}${where})`;
  });
  return lines.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
}
