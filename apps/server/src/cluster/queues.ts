/** The queues of the partitions that this node owns. Each is worked off on its own and waits for no other. */
import type { RetryLog } from "../platform/retry-log.ts";
import { PARTITIONS, Queue, type Queued } from "./queue.ts";

/** The queue of a partition as the storage counts it. */
export interface QueueCount {
  readonly queue: string;
  readonly partition: number;
  readonly items: number;
  /** That of the last one. */
  readonly lastSeq: number;
}

/** The stored side of queues. */
export interface QueueStore<Item extends Queued> {
  /** What waits in a queue, in order. */
  loadQueue(queue: string): Promise<Item[]>;
  /** What waits in partitions, in order within each queue. */
  loadPartitions(partitions: readonly number[]): Promise<Item[]>;
  /** The queues of partitions in which something waits. */
  countQueues(partitions: readonly number[]): Promise<QueueCount[]>;
}

/** Works one queue off. */
export interface Worker {
  /** Does what is next in the queue, or waits for something to do. What it throws has the queue started anew by a sweep. */
  step(): Promise<void>;
  /** Starts nothing more, and settles when what is under way has ended. */
  stop(): Promise<void>;
  /** What its items are sent with has changed. */
  reconsider?(): Promise<void>;
}

export interface QueuesOptions<Item extends Queued> {
  readonly store: QueueStore<Item>;
  readonly log: RetryLog;
  /** `owned` aborts when the queue is no longer this node's: nothing more is started then. */
  readonly openWorker: (queue: Queue<Item>, owned: AbortSignal) => Worker;
}

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
  /** What is under way in partitions that we gave up. */
  readonly #ending = new Map<number, Promise<unknown>>();
  /** What ended since the last sweep began, and in the round before: a slow read must not bring it back. */
  #endedLately = new Set<string>();
  #endedBefore = new Set<string>();

  constructor(options: QueuesOptions<Item>) {
    this.#options = options;
  }

  owns(partition: number): boolean {
    return this.#owned.has(partition);
  }

  /** How many queues this node works off, and how much waits in them. */
  get state(): { readonly queues: number; readonly waiting: number } {
    let queues = 0;
    let waiting = 0;
    for (const ownership of this.#owned.values()) {
      queues += ownership.queues.size;
      for (const { queue } of ownership.queues.values()) waiting += queue.size;
    }
    return { queues, waiting };
  }

  /** The part of all partitions that is ours: 0 to 1. */
  get share(): number {
    return this.#owned.size / PARTITIONS;
  }

  /** Takes partitions over: from now on their queues are ours, with what an earlier owner left first. */
  async take(partitions: readonly number[]): Promise<void> {
    // What we sent before we lost them must end first: it would look like an unknown outcome to ourselves.
    await Promise.all(partitions.map((partition) => this.#ending.get(partition)));
    for (const partition of partitions) {
      if (this.#owned.has(partition)) continue;
      this.#owned.set(partition, { controller: new AbortController(), queues: new Map(), running: new Set() });
    }
    if (partitions.length > 0) this.enqueue(await this.#options.store.loadPartitions(partitions));
  }

  /** Gives partitions up. Starts nothing more for them at once; settles when what is under way has ended. */
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

  /** Puts committed items at the end of their queues, in the given order. Those of others' partitions are left to them. */
  enqueue(items: readonly Item[]): void {
    for (const item of items) {
      const ownership = this.#owned.get(item.partition);
      if (!ownership || this.#endedLately.has(item.id) || this.#endedBefore.has(item.id)) continue;
      const running = ownership.queues.get(item.queue);
      if (running) running.queue.add(item);
      else this.#start(ownership, item);
    }
  }

  /** An item has ended and left its queue. */
  ended(id: string): void {
    this.#endedLately.add(id);
  }

  /** Loads what other nodes committed for queues of ours. */
  async catchUp(queues: readonly { readonly queue: string; readonly partition: number }[]): Promise<void> {
    const ours = queues.filter(({ partition }) => this.#owned.has(partition));
    const loaded = await Promise.all(ours.map(({ queue }) => this.#options.store.loadQueue(queue)));
    this.enqueue(loaded.flat());
  }

  /** What the items of a queue, or of all, are sent with has changed: ends at once what may not be sent any more. */
  async reconsider(name?: string): Promise<void> {
    const owned = [...this.#owned.values()];
    const running = owned.flatMap(({ queues }) =>
      name === undefined ? [...queues.values()] : (queues.get(name) ?? []),
    );
    await Promise.all(running.map(({ worker }) => worker.reconsider?.()));
  }

  /**
   * The safety net under every hand-over: whatever waits in our partitions and isn't in memory is taken up. Queues are
   * counted first, as to load all that waits for a destination that is down would hold everybody up.
   */
  async sweep(): Promise<void> {
    this.#endedBefore = this.#endedLately;
    this.#endedLately = new Set();
    if (this.#owned.size === 0) return;
    const counts = await this.#options.store.countQueues([...this.#owned.keys()]);
    await this.catchUp(counts.filter((count) => !this.#holds(count)));
  }

  #holds({ queue: name, partition, items, lastSeq }: QueueCount): boolean {
    const queue = this.#owned.get(partition)?.queues.get(name)?.queue;
    return queue !== undefined && queue.size >= items && queue.lastSeq >= lastSeq;
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
      // In the same breath as the look that found the queue empty, or an arrival between the two would be left lying.
      // After an error of ours the next sweep starts the queue again.
      queues.delete(queue.name);
      await worker.stop();
    }
  }
}
