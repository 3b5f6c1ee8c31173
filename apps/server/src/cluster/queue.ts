/** A first-in, first-out queue of this node: an account's orders, or a chat's messages. */
import { createHash } from "node:crypto";

/** A committed row waiting to be sent. */
export interface Queued {
  readonly id: string;
  /** The name of its queue. */
  readonly queue: string;
  readonly partition: number;
  /** The order of acceptance within the queue. */
  readonly seq: number;
}

export class Queue<Item extends Queued> {
  readonly name: string;
  readonly #known = new Set<string>();
  #items: Item[] = [];
  #changed = Promise.withResolvers<void>();

  constructor(name: string) {
    this.name = name;
  }

  /** In the order of acceptance. */
  get items(): readonly Item[] {
    return this.#items;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  get lastSeq(): number {
    return this.#items.at(-1)?.seq ?? 0;
  }

  /**
   * Inserts an item by its `seq`, nearly always at the end: only rows from another node or from a sweep belong further
   * ahead.
   */
  add(item: Item): void {
    if (this.#known.has(item.id)) return;
    this.#known.add(item.id);
    let index = this.#items.length;
    while (index > 0 && (this.#items[index - 1]?.seq ?? 0) > item.seq) index -= 1;
    this.#items.splice(index, 0, item);
    this.wake();
  }

  remove(id: string): void {
    if (!this.#known.delete(id)) return;
    this.#items = this.#items.filter((item) => item.id !== id);
    this.wake();
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Replaces the items in `before` with those loaded from the storage; items that have arrived since stay. */
  replace(loaded: readonly Item[], before: ReadonlySet<string>): void {
    const names = new Set(loaded.map(({ id }) => id));
    const arrived = this.#items.filter(({ id }) => !before.has(id) && !names.has(id));
    this.#items = [...loaded, ...arrived].toSorted((one, other) => one.seq - other.seq);
    this.#known.clear();
    for (const { id } of this.#items) this.#known.add(id);
    this.wake();
  }

  /** Signals a change, so that waiting callers look at the queue again. */
  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Settles at the next change. */
  nextChange(): Promise<void> {
    return this.#changed.promise;
  }
}

export const PARTITIONS = 64;

/** Returns a queue's partition. It must never change and is the same on every node, because rows store it. */
export function partitionOf(queue: string): number {
  return createHash("sha256").update(queue).digest().readUInt32BE(0) % PARTITIONS;
}
