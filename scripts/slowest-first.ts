/**
 * Vitest's order of files, except that those listed here start first. A long file that starts last keeps one worker busy
 * while the others have nothing left to do.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files of a run (it ends with their times), slowest first. */
export const SLOWEST = [
  "bench/chaos.test.ts",
  "apps/server/src/processes/processes.postgres.test.ts",
  "apps/server/src/main.test.ts",
  "e2e/checkout.test.ts",
  "e2e/dashboard-pages.test.ts",
  "e2e/pages.test.ts",
  "e2e/account-keys.test.ts",
  "e2e/admin.test.ts",
  "e2e/journey.test.ts",
  "e2e/desk.test.ts",
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const index = SLOWEST.indexOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
      return { group: project.config.sequence.groupOrder, index: index < 0 ? SLOWEST.length : index };
    };
    // eslint-disable-next-line unicorn/no-array-sort -- this is Vitest's own, not the array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => {
      const [first, second] = [place(one), place(other)];
      return first.group - second.group || first.index - second.index;
    });
  }
}
