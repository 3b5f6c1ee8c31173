/**
 * A database belongs to one mode for good: a sandbox has users with published passwords, a live database has real keys.
 */
import type { Config } from "../../config.ts";
import type { Database } from "./database.ts";
import { deployment } from "./schema.ts";

type Mode = Config["mode"];

/** The database belongs to the other mode. The message says what the operator should do. */
export class WrongModeError extends Error {
  override readonly name = "WrongModeError";

  constructor(mode: Mode) {
    super(WHAT_TO_DO[mode]);
  }
}

/** What to do, by the mode that the database belongs to. */
const WHAT_TO_DO: Readonly<Record<Mode, string>> = {
  sandbox:
    "This database belongs to a sandbox: it has demo users with published passwords and PRO that nobody paid for. " +
    "Set MODE=sandbox, or give live mode an empty database by another DATABASE_URL or DATA_DIR",
  live:
    "This database belongs to a live service. " +
    "Set MODE=live, or give the sandbox a database of its own by another DATABASE_URL or DATA_DIR",
};

/**
 * Marks a new database with the mode of its first start. Nodes that start at the same time agree on one mode.
 * @throws {WrongModeError} if it was first started in the other mode.
 */
export async function claimDatabase(database: Pick<Database, "orm">, mode: Mode): Promise<void> {
  await database.orm.insert(deployment).values({ mode }).onConflictDoNothing();
  await requireMode(database, mode);
}

/**
 * Checks the mark without setting it, for tools that run beside the server.
 * @throws {WrongModeError} if the database was first started in the other mode.
 */
export async function requireMode({ orm }: Pick<Database, "orm">, mode: Mode): Promise<void> {
  const [mark] = await orm.select({ mode: deployment.mode }).from(deployment);
  if (mark && mark.mode !== mode) throw new WrongModeError(mark.mode);
}
