/** Pauses and resumes accounts, one or all of a user's: docs/decisions/accounts.md. */
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { accounts, users } from "../platform/db/schema.ts";
import { ACCOUNTS_CHANGED, lockAccountsOf } from "./store.ts";

interface Pause {
  readonly userId: string;
  readonly isPaused: boolean;
  readonly at: Date;
}

/** Pauses or resumes a user's account. Call within a transaction. @returns whether that changed anything. */
export async function setPaused(orm: Orm, { accountId, ...pause }: Pause & { accountId: string }): Promise<boolean> {
  return (await change(orm, pause, eq(accounts.id, accountId), false)) > 0;
}

/**
 * Pauses or resumes all of a user's accounts. Resuming leaves those paused that were paused by themselves before; if
 * none was paused together with the others, it resumes all. Call within a transaction.
 * @returns how many accounts changed.
 */
export async function setAllPaused(orm: Orm, pause: Pause): Promise<number> {
  const { userId, isPaused } = pause;
  const others = sql`(select from ${accounts} other where other.user_id = ${userId} and other.is_paused_with_all)`;
  const which = isPaused ? undefined : or(accounts.isPausedWithAll, sql`not exists ${others}`);
  return await change(orm, pause, which, isPaused);
}

/** Changes those of a user's accounts that aren't yet as they should be, in one statement. */
async function change(
  orm: Orm,
  { userId, isPaused, at }: Pause,
  which: SQL | undefined,
  isPausedWithAll: boolean,
): Promise<number> {
  await lockAccountsOf(orm, userId);
  const changed = await orm
    .update(accounts)
    .set({ isPaused, isPausedWithAll })
    .where(and(eq(accounts.userId, userId), eq(accounts.isPaused, !isPaused), which))
    .returning({ id: accounts.id });
  if (changed.length === 0) return 0;
  await orm
    .select({ notified: sql`pg_notify(${ACCOUNTS_CHANGED.name}, ${accounts.id})` })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        changed.map(({ id }) => id),
      ),
    );
  await keepAllPausedAt(orm, userId, at);
  return changed.length;
}

/**
 * Stores since when all of a user's accounts have been paused. Call after each change to them, within its transaction.
 */
export async function keepAllPausedAt(orm: Orm, userId: string, at: Date): Promise<void> {
  const areAllPaused = sql`coalesce((select bool_and(is_paused) from ${accounts} where user_id = ${users.id}), false)`;
  await orm
    .update(users)
    .set({ allPausedAt: sql`case when ${users.allPausedAt} is null then ${at.toISOString()}::timestamptz end` })
    .where(and(eq(users.id, userId), sql`(${users.allPausedAt} is not null) <> ${areAllPaused}`));
}
