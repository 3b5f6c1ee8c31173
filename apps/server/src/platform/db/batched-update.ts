import type { Queryable } from "./database.ts";
import { isStorageFailure } from "./failure.ts";
import { GroupCommit } from "./group-commit.ts";

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
