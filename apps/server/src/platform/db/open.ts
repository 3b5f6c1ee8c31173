import type { Config } from "../../config.ts";
import type { Database } from "./database.ts";

/**
 * Opens the storage that the settings name and brings its tables up to date. The embedded one serves one process: the caller
 * holds the data directory's lock.
 */
export async function openDatabase(
  { database, dataDir }: Pick<Config, "database" | "dataDir">,
  onConnectionError: (error: Error) => void,
): Promise<Database> {
  // Loaded only where it is wanted: each brings megabytes of code with it.
  if (database) {
    const { openPostgres } = await import("./postgres.ts");
    return await openPostgres({ ...database, onConnectionError });
  }
  const { openPglite } = await import("./pglite.ts");
  return await openPglite(`${dataDir}/db`);
}
