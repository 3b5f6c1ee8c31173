import { expect, test } from "vitest";
import { failingLog } from "../../test/retry-log.ts";
import type { Queued } from "./queue.ts";
import { Queues, type QueueStore } from "./queues.ts";

/** A store of queues that each have as many items as given, in the partition of their place. */
function storeOf(sizes: readonly number[]) {
  const loads: number[] = [];
  const itemsOf = (partition: number): Queued[] =>
    Array.from({ length: sizes[partition] ?? 0 }, (_, index) => ({
      id: `${partition}-${index}`,
      queue: `queue ${partition}`,
      partition,
      seq: index,
    }));
  const store: QueueStore<Queued> = {
    loadQueue: () => Promise.reject(new Error("nothing was committed")),
    async loadPartitions(partitions) {
      const items = partitions.flatMap(itemsOf);
      loads.push(items.length);
      return items;
    },
    async countQueues(partitions) {
      return partitions
        .map((partition) => ({ partition, items: itemsOf(partition) }))
        .filter(({ items }) => items.length > 0)
        .map(({ partition, items }) => ({
          queue: `queue ${partition}`,
          partition,
          items: items.length,
          lastSeq: items.length - 1,
        }));
    },
  };
  return { store, loads };
}

test("after a takeover what waits is loaded in parts of about a thousand items, and nothing where nothing waits", async () => {
  const { store, loads } = storeOf([600, 0, 300, 400, 2_500, 10]);
  const queues = new Queues({
    store,
    log: failingLog,
    openWorker: () => ({ step: () => new Promise(() => undefined), stop: async () => undefined }),
  });
  await queues.take([0, 1, 2, 3, 4, 5]);
  expect(loads).toEqual([900, 400, 2_500, 10]);
  expect(queues.state).toEqual({ queues: 5, waiting: 3_810 });
  const empty = storeOf([0, 0]);
  await new Queues({ store: empty.store, log: failingLog, openWorker: () => expect.unreachable() }).take([0, 1]);
  expect(empty.loads).toEqual([]);
});
