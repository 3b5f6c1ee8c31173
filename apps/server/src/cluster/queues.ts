/** The queues of the partitions that this node owns. Each has its own worker and waits for no other queue. */
import { setImmediate } from "node:timers/promises";
import type { RetryLog } from "../platform/retry-log.ts";
import { PARTITIONS, Queue, type Queued } from "./queue.ts";

/** A queue's size according to the storage. */
export interface QueueCount {
  readonly queue: string;
  readonly partition: number;
  readonly items: number;
  /** The `seq` of its last item. */
  readonly lastSeq: number;
}

/** Loads queues from the storage. */
export interface QueueStore<Item extends Queued> {
  /** Returns what waits in a queue, in order: all of it, or at least what has a greater `seq` than `after`. */
  loadQueue(queue: string, after?: number): Promise<Item[]>;
  /** Returns what waits in partitions, in order within each queue. */
  loadPartitions(partitions: readonly number[]): Promise<Item[]>;
  /** Returns the non-empty queues of partitions. */
  countQueues(partitions: readonly number[]): Promise<QueueCount[]>;
}

/** Processes one queue. */
export interface Worker {
  /** Does what is next in the queue, or waits for something to do. If it throws, a sweep restarts the queue. */
  step(): Promise<void>;
  /** Starts nothing more, and settles when work in flight has ended. */
  stop(): Promise<void>;
  /** Called when something that its items are sent with has changed. */
  reconsider?(): Promise<void>;
}

export interface QueuesOptions<Item extends Queued> {
  readonly store: QueueStore<Item>;
  readonly log: RetryLog;
  /** `owned` aborts when this node loses the queue: the worker must start nothing more then. */
  readonly openWorker: (queue: Queue<Item>, owned: AbortSignal) => Worker;
}

/**
 * Items get their `seq` before they are committed, so one may come to light after others with a greater `seq`, by about as
 * many as are committed at one time. A sweep finds those that come later still.
 */
const OUT_OF_ORDER = 1_000;

/** How many items are loaded at once after a takeover: the event loop gets a turn before the next ones. */
const LOADED_AT_ONCE = 1_000;

interface Running<Item extends Queued> {
  readonly queue: Queue<Item>;
  readonly worker: Worker;
}

interface Ownership<Item extends Queued> {
  readonly controller: AbortController;
  readonly queues: Map<string, Running<Item>>;
  readonly running: Set<Promise<void>>;
}

export class Queues<Item extends Queued> {
  readonly #options: QueuesOptions<Item>;
  readonly #owned = new Map<number, Ownership<Item>>();
  /** Work in flight in partitions that we have released. */
  readonly #ending = new Map<number, Promise<unknown>>();
  /** Items that ended since the last sweep began, and in the round before: a slow read must not bring them back. */
  #endedLately = new Set<string>();
  #endedBefore = new Set<string>();

  constructor(options: QueuesOptions<Item>) {
    this.#options = options;
  }

  owns(partition: number): boolean {
    return this.#owned.has(partition);
  }

  /** How many queues this node processes, and how many items wait in them. */
  get state(): { readonly queues: number; readonly waiting: number } {
    let queues = 0;
    let waiting = 0;
    for (const ownership of this.#owned.values()) {
      queues += ownership.queues.size;
      for (const { queue } of ownership.queues.values()) waiting += queue.size;
    }
    return { queues, waiting };
  }

  /** This node's share of all partitions: 0 to 1. */
  get share(): number {
    return this.#owned.size / PARTITIONS;
  }

  /** Takes over partitions: from now on this node owns their queues, starting with what an earlier owner left. */
  async take(partitions: readonly number[]): Promise<void> {
    // Our own sends from before we lost the partitions must end first, or we would take them for unknown outcomes.
    await Promise.all(partitions.map((partition) => this.#ending.get(partition)));
    for (const partition of partitions) {
      if (this.#owned.has(partition)) continue;
      this.#owned.set(partition, { controller: new AbortController(), queues: new Map(), running: new Set() });
    }
    if (partitions.length === 0) return;
    const { store } = this.#options;
    for (const group of groupsOf(await store.countQueues(partitions))) this.enqueue(await store.loadPartitions(group));
  }

  /** Releases partitions. It immediately stops starting work for them, and settles when work in flight has ended. */
  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      const ownership = this.#owned.get(partition);
      if (!ownership) continue;
      this.#owned.delete(partition);
      ownership.controller.abort();
      const ending = Promise.all(ownership.running).finally(() => this.#ending.delete(partition));
      this.#ending.set(partition, ending);
    }
    await Promise.all(partitions.map((partition) => this.#ending.get(partition)));
  }

  /** Adds committed items to their queues, in order. Skips items in partitions of other nodes. */
  enqueue(items: readonly Item[]): void {
    for (const item of items) {
      const ownership = this.#owned.get(item.partition);
      if (!ownership || this.#endedLately.has(item.id) || this.#endedBefore.has(item.id)) continue;
      const running = ownership.queues.get(item.queue);
      if (running) running.queue.add(item);
      else this.#start(ownership, item);
    }
  }

  /** Call when an item has ended and left its queue. */
  ended(id: string): void {
    this.#endedLately.add(id);
  }

  /** Loads what other nodes have just committed to our queues, and not again what waits there: that may be a lot. */
  async catchUp(queues: readonly { readonly queue: string; readonly partition: number }[]): Promise<void> {
    const ours = queues.filter(({ partition }) => this.#owned.has(partition));
    await this.#load(ours, ({ queue, partition }) => (this.#queueOf(queue, partition)?.lastSeq ?? 0) - OUT_OF_ORDER);
  }

  /** Ends items that may no longer be sent, after a change to what a queue's items (or all items) are sent with. */
  async reconsider(name?: string): Promise<void> {
    const owned = [...this.#owned.values()];
    const running = owned.flatMap(({ queues }) =>
      name === undefined ? [...queues.values()] : (queues.get(name) ?? []),
    );
    const reconsidered: (Promise<void> | undefined)[] = [];
    for (const { worker } of running) {
      reconsidered.push(worker.reconsider?.());
      // Thousands of items may wait. If this node said nothing until all are decided on, it would lose its partitions.
      await setImmediate();
    }
    await Promise.all(reconsidered);
  }

  /**
   * The safety net for every hand-over: loads everything that waits in our partitions but isn't in memory. It counts
   * the queues first, because loading everything that waits for a destination that is down would delay all others.
   */
  async sweep(): Promise<void> {
    this.#endedBefore = this.#endedLately;
    this.#endedLately = new Set();
    if (this.#owned.size === 0) return;
    const counts = await this.#options.store.countQueues([...this.#owned.keys()]);
    const missing = counts.filter((count) => this.#owned.has(count.partition) && !this.#holds(count));
    await this.#load(missing);
  }

  /** Loads queues: all that waits in them, or what comes after a `seq`. */
  async #load<Place extends Pick<QueueCount, "queue">>(
    places: readonly Place[],
    after: (place: Place) => number | undefined = () => undefined,
  ): Promise<void> {
    const { store } = this.#options;
    const loaded = await Promise.all(places.map((place) => store.loadQueue(place.queue, after(place))));
    this.enqueue(loaded.flat());
  }

  #holds({ queue: name, partition, items, lastSeq }: QueueCount): boolean {
    const queue = this.#queueOf(name, partition);
    return queue !== undefined && queue.size >= items && queue.lastSeq >= lastSeq;
  }

  #queueOf(name: string, partition: number): Queue<Item> | undefined {
    return this.#owned.get(partition)?.queues.get(name)?.queue;
  }

  #start(ownership: Ownership<Item>, first: Item): void {
    const queue = new Queue<Item>(first.queue);
    queue.add(first);
    const running = { queue, worker: this.#options.openWorker(queue, ownership.controller.signal) };
    ownership.queues.set(queue.name, running);
    const work = this.#workOff(ownership, running)
      .catch((error: unknown) => this.#options.log.willRetry(error))
      .finally(() => ownership.running.delete(work));
    ownership.running.add(work);
  }

  async #workOff({ controller, queues }: Ownership<Item>, { queue, worker }: Running<Item>): Promise<void> {
    try {
      while (queue.size > 0 && !controller.signal.aborted) await worker.step();
    } finally {
      // Delete in the same tick as the check that found the queue empty, or an item arriving in between would be stuck.
      // After an error of ours, the next sweep restarts the queue.
      queues.delete(queue.name);
      await worker.stop();
    }
  }
}

/** Returns the partitions that aren't empty, in groups with no more items than are loaded at once, unless one has more. */
function groupsOf(counts: readonly QueueCount[]): number[][] {
  const groups: number[][] = [];
  let room = 0;
  for (const [partition, queues] of Map.groupBy(counts, (count) => count.partition)) {
    const items = queues.reduce((sum, queue) => sum + queue.items, 0);
    if (room < items) {
      groups.push([]);
      room = LOADED_AT_ONCE;
    }
    groups.at(-1)?.push(partition);
    room -= items;
  }
  return groups;
}
