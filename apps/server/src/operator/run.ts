/** Runs an operator's command on the server's own storage. */
import { ConfigError } from "../config-error.ts";
import { readConfig } from "../config.ts";
import { systemClock } from "../platform/clock.ts";
import { DataDirInUseError, lockDataDir } from "../platform/data-dir.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { requireMode, WrongModeError } from "../platform/db/mode.ts";
import { openDatabase } from "../platform/db/open.ts";
import { sandboxKeyRing } from "../platform/security/key-ring.ts";
import {
  confirmEmailOf,
  grantPro,
  listPayments,
  makeAdmin,
  OperatorError,
  revokePro,
  rotateKeys,
  type OperatorParts,
} from "./commands.ts";
import { closeIncidentByHand, openIncidentByHand, updateIncidentByHand, type IncidentWords } from "./incidents.ts";
import { verifyAuditLog } from "./verify-audit.ts";
import type { Outcome } from "./command-line.ts";

export interface Command {
  readonly name:
    | "grant-pro"
    | "revoke-pro"
    | "make-admin"
    | "confirm-email"
    | "list-payments"
    | "rotate-keys"
    | "verify-audit"
    | "open-incident"
    | "update-incident"
    | "close-incident";
  readonly words: readonly string[];
  readonly since: string | undefined;
  readonly head: string | undefined;
  readonly incident: IncidentWords;
}

/** Returns the text for the operator, and whether the command succeeded. */
export async function run(command: Command): Promise<Outcome> {
  try {
    return { said: await onStorage((parts) => perform(command, parts)), isDone: true };
  } catch (error) {
    return { said: explain(error), isDone: false };
  }
}

function perform(
  { name, words: [first = "", second = ""], since, head, incident }: Command,
  parts: OperatorParts,
): Promise<string> {
  switch (name) {
    case "grant-pro":
      return grantPro(parts, first, second);
    case "revoke-pro":
      return revokePro(parts, first);
    case "make-admin":
      return makeAdmin(parts, first);
    case "confirm-email":
      return confirmEmailOf(parts, first);
    case "list-payments":
      return listPayments(parts, since);
    case "rotate-keys":
      return rotateKeys(parts);
    case "verify-audit":
      return verifyAuditLog(parts, head);
    case "open-incident":
      return openIncidentByHand(parts, incident);
    case "update-incident":
      return updateIncidentByHand(parts, first, incident);
    case "close-incident":
      return closeIncidentByHand(parts, first, incident);
  }
}

async function onStorage(work: (parts: OperatorParts) => Promise<string>): Promise<string> {
  const config = readConfig();
  const unlock = config.database ? undefined : await lockDataDir(config.dataDir);
  try {
    const database = await openDatabase(config, () => undefined);
    try {
      await requireMode(database, config.mode);
      const keyRing = config.credentialsKeys ?? sandboxKeyRing(config.dataDir);
      return await work({ database, clock: systemClock, keyRing });
    } finally {
      await database.close();
    }
  } finally {
    unlock?.();
  }
}

/** Returns what a failed command says to the operator. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof WrongModeError) return error.message;
  if (error instanceof ConfigError) return `Bad settings. ${error.message}`;
  if (error instanceof DataDirInUseError) {
    return (
      "The server has the embedded database open, and that serves one process at a time. " +
      "Stop the server, run this again, and start it; with DATABASE_URL both work side by side."
    );
  }
  if (isStorageFailure(error)) return `The database can't be reached: ${error instanceof Error ? error.message : ""}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
