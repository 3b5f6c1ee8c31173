/**
 * What somebody keeps who signed up with an address that wasn't theirs: nothing, from the moment when its owner proves it.
 * Sessions end with the password; this is the rest. Orders, alerts, payments and what was paid for stay with the user, and so
 * do the proofs of what was agreed to, which count no more.
 */
import { eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { emailConfirmations, knownPlaces, recoveryCodes, secondFactors, users } from "../../platform/db/schema.ts";
import { deleteAccountsOf } from "../../accounts/index.ts";

/**
 * Removes a user's accounts with their keys, chats, second factor and known places, the name and what was chosen. Documents
 * that were agreed to before `at` count no more. Within a transaction.
 */
export async function forgetHolder(tx: Orm, userId: string, at: Date): Promise<void> {
  await deleteAccountsOf(tx, userId);
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
  await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
  await tx
    .update(users)
    .set({
      takenOverAt: at,
      fullName: "",
      telegram: null,
      telegramUserId: null,
      telegramChatId: null,
      utmSource: null,
      notifications: "all",
    })
    .where(eq(users.id, userId));
}
