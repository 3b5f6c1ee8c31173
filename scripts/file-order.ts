/**
 * The order in which Vitest starts the test files: the slowest first, because a long file that starts last keeps one worker
 * busy while the others have nothing left to do; then each project's other files as Vitest orders them, except that those
 * which mostly wait are spread evenly among the rest. Together they would leave the processors idle.
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

/** Files of more than five seconds whose worker computes for at most a quarter of that, and nothing else computes for it. */
export const WAITING = [
  "apps/server/src/identity/auth/email-confirmation.test.ts",
  "apps/server/src/identity/auth/password-reset.test.ts",
  "apps/server/src/identity/personal-data/personal-data.test.ts",
  "apps/server/src/message-check/present-price.test.ts",
  "apps/server/src/messaging/bot/pages.test.ts",
  "apps/server/src/messaging/bot/polling.test.ts",
  "apps/server/src/messaging/bot/stop.test.ts",
  "apps/server/src/messaging/mail/mail.test.ts",
  "apps/server/src/messaging/notifications/executions.test.ts",
  "apps/server/src/messaging/notifications/orders.test.ts",
  "apps/server/src/messaging/notifications/reminders.test.ts",
  "apps/server/src/operator/operator.test.ts",
  "apps/server/src/orders/changed-account.test.ts",
  "apps/server/src/orders/executions/hung-reads.test.ts",
  "apps/server/src/orders/neighbours.test.ts",
  "apps/server/src/orders/outage.postgres.test.ts",
  "apps/server/src/orders/revoked-key.test.ts",
  "apps/server/src/orders/sending.test.ts",
  "apps/server/src/orders/slow-venue.test.ts",
  "apps/server/src/platform/db/session.postgres.test.ts",
  "apps/server/src/reports/venues.test.ts",
  "apps/server/src/signals/gap-decision.test.ts",
  "apps/server/src/stops/stops.test.ts",
];

/** Returns `all` with those that wait spread evenly among the others, from the first place on; each kind keeps its order. */
export function spread<File>(all: readonly File[], isWaiting: (file: File) => boolean): File[] {
  const waiting = all.filter(isWaiting);
  const others = all.filter((file) => !isWaiting(file));
  if (others.length === 0) return waiting;
  const until = (place: number) => Math.ceil((place * waiting.length) / others.length);
  return others.flatMap((file, place) => [...waiting.slice(until(place), until(place + 1)), file]);
}

export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId).replaceAll("\\", "/");
    const isWaiting = (file: TestSpecification) => WAITING.includes(pathOf(file));
    // oxlint-disable-next-line unicorn/no-array-sort -- it isn't an array that sorts here
    const byProject = Object.values(Object.groupBy(await super.sort(files), ({ project }) => project.name));
    const inOrder = byProject.flatMap((ofProject = []) => spread(ofProject, isWaiting));
    const place = (file: TestSpecification) => {
      const index = SLOWEST.indexOf(pathOf(file));
      return { group: file.project.config.sequence.groupOrder, index: index < 0 ? SLOWEST.length : index };
    };
    return inOrder.toSorted((one, other) => {
      const [first, second] = [place(one), place(other)];
      return first.group - second.group || first.index - second.index;
    });
  }
}
