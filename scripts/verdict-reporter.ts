/** Closes a test run: compares the two storages, lists what was skipped, and prints the final line that CI reads. */
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { judge, listPromiseTests, STORAGE_PROJECTS, type TestRecord } from "./verdict.ts";

export default class VerdictReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap(readTests);
    // A file that doesn't load, or an error outside every test, fails the run without failing a test.
    const otherErrors = modules.reduce((sum, module) => sum + module.errors().length, unhandledErrors.length);
    const { passed, failed, complaints } = judge(tests, this.#isWholeRun());
    const counts = STORAGE_PROJECTS.map((name) => `${tests.filter(({ project }) => project === name).length} ${name}`);
    if (complaints.length > 0) process.exitCode = 1;
    // Vitest writes its own summary after this hook.
    process.once("exit", () => {
      for (const line of listPromiseTests(tests)) console.log(line);
      for (const complaint of complaints) console.log(complaint);
      console.log(counts.join(", "));
      console.log(`${passed} passed, ${failed + otherErrors} failed`);
    });
  }

  #isWholeRun(): boolean {
    const { testNamePattern, project, watch } = this.#vitest?.config ?? {};
    const isFiltered = process.argv.slice(2).some((argument) => !argument.startsWith("-") && argument !== "run");
    return !testNamePattern && !project?.length && !watch && !isFiltered;
  }
}

function readTests(module: TestModule): TestRecord[] {
  return Array.from(module.children.allTests(), (test) => ({
    project: test.project.name,
    name: `${module.relativeModuleId} > ${test.fullName}`,
    state: test.result().state,
  }));
}
