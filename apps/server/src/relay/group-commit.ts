/** Writes what arrives while a write is under way together, in one statement: the queue's throughput at one row's latency. */

export interface GroupCommitOptions<Item, Result> {
  /** Writes a batch in order and gives a result for each item, in the same order. One call at a time. */
  readonly write: (batch: readonly Item[]) => Promise<readonly Result[]>;
  /** The most items in one write. */
  readonly maxBatch?: number;
  /** The most items that may wait; one more is refused at once. */
  readonly maxWaiting?: number;
}

/** More is waiting to be written than memory should hold. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit<Item, Result> {
  readonly #write: GroupCommitOptions<Item, Result>["write"];
  readonly #maxBatch: number;
  readonly #maxWaiting: number;
  #waiting: Waiting<Item, Result>[] = [];
  #writing = false;

  constructor({ write, maxBatch = 500, maxWaiting = 50_000 }: GroupCommitOptions<Item, Result>) {
    this.#write = write;
    this.#maxBatch = maxBatch;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Settles once the item's batch is written; rejects with the batch's error, which leaves open whether it was.
   * @throws {OverloadedError} (by rejection) when too many wait.
   */
  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(new OverloadedError("too many writes wait"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#writing) return;
      this.#writing = true;
      // The requests of one tick share one write.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const results = await this.#write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = false;
  }
}
