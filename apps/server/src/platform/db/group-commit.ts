import type { Queryable } from "./database.ts";
import { isStorageFailure } from "./failure.ts";

/**
 * Writes everything that arrives during a write in one statement: the throughput of a batch at the latency of one row.
 */

export interface GroupCommitOptions<Item, Result> {
  /** Writes a batch in order and returns a result for each item, in the same order. Called once at a time. */
  readonly write: (batch: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Whether an error of `write` means that the storage is down, so that trying the next batch would only waste time.
   */
  readonly isOutage: (error: unknown) => boolean;
  /** The maximum number of items in one write. */
  readonly maxBatch?: number;
  /** The maximum number of waiting items; further items are refused at once. */
  readonly maxWaiting?: number;
}

/** More items are waiting to be written than memory should hold. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
  /** PostgreSQL's insufficient_resources. */
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
   * Settles once the item is written; rejects with the error of its write, after which the item may or may not be
   * written.
   * @throws {OverloadedError} (by rejection) if too many items wait.
   */
  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(new OverloadedError("too many writes wait"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#writing) return;
      this.#writing = true;
      // Requests of one tick share a write.
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
        // Waiting items would only get the same error, too late for their answers to be of use.
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      } else if (batch.length === 1) {
        batch[0]?.reject(error);
      } else {
        // An item that the storage refuses must not fail the others.
        for (const waiting of batch) await this.#writeTogether([waiting]);
      }
    }
  }
}

/**
 * SQL for whether a row is one of those in `given`, of which the statement updates each by its id. It finds them by the
 * primary key whatever the planner believes: while a table is young, it would read all of it rather than look rows up.
 */
export const isGiven = (id: string): string => `${id} = any(array(select given.id from given))`;

/**
 * Returns rows as the JSON parameter of a statement that updates them, in the order of their ids: two statements that update
 * some of the same rows then lock them in the same order, and neither waits for the other while the other waits for it.
 */
export function rowsToUpdate(rows: readonly { readonly id: string }[]): string {
  return JSON.stringify(rows.toSorted((one, other) => (one.id < other.id ? -1 : Number(one.id > other.id))));
}

/**
 * Updates rows in batches. `statement` takes the rows as one JSON parameter and returns the ids of the updated rows; an
 * item's result says whether its first row was updated.
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
      const updated = await db.query<{ id: string }>(statement, [rowsToUpdate(rows.flat())]);
      const ids = new Set(updated.map(({ id }) => id));
      return rows.map(([first]) => first !== undefined && ids.has(first.id));
    },
  });
}
