/** The embedded database's backup: a copy of its folder, while nothing runs on it. The caller holds DATA_DIR's lock. */
import { cpSync, existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../commands.ts";

/**
 * Copies the database, without the sandbox's keys beside it. A copy that was cut short keeps the ending `.partial`.
 * @throws {OperatorError} if there is no database.
 */
export function copyPglite(dataDir: string, to: string): string {
  const database = databaseIn(dataDir);
  if (!existsSync(database)) throw new OperatorError(`There is no database in ${resolve(dataDir)}`);
  cpSync(database, `${to}.partial`, { recursive: true, errorOnExist: true, force: false });
  renameSync(`${to}.partial`, to);
  return `Saved ${to}`;
}

/**
 * Puts a copy back.
 * @throws {OperatorError} if it isn't one, or DATA_DIR already has a database.
 */
export function putBackPglite(dataDir: string, from: string): void {
  if (!existsSync(join(from, "PG_VERSION"))) throw new OperatorError(`${from} is no copy of an embedded database`);
  const database = databaseIn(dataDir);
  if (existsSync(database)) {
    throw new OperatorError(`${resolve(database)} exists. Move it away first: a restore never overwrites a database`);
  }
  cpSync(from, `${database}.partial`, { recursive: true });
  renameSync(`${database}.partial`, database);
}

const databaseIn = (dataDir: string): string => join(dataDir, "db");
