import { expect, test } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { AnswerLog } from "./answers.ts";

/** A storage that fails so many times before it takes marks. */
function storageAwayFor(failures: number): { readonly db: Queryable; readonly marked: string[] } {
  const marked: string[] = [];
  let left = failures;
  const query = async (_: string, [ids]: readonly unknown[] = []) => {
    left -= 1;
    if (left >= 0) throw new Error("Connection terminated unexpectedly");
    marked.push(...(ids as string[]));
    return [];
  };
  return { db: { query }, marked };
}

const answered = (id: string) => ({ id, answered: false, answerWritten: false });

test("an answer that the storage could not be told of is told once it is back: an equal alert is no resend of it", async () => {
  const { db, marked } = storageAwayFor(3);
  const troubles: unknown[] = [];
  const answers = new AnswerLog(db, systemClock, (error) => troubles.push(error));
  answers.sent(answered("first"));
  await expect.poll(() => troubles.length).toBeGreaterThan(0);
  answers.sent(answered("second"));
  await expect.poll(() => marked.toSorted()).toEqual(["first", "second"]);
  expect(troubles).toHaveLength(3);
});

test("a storage that never comes back doesn't keep a node from stopping", async () => {
  const { db, marked } = storageAwayFor(Infinity);
  const answers = new AnswerLog(db, systemClock, () => undefined);
  answers.sent(answered("first"));
  await answers.settle();
  expect(marked).toEqual([]);
});
