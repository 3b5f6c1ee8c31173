/** What waits in one first-in, first-out queue of this node: an account's orders, or a chat's messages. */
import { createHash } from "node:crypto";

/** A committed row that waits to be sent. */
export interface Queued {
  readonly id: string;
  /** Its queue's name. */
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

  /** Puts an item in its place: nearly always the end, as only another node's rows, or a sweep's, belong further ahead. */
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

  /** Replaces what stood there at `before` by what the storage knows; what has arrived since stays. */
  replace(loaded: readonly Item[], before: ReadonlySet<string>): void {
    const names = new Set(loaded.map(({ id }) => id));
    const arrived = this.#items.filter(({ id }) => !before.has(id) && !names.has(id));
    this.#items = [...loaded, ...arrived].toSorted((one, other) => one.seq - other.seq);
    this.#known.clear();
    for (const { id } of this.#items) this.#known.add(id);
    this.wake();
  }

  /** Counts as a change: whoever waits for one looks again. */
  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Settles at the next change from now on. */
  nextChange(): Promise<void> {
    return this.#changed.promise;
  }
}

export const PARTITIONS = 64;

/** The partition of a queue: the same on every node, for ever, as rows store it. */
export function partitionOf(queue: string): number {
  return createHash("sha256").update(queue).digest().readUInt32BE(0) % PARTITIONS;
}
