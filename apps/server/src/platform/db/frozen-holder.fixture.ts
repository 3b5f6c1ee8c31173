/** A process that holds a lock on a session of its own, for a test that freezes it. Its argument: the database's address. */
import { setTimeout as delay } from "node:timers/promises";
import { openPostgres } from "./postgres.ts";

const LONGEST_S = 60;
const [url = ""] = process.argv.slice(2);
const database = await openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
const session = await database.openSession();
await session.query("select pg_advisory_lock(1, 1)");
// The answer to a query is as close as anything comes to the first moment after a freeze.
while (session.isSurelyAlive() && process.uptime() < LONGEST_S) {
  process.send?.("held");
  await delay(10);
  // A connection that was being opened has timed out meanwhile.
  await database.query("select").catch(() => undefined);
}
process.send?.("lost");
await session.ended;
process.send?.("ended");
await database.close();
process.disconnect?.();
