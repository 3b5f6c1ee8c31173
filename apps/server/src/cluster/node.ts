/**
 * One process among several: owns its share of the partitions, exchanges notifications with the others, and sweeps for
 * missed work.
 */
import type { Clock } from "../platform/clock.ts";
import type { Queryable, Session } from "../platform/db/database.ts";
import { type SharedBus, topic, type Topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { Ownership } from "./ownership.ts";
import { partitionOf } from "./queue.ts";

const SWEEP_INTERVAL_MS = 2_000;
/** The delay before a failed notification is sent again. */
const RETRY_DELAY_MS = 250;
/** A PostgreSQL notification must be shorter than 8,000 bytes. */
const MAX_NOTIFICATION_LENGTH = 7_500;
/** Separates the sending node from the words of a notification. Notifications from transactions have no node. */
const AFTER_NODE = "|";

/** Notifications may have been missed because there was no session to receive them. */
export const NOTIFICATIONS_MISSED = topic<undefined>("notifications missed");

/** Works on the partitions that its node owns: the queues of orders or messages, for example. */
export interface PartitionConsumer {
  take(partitions: readonly number[]): Promise<void>;
  release(partitions: readonly number[]): Promise<void>;
  /** Called when something was committed to these queues. */
  catchUp(queues: readonly { readonly queue: string; readonly partition: number }[]): Promise<void>;
  sweep(): Promise<void>;
}

export interface ClusterNodeOptions {
  readonly openSession: () => Promise<Session>;
  readonly db: Queryable;
  readonly clock: Clock;
  readonly bus: SharedBus;
  /** Whether this node sends, or only accepts. */
  readonly sends: boolean;
  readonly log: RetryLog;
}

/**
 * Called with the nodes that are alive, at each check, before this node takes partitions. If not `areAll`, others may be
 * alive and about to reconnect.
 */
export type NodesWatcher = (nodes: readonly number[], areAll: boolean) => Promise<void>;

export class ClusterNode {
  readonly #options: ClusterNodeOptions;
  readonly #ownership: Ownership;
  readonly #consumers: PartitionConsumer[] = [];
  readonly #watchers: NodesWatcher[] = [];
  /** Words not yet sent to the other nodes, by topic. */
  readonly #unsent = new Map<string, Set<string>>();
  #isSending = false;
  readonly #stopping = new AbortController();
  #sweeping: Promise<void> | undefined;

  constructor(options: ClusterNodeOptions) {
    const { bus, log } = options;
    this.#options = options;
    this.#ownership = new Ownership({
      openSession: options.openSession,
      clock: options.clock,
      sends: options.sends,
      onTaken: (partitions) => this.#withAll((consumer) => consumer.take(partitions)),
      onReleased: (partitions) => this.#withAll((consumer) => consumer.release(partitions)),
      onSession: (session) => this.#listen(session),
      onNodes: async (nodes, areAll) => {
        for (const watch of this.#watchers) await watch(nodes, areAll);
      },
      log,
    });
    bus.onShared((topicName, words) => this.#send(topicName, words));
  }

  /**
   * Adds a consumer for this node's partitions; call before the start. The topic `committed` carries the names of its
   * queues when something was committed to them.
   */
  consume(committed: Topic<readonly string[]>, consumer: PartitionConsumer): void {
    const { bus, log } = this.#options;
    this.#consumers.push(consumer);
    bus.subscribe(committed, (names) => {
      const queues = names.map((queue) => ({ queue, partition: partitionOf(queue) }));
      consumer.catchUp(queues).catch(log.willRetry);
    });
  }

  /** Adds a watcher of the nodes that are alive; call before the start. */
  watchNodes(watch: NodesWatcher): void {
    this.#watchers.push(watch);
  }

  /** This node's name in the cluster. */
  get name(): number {
    return this.#ownership.node;
  }

  /** Whether this node holds its partitions for certain; if not, it has released them. Ask just before sending. */
  holdsLocks(): boolean {
    return this.#ownership.holdsLocks();
  }

  /** How many partitions this node owns; all nodes together own every one. */
  get share(): number {
    return this.#ownership.share;
  }

  /** @throws if the storage can't be reached. */
  async start(): Promise<void> {
    await this.#ownership.start();
    if (this.#options.sends) this.#sweeping = this.#sweep();
  }

  /** Starts nothing more, waits for work in flight to end, and leaves the rest to other nodes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ownership.stop();
    await this.#sweeping;
  }

  /** Sends words to the other nodes. A node that isn't listening at that moment publishes `NOTIFICATIONS_MISSED` once it is. */
  #send(topicName: string, words: readonly string[]): void {
    this.#keepUnsent(topicName, words);
    void this.#sendUnsent();
  }

  /**
   * Sends one notification at a time, because each is a separate commit. Words that arrive meanwhile share the next
   * one.
   */
  async #sendUnsent(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { db, clock, log } = this.#options;
    const { signal } = this.#stopping;
    for (let [next] = this.#unsent; next; [next] = this.#unsent) {
      const [topicName, unsent] = next;
      const words = fitting(unsent, MAX_NOTIFICATION_LENGTH);
      for (const word of words) unsent.delete(word);
      if (unsent.size === 0) this.#unsent.delete(topicName);
      try {
        await db.query("select pg_notify($1, $2)", [topicName, `${this.name}${AFTER_NODE}${words.join()}`]);
      } catch (error) {
        log.willRetry(error);
        if (signal.aborted) break;
        this.#keepUnsent(topicName, words);
        await clock.wait(RETRY_DELAY_MS, signal);
      }
    }
    this.#isSending = false;
  }

  #keepUnsent(topicName: string, words: readonly string[]): void {
    const unsent = this.#unsent.get(topicName) ?? new Set();
    this.#unsent.set(topicName, unsent);
    for (const word of words) unsent.add(word);
  }

  async #listen(session: Session): Promise<void> {
    const { bus } = this.#options;
    for (const topicName of bus.sharedTopics) {
      await session.listen(topicName, (payload) => {
        const [node, words] = payload.includes(AFTER_NODE) ? payload.split(AFTER_NODE) : [undefined, payload];
        // This node has already heard its own publications.
        if (words !== undefined && node !== String(this.name)) bus.hear(topicName, words.split(","));
      });
    }
    bus.publish(NOTIFICATIONS_MISSED, undefined);
  }

  async #sweep(): Promise<void> {
    const { clock, log } = this.#options;
    while (!this.#stopping.signal.aborted) {
      await clock.wait(SWEEP_INTERVAL_MS, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      await this.#withAll((consumer) => consumer.sweep().catch(log.willRetry));
    }
  }

  async #withAll(call: (consumer: PartitionConsumer) => Promise<void>): Promise<void> {
    await Promise.all(this.#consumers.map(call));
  }
}

/** Returns the first words that fit into `maxLength` characters, but at least one. Words are plain ASCII. */
function fitting(words: Iterable<string>, maxLength: number): string[] {
  const taken: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 1;
    if (taken.length > 0 && length > maxLength) break;
    taken.push(word);
  }
  return taken;
}
