/** Which chat an account notifies, as the bot changes it. */
import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Database, Orm } from "../platform/db/database.ts";
import { accounts, users } from "../platform/db/schema.ts";
import { notifyChanged } from "./store.ts";

/**
 * Links a chat to one of a user's accounts, or to all that have none. Call within a transaction.
 * @returns how many accounts were linked.
 */
export async function linkChat(
  orm: Orm,
  { userId, accountId, chatId }: { userId: string; accountId: string | null; chatId: string },
): Promise<number> {
  const which = accountId === null ? isNull(accounts.telegramChatId) : eq(accounts.id, accountId);
  const linked = await orm
    .update(accounts)
    .set({ telegramChatId: chatId })
    .where(and(eq(accounts.userId, userId), which))
    .returning({ id: accounts.id });
  await notifyChanged(orm, linked);
  return linked.length;
}

/** Returns the users whose accounts notify a chat. */
export async function usersOfChat(orm: Orm, chatId: string): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ id: users.id })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(sql`coalesce(${accounts.telegramChatId}, ${users.telegramChatId}) = ${chatId}`);
  return rows.map(({ id }) => id);
}

/** Makes a chat the default for a user's accounts without a chat of their own. Call within a transaction. */
export async function keepOwnChat(orm: Orm, userId: string, chatId: string): Promise<void> {
  await orm.update(users).set({ telegramChatId: chatId }).where(eq(users.id, userId));
  const changed = await orm
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), isNull(accounts.telegramChatId)));
  await notifyChanged(orm, changed);
}

/**
 * Stops a user's accounts from notifying the user's default chat. The user's other accounts without a chat keep it as
 * their own, and the user has no default chat from then on. Call within a transaction.
 */
export async function leaveChat(orm: Orm, userId: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const [user] = await orm.select({ chat: users.telegramChatId }).from(users).where(eq(users.id, userId));
  if (!user || user.chat === null) return;
  const kept = await orm
    .update(accounts)
    .set({ telegramChatId: user.chat })
    .where(and(eq(accounts.userId, userId), isNull(accounts.telegramChatId), notInArray(accounts.id, [...accountIds])))
    .returning({ id: accounts.id });
  await notifyChanged(orm, kept);
  await orm.update(users).set({ telegramChatId: null }).where(eq(users.id, userId));
}

/** Returns a function that moves a group's accounts to the id of the supergroup that the group has become. */
export function createChatMoves({ orm }: Pick<Database, "orm">): (from: string, to: string) => Promise<void> {
  return async (from, to) => {
    await orm.transaction(async (tx) => {
      const moved = await tx
        .update(accounts)
        .set({ telegramChatId: to })
        .where(eq(accounts.telegramChatId, from))
        .returning({ id: accounts.id });
      await notifyChanged(tx, moved);
    });
  };
}
