/** A failed start in the operator's words, other than bad settings. */
import { AdminEmailTaken } from "./identity/users/index.ts";
import { MailNotEncrypted } from "./messaging/mail/index.ts";
import { DataDirInUseError } from "./platform/data-dir.ts";
import { isStorageFailure } from "./platform/db/failure.ts";
import { WrongModeError } from "./platform/db/mode.ts";
import { TlsFilesError } from "./platform/http/tls-listener.ts";
import { ProcessFailed } from "./processes/supervisor.ts";

const OPERATOR_ERRORS = [
  DataDirInUseError,
  WrongModeError,
  AdminEmailTaken,
  MailNotEncrypted,
  TlsFilesError,
  ProcessFailed,
];

/**
 * Returns one line for an error that the operator can fix; anything else is our bug and shows its stack. Undefined for a
 * process that failed and has said why itself.
 */
export function explain(error: unknown): string | undefined {
  if (error instanceof ProcessFailed && error.exit.code !== null) return undefined;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, stack } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code === "EADDRINUSE" || code === "EACCES") return `Can't start: ${message}`;
  if (isStorageFailure(error)) return `The database can't be reached: ${message || code}`;
  return stack ?? message;
}
