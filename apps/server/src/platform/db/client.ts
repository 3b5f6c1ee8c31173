/**
 * Makes a connection safe in a cluster that fails over. Docs: decisions/storage.md.
 *
 * - It belongs to the primary. A standby takes advisory locks too, so a node could "own" partitions there.
 * - A commit that reached the primary's own disk only is a failure: a failover would lose it.
 * - A connection that failed to answer is never used again. Drizzle gives a transaction's connection back to the pool
 *   without saying that it failed.
 */
import type pg from "pg";
import { isCancelled, isStorageFailure } from "./failure.ts";

/** The server is a standby, or refuses writes for another reason. */
class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError";
  /** PostgreSQL's read_only_sql_transaction. */
  readonly code = "25006";
}

/**
 * The commit wasn't replicated: somebody cancelled the statement while it waited for the synchronous standby. PostgreSQL
 * then reports success with a warning.
 */
class LocalCommitError extends Error {
  override readonly name = "LocalCommitError";
  /** PostgreSQL's transaction_resolution_unknown. */
  readonly code = "08007";
}

/** The function of PostgreSQL that warns about such a commit (syncrep.c); the warning's text may be translated. */
const CANCELLED_WAIT = "SyncRepWaitForLSN";

/**
 * PostgreSQL compiles a statement that it expects to cost much, each time anew: a page of orders took 38 ms, of which 37 were
 * that. Set here and not as the connection begins, because a pooler passes on no options.
 */
const BEGIN = "select set_config('jit', 'off', false), current_setting('transaction_read_only') as \"isReadOnly\"";

/**
 * Makes a new connection ready.
 * @throws {ReadOnlyServerError} if the server that the client is connected to takes no writes.
 */
export async function makeReady(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: string }>(BEGIN);
  if (rows[0]?.isReadOnly !== "off") throw new ReadOnlyServerError("the database server takes no writes");
}

type Callback = (error: Error | null, result?: unknown) => void;

/** Makes the client's queries fail where their commit isn't safe, and ends the client after a storage failure. */
export function guard(client: pg.ClientBase & Partial<Pick<pg.Client, "end">>): void {
  let isCommitLocal = false;
  client.on("notice", ({ routine }) => {
    if (routine === CANCELLED_WAIT) isCommitLocal = true;
  });
  const judge = (thrown: Error | null): Error | null => {
    const error = thrown ?? (isCommitLocal ? new LocalCommitError("the commit was not replicated") : null);
    if (error && isStorageFailure(error) && !isCancelled(error)) client.end?.().catch(() => undefined);
    return error;
  };
  const query = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<unknown>;
  const guarded = (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    if (typeof callback === "function") {
      return query(...given.slice(0, -1), (error: Error | null, result?: unknown) =>
        (callback as Callback)(judge(error), result),
      );
    }
    return query(...given).then(
      (result) => {
        const error = judge(null);
        if (error) throw error;
        return result;
      },
      (error: Error) => {
        throw judge(error) ?? error;
      },
    );
  };
  client.query = guarded as typeof client.query;
}
