/**
 * Returns whether an error means that the storage couldn't be reached or didn't answer, so that a retry may help:
 * PostgreSQL's classes 08 (connection), 53 (resources), 57 (operator intervention) and 58 (input and output), 25006
 * (read-only, as a standby or an old primary answers), 55P03 (a lock that an unfinished commit holds), and the driver's
 * own failures.
 */
export function isStorageFailure(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (typeof code === "string" && (/^(08|53|57|58|25006|55P03)/.test(code) || SYSTEM_CODES.has(code))) return true;
    // The server's socket is a file: while PostgreSQL is down, it is missing. Any other missing file is our own.
    if (code === "ENOENT" && syscall === "connect") return true;
    if (DRIVER_MESSAGES.test(cause.message)) return true;
  }
  return false;
}

const SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ECONNABORTED",
  "EAI_AGAIN",
]);
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|PGlite is clos)/;

/** PostgreSQL's query_canceled: the time limit has passed, or somebody cancelled the statement. */
const QUERY_CANCELED = "57014";

/** Returns whether the server gave a statement up and lives: its connection is fine. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof Error && ((error as NodeJS.ErrnoException).code === QUERY_CANCELED || isCancelled(error.cause))
  );
}
