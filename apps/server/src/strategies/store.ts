import { sql } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { sharedTopic, topic } from "../platform/pubsub.ts";

/** Carries the own ids of changed strategies; sent in the transaction that changes them. */
export const STRATEGIES_CHANGED = sharedTopic("strategies_changed");
/** A user's strategies have changed; published before the user who changed them gets the response. */
export const USER_STRATEGIES_CHANGED = topic<string>("strategies of a user changed");

/** Notifies all nodes of a changed strategy once the caller's transaction commits, and never if it doesn't. */
export async function notifyStrategyChanged(orm: Orm, id: string): Promise<void> {
  await orm.execute(sql`select pg_notify(${STRATEGIES_CHANGED.name}, ${id})`);
}
