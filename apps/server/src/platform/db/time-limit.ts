/** Reads that PostgreSQL itself gives up, so that none goes on after nobody waits for it. */
import { sql } from "drizzle-orm";
import type { Orm } from "./database.ts";
import { isCancelled } from "./failure.ts";

/** The statement took longer than its limit. */
export class ReadTooLongError extends Error {
  override readonly name = "ReadTooLongError";
}

/**
 * Runs statements that only read, each of which may take `limitMs` milliseconds. The embedded database knows no limit.
 * @throws {ReadTooLongError} if one takes longer.
 */
export async function readWithin<Result>(
  orm: Orm,
  limitMs: number,
  read: (tx: Orm) => Promise<Result>,
): Promise<Result> {
  try {
    return await orm.transaction(
      async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);
        return await read(tx);
      },
      { accessMode: "read only" },
    );
  } catch (error) {
    if (!isCancelled(error)) throw error;
    throw new ReadTooLongError(`a statement took longer than ${limitMs} ms`, { cause: error });
  }
}
