import type { Config } from "../../config.ts";
import type { Database } from "./database.ts";

/**
 * Opens the storage named in the settings and migrates it. The embedded database serves one process only: the caller
 * must hold the data directory's lock.
 */
export async function openDatabase(
  { database, dataDir }: Pick<Config, "database" | "dataDir">,
  onConnectionError: (error: Error) => void,
): Promise<Database> {
  // Loaded only if needed: each brings megabytes of code.
  if (database) {
    const { openPostgres } = await import("./postgres.ts");
    return await openPostgres({ ...database, onConnectionError });
  }
  const { openPglite } = await import("./pglite.ts");
  return await openPglite(`${dataDir}/db`);
}
