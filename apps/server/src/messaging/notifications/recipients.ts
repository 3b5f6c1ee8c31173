/** Where to notify a user of things that don't concern a single account. */
import type { Language, Notifications } from "@chartrelay/contract";
import { and, inArray, isNotNull } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { accounts, users } from "../../platform/db/schema.ts";

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly fullName: string;
  readonly language: Language;
  readonly notifications: Notifications;
  /** Private chats only: a group has other readers. */
  readonly chats: readonly string[];
}

/**
 * Returns the existing users among `userIds`, each with the chat that they proved to be theirs, else those of their
 * accounts.
 */
export async function recipientsOf(orm: Orm, userIds: readonly string[]): Promise<Map<string, Recipient>> {
  if (userIds.length === 0) return new Map();
  const found = await orm
    .select({
      id: users.id,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      fullName: users.fullName,
      language: users.language,
      notifications: users.notifications,
      own: users.telegramChatId,
    })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  const linked = await orm
    .select({ userId: accounts.userId, chat: accounts.telegramChatId })
    .from(accounts)
    .where(and(inArray(accounts.userId, [...userIds]), isNotNull(accounts.telegramChatId)));
  const chatsOf = Map.groupBy(linked, ({ userId }) => userId);
  return new Map(
    found.map(({ own, language, notifications, ...user }) => {
      const ofAccounts = (chatsOf.get(user.id) ?? [])
        .map(({ chat }) => chat ?? "")
        .filter((chat) => /^\d+$/.test(chat));
      const chats = own === null ? [...new Set(ofAccounts)] : [own];
      const chosen = { language: language as Language, notifications: notifications as Notifications };
      return [user.id, { ...user, ...chosen, chats }];
    }),
  );
}

/** How important a notification is. Security notices ignore the user's choice; auth and mail send them themselves. */
export type Weight = "routine" | "failure";

/** Whether a user with this choice wants to be notified. */
export function isWanted(chosen: Notifications, weight: Weight): boolean {
  return chosen === "all" || (chosen === "failures" && weight === "failure");
}
