import type { Queryable } from "./database.ts";
import { isStorageFailure } from "./failure.ts";

/** Writes what arrives while a write is under way together, in one statement: the queue's throughput at one row's latency. */

export interface GroupCommitOptions<Item, Result> {
  /** Writes a batch in order and gives a result for each item, in the same order. One call at a time. */
  readonly write: (batch: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether an error of `write` means that the storage is away, so that trying the next batch would only take time. */
  readonly isOutage: (error: unknown) => boolean;
  /** The most items in one write. */
  readonly maxBatch?: number;
  /** The most items that may wait; one more is refused at once. */
  readonly maxWaiting?: number;
}

/** More is waiting to be written than memory should hold. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
  /** insufficient_resources, as PostgreSQL would say it. */
  readonly code = "53000";
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit<Item, Result> {
  readonly #write: GroupCommitOptions<Item, Result>["write"];
  readonly #isOutage: GroupCommitOptions<Item, Result>["isOutage"];
  readonly #maxBatch: number;
  readonly #maxWaiting: number;
  #waiting: Waiting<Item, Result>[] = [];
  #writing = false;

  constructor({ write, isOutage, maxBatch = 500, maxWaiting = 50_000 }: GroupCommitOptions<Item, Result>) {
    this.#write = write;
    this.#isOutage = isOutage;
    this.#maxBatch = maxBatch;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Settles once the item is written; rejects with the error of its write, which may leave open whether it was.
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
    while (this.#waiting.length > 0) await this.#writeTogether(this.#waiting.splice(0, this.#maxBatch));
    this.#writing = false;
  }

  async #writeTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (this.#isOutage(error)) {
        // Who waits behind would only wait for the same error, past the time in which its answer is worth something.
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      } else if (batch.length === 1) {
        batch[0]?.reject(error);
      } else {
        // One item that the storage refuses must not take the others with it.
        for (const waiting of batch) await this.#writeTogether([waiting]);
      }
    }
  }
}

/**
 * Updates rows in batches. `statement` takes the rows as one JSON parameter and gives the ids of those that it updated;
 * the result of an item says whether the first of its rows is among them.
 */
export function updatesBy<Item>(
  db: Queryable,
  statement: string,
  toRows: (item: Item) => readonly { readonly id: string }[],
): GroupCommit<Item, boolean> {
  return new GroupCommit({
    isOutage: isStorageFailure,
    write: async (batch: readonly Item[]) => {
      const rows = batch.map(toRows);
      const updated = await db.query<{ id: string }>(statement, [JSON.stringify(rows.flat())]);
      const ids = new Set(updated.map(({ id }) => id));
      return rows.map(([first]) => first !== undefined && ids.has(first.id));
    },
  });
}
