import { expect, test } from "vitest";
import { createPace } from "./pace.ts";
import type { SharedBudgets } from "./shared-budgets.ts";

const PER_SECOND = 20;

/** Starts `count` requests at once, and returns after how many milliseconds each could start, ascending. */
async function start(count: number, shared?: SharedBudgets, signal?: AbortSignal): Promise<number[]> {
  const pace = createPace({ host: "venue", perSecond: PER_SECOND, shared });
  const beganMs = performance.now();
  const turns = Array.from({ length: count }, async () => {
    await pace.turn(signal);
    return performance.now() - beganMs;
  });
  return (await Promise.all(turns)).toSorted((one, other) => one - other);
}

test("a burst of what a second allows starts at once, and the rest a second later", async () => {
  const startedMs = await start(PER_SECOND + 5);
  expect(startedMs[PER_SECOND - 1]).toBeLessThan(900);
  expect(startedMs[PER_SECOND]).toBeGreaterThan(1_000);
});

test("a request whose caller gives up doesn't wait for its turn", async () => {
  const startedMs = await start(10 * PER_SECOND, undefined, AbortSignal.timeout(50));
  expect(startedMs.at(-1)).toBeLessThan(900);
});

test("whoever shares the budget decides, and is asked once for all who wait", async () => {
  const asked: number[] = [];
  const shared = {
    reserve: async (_: string, count: number) => {
      asked.push(count);
      return Array.from({ length: count }, (_, index) => (asked.length === 1 ? 0 : index));
    },
  } as Partial<SharedBudgets> as SharedBudgets;
  await start(2 * PER_SECOND, shared);
  expect(asked).toEqual([1, PER_SECOND, PER_SECOND - 1]);
});

test("if the others can't be reached, the program paces itself", async () => {
  const shared = { reserve: () => Promise.reject(new Error("no storage")) } as Partial<SharedBudgets> as SharedBudgets;
  const startedMs = await start(PER_SECOND + 1, shared);
  expect(startedMs[PER_SECOND - 1]).toBeLessThan(900);
  expect(startedMs[PER_SECOND]).toBeGreaterThan(1_000);
});
