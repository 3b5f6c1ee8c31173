/** The Vitest projects that run the server's tests, each on its storage: all on PostgreSQL, the storage contract on PGlite too. */
export const STORAGE_PROJECTS = ["server on PGlite", "server on PostgreSQL"] as const;

export interface TestRecord {
  readonly project: string;
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  /** What a failed test said of itself, each as the text of an error. */
  readonly errors: readonly string[];
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** What fails a whole run although no test failed. */
  readonly complaints: readonly string[];
}

/** Judges a run. One of chosen tests leaves out the others by intention; only a whole run must skip nothing. */
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

/** The first lines of an error: enough to tell what was expected, and the difference. */
const MAX_ERROR_LINES = 20;

/** The failed tests with what they said. They stand last in a run's output, where a log that is cut short still has them. */
export function listFailures(tests: readonly TestRecord[]): string[] {
  return tests
    .filter(({ state }) => state === "failed")
    .flatMap(({ project, name, errors }) => [
      `failed: ${name} (${project})`,
      ...errors.flatMap((error) => error.split("\n").slice(0, MAX_ERROR_LINES)).map((line) => `  ${line}`),
    ]);
}

/**
 * The tests that are named after a promise, a line each: by promise, then by name. Those of a group that is named after it
 * share a line, with how many they are.
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
