/**
 * Concludes a test run: shows where the time went, compares the two storages, lists skipped tests, and prints the final
 * line that CI reads.
 */
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { listTimes, type FileTime } from "./run-times.ts";
import { judge, listFailures, listPromiseTests, STORAGE_PROJECTS, type TestRecord } from "./verdict.ts";

export default class VerdictReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap(readTests);
    // A file that doesn't load, or an error outside every test, fails the run without failing a test.
    const otherErrors = modules.flatMap((module) => {
      const name = `${module.relativeModuleId} (${module.project.name})`;
      return module.errors().map((error) => `failed: ${name}: ${describe(error)}`);
    });
    otherErrors.push(...unhandledErrors.map((error) => `failed outside every test: ${describe(error)}`));
    const { passed, failed, complaints } = judge(tests, this.#isWholeRun());
    const counts = STORAGE_PROJECTS.map((name) => `${tests.filter(({ project }) => project === name).length} ${name}`);
    if (complaints.length > 0) process.exitCode = 1;
    // Vitest writes its own summary after this hook.
    process.once("exit", () => {
      for (const line of [...listPromiseTests(tests), ...listTimes(modules.map(timeOf))]) console.log(line);
      for (const line of [...listFailures(tests), ...otherErrors, ...complaints]) console.log(line);
      console.log(counts.join(", "));
      console.log(`${passed} passed, ${failed + otherErrors.length} failed`);
    });
  }

  #isWholeRun(): boolean {
    const { testNamePattern, project, watch } = this.#vitest?.config ?? {};
    const isFiltered = process.argv.slice(2).some((argument) => !argument.startsWith("-") && argument !== "run");
    return !testNamePattern && !project?.length && !watch && !isFiltered;
  }
}

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { project: module.project.name, file: module.relativeModuleId, ms };
}

function readTests(module: TestModule): TestRecord[] {
  return Array.from(module.children.allTests(), (test) => {
    const { state, errors = [] } = test.result();
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    return { project: test.project.name, name, state, errors: errors.map(describe) };
  });
}

function describe(error: unknown): string {
  const { message, diff, stack } = error as { message?: string; diff?: string; stack?: string };
  const place = /^ *at .*\.test\.tsx?:\d+.*$/m.exec(stack ?? "")?.[0].trim();
  return [message ?? String(error), diff, place].filter(Boolean).join("\n");
}
