/** Every node hears each publication once. */
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { failingLog } from "../../test/retry-log.ts";
import { systemClock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createBus, sharedTopic, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { ClusterNode, NOTIFICATIONS_MISSED } from "./node.ts";

const SHARED = sharedTopic("pubsub_test");
const OWN = topic<number>("of one process");

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const { database } = storage;

async function join(db: Queryable = database, log: RetryLog = failingLog) {
  const bus = createBus();
  const heard: string[] = [];
  bus.subscribe(SHARED, (words) => void heard.push(...words));
  const node = new ClusterNode({
    openSession: () => database.openSession(),
    db,
    clock: systemClock,
    bus,
    sends: false,
    log,
  });
  let missed = 0;
  bus.subscribe(NOTIFICATIONS_MISSED, () => void (missed += 1));
  await node.start();
  onTestFinished(() => node.stop());
  return { bus, heard, missed: () => missed };
}

test("a publication on a shared topic reaches its own node at once and only once, and the other nodes over the database", async () => {
  const [one, other] = [await join(), await join()];
  one.bus.publish(SHARED, ["a", "b"]);
  expect(one.heard).toEqual(["a", "b"]);
  await expect.poll(() => other.heard).toEqual(["a", "b"]);
  // If PostgreSQL returned `a` and `b` to their own node, they would arrive before this.
  other.bus.publish(SHARED, ["c"]);
  await expect.poll(() => one.heard).toEqual(["a", "b", "c"]);
});

test("every node hears what a transaction publishes once it commits", async () => {
  const [one, other] = [await join(), await join()];
  await database.query("select pg_notify($1, $2)", [SHARED.name, "committed"]);
  for (const { heard } of [one, other]) await expect.poll(() => heard).toEqual(["committed"]);
});

test("all words arrive even if they don't fit into one notification", async () => {
  const [one, other] = [await join(), await join()];
  const words = Array.from({ length: 2_000 }, (_, index) => `word-${index}`);
  one.bus.publish(SHARED, words);
  await expect.poll(() => other.heard).toEqual(words);
});

test("words that PostgreSQL didn't take are sent again, with those published meanwhile", async () => {
  const errors: unknown[] = [];
  const refusal = new Error("too many connections");
  const db: Queryable = { query: (...call) => (errors.length < 2 ? Promise.reject(refusal) : database.query(...call)) };
  const one = await join(db, { willRetry: (error) => void errors.push(error) });
  const other = await join();
  one.bus.publish(SHARED, ["a"]);
  one.bus.publish(SHARED, ["b"]);
  await expect.poll(() => other.heard.toSorted()).toEqual(["a", "b"]);
  expect(errors).toEqual([refusal, refusal]);
});

test("a joining node learns that it may have missed something, and an unshared topic stays in its process", async () => {
  const [one, other] = [await join(), await join()];
  expect([one.missed(), other.missed()]).toEqual([1, 1]);
  const numbers: number[] = [];
  other.bus.subscribe(OWN, (number) => void numbers.push(number));
  one.bus.publish(OWN, 1);
  other.bus.publish(OWN, 2);
  expect(numbers).toEqual([2]);
});
