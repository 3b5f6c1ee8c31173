import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { MIGRATIONS_DIR, type Database, type Queryable, type Session } from "./database.ts";

import { checkRoom, freeBytesAt, whileThereIsRoom } from "./room.ts";
import * as schema from "./schema.ts";

/**
 * Opens the embedded PostgreSQL in `directory` and migrates it. Only one process at a time may use it: the caller must
 * hold the data directory's lock. `freeBytes` returns the free space on its disk.
 * @throws if there is too little room, as every later call does.
 */
export async function openPglite(directory: string, freeBytes = () => freeBytesAt(directory)): Promise<Database> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  checkRoom(freeBytes);
  const client = whileThereIsRoom(await PGlite.create(directory, { relaxedDurability: false }), freeBytes);
  const orm = drizzle(client, { schema });
  await migrate(orm, { migrationsFolder: MIGRATIONS_DIR });
  const queryable: Queryable = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
  return {
    ...queryable,
    kind: "pglite",
    orm,
    journal: queryable,
    outbox: queryable,
    // One connection, which runs one query after another.
    pools: () => [{ name: "embedded", open: 1, idle: client.closed ? 0 : 1, waiting: 0 }],
    openSession: () => Promise.resolve(openSession(client, queryable)),
    close: () => client.close(),
  };
}

/** Opens a session on the only connection, so it ends only when it is closed. */
function openSession(client: PGlite, queryable: Queryable): Session {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const unlisteners: (() => Promise<void>)[] = [];
  return {
    ...queryable,
    listen: async (channel, handler) => {
      unlisteners.push(await client.listen(channel, handler));
    },
    isSurelyAlive: () => true,
    ended,
    close: async () => {
      end();
      if (!client.closed) await Promise.all(unlisteners.map((unlisten) => unlisten()));
    },
  };
}
