import { expect, test } from "vitest";
import { GroupCommit, OverloadedError } from "./group-commit.ts";

const OUTAGE = new Error("away");
const isOutage = (error: unknown) => error === OUTAGE;

/** A storage that accepts one batch at a time and records the batches. */
function storage(write: (batch: readonly number[]) => Promise<void> = () => Promise.resolve()) {
  const batches: number[][] = [];
  return {
    batches,
    write: async (batch: readonly number[]) => {
      batches.push([...batch]);
      await write(batch);
      return batch.map((item) => item * 10);
    },
  };
}

test("items that arrive in one tick, or during one write, are written together and in order", async () => {
  const gate = Promise.withResolvers<void>();
  const { batches, write } = storage((batch) => (batch.includes(1) ? gate.promise : Promise.resolve()));
  const commit = new GroupCommit({ write, isOutage });
  const first = [1, 2].map((item) => commit.add(item));
  await expect.poll(() => batches.length).toBe(1);
  const second = [3, 4, 5].map((item) => commit.add(item));
  gate.resolve();
  expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test("an item that the storage refuses doesn't fail the others", async () => {
  const refusal = new Error("refused");
  const { write } = storage(async (batch) => {
    if (batch.includes(2)) throw refusal;
  });
  const commit = new GroupCommit({ write, isOutage });
  expect(await Promise.allSettled([1, 2, 3].map((item) => commit.add(item)))).toEqual([
    { status: "fulfilled", value: 10 },
    { status: "rejected", reason: refusal },
    { status: "fulfilled", value: 30 },
  ]);
});

test("in an outage waiting items fail at once, and the next item is tried again", async () => {
  let isAway = true;
  const { batches, write } = storage(async () => {
    if (isAway) throw OUTAGE;
  });
  const commit = new GroupCommit({ write, isOutage, maxBatch: 1 });
  const results = await Promise.allSettled([1, 2, 3].map((item) => commit.add(item)));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toEqual([[1]]);
  isAway = false;
  expect(await commit.add(4)).toBe(40);
});

// @covers F8
test("items beyond what memory should hold are refused at once", async () => {
  const commit = new GroupCommit({ ...storage(), isOutage, maxWaiting: 2 });
  const results = await Promise.allSettled([1, 2, 3].map((item) => commit.add(item)));
  expect(results[2]).toEqual({ status: "rejected", reason: expect.any(OverloadedError) });
  expect(results.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
