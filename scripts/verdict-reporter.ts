/** Closes a test run: compares the two storages, lists what was skipped, and prints the final line that CI reads. */
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** The Vitest projects that run the same integration tests, each on its storage. */
export const STORAGE_PROJECTS = ["server on PGlite", "server on PostgreSQL"] as const;

interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** What fails the run although no test failed. */
  readonly complaints: readonly string[];
}

/** A part of a run, chosen by name, skips the others by intention; only a whole run must skip nothing. */
export function judge(
  tests: readonly Pick<TestCase, "project" | "fullName" | "result">[],
  isWholeRun: boolean,
): Verdict {
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const [onPglite, onPostgres] = STORAGE_PROJECTS.map(
    (name) => tests.filter(({ project }) => project.name === name).length,
  );
  const complaints = inState("skipped").map(({ fullName }) => `skipped: ${fullName}`);
  if (onPglite !== onPostgres || !onPglite) {
    complaints.push(`the storages ran different tests: ${onPglite} on PGlite, ${onPostgres} on PostgreSQL`);
  }
  return {
    passed: inState("passed").length,
    failed: inState("failed").length,
    complaints: isWholeRun ? complaints : [],
  };
}

export default class VerdictReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => Array.from(module.children.allTests()));
    const { passed, failed, complaints } = judge(tests, this.#isWholeRun());
    // A file that doesn't load, or an error outside every test, fails the run without failing a test.
    const loadErrors = modules.reduce((sum, module) => sum + module.errors().length, unhandledErrors.length);
    const counts = STORAGE_PROJECTS.map(
      (name) => `${tests.filter(({ project }) => project.name === name).length} ${name}`,
    );
    if (complaints.length > 0) process.exitCode = 1;
    // Vitest writes its own summary after this hook.
    process.once("exit", () => {
      for (const complaint of complaints) console.log(complaint);
      console.log(counts.join(", "));
      console.log(`${passed} passed, ${failed + loadErrors} failed`);
    });
  }

  #isWholeRun(): boolean {
    const { testNamePattern, project, watch } = this.#vitest?.config ?? {};
    const isFiltered = process.argv.slice(2).some((argument) => !argument.startsWith("-") && argument !== "run");
    return !testNamePattern && !project?.length && !watch && !isFiltered;
  }
}
