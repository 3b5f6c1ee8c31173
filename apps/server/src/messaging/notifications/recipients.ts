/** Where a user is told what concerns no single account. */
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
  /** Private chats only: a group has readers whom it doesn't concern. */
  readonly chats: readonly string[];
}

/** The users among `userIds` that still exist: with the chat that they proved to be theirs, else those of their accounts. */
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

/** How much something matters. Matters of security are told whatever is chosen, by those whom they concern: auth, mail. */
export type Weight = "routine" | "failure";

/** Whether a user who has chosen so wants to be told. */
export function isWanted(chosen: Notifications, weight: Weight): boolean {
  return chosen === "all" || (chosen === "failures" && weight === "failure");
}
