/**
 * Links chats with a one-time code, which is created for a signed-in user and redeemed at the bot by anyone who has it.
 */
import type { TelegramLink } from "@chartrelay/contract";
import { and, eq, exists, gt, isNull, lte, or } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { sessions, telegramCodes, users } from "../../platform/db/schema.ts";
import { fieldProblem, Problem } from "../../platform/http/problem.ts";
import { hashToken, newToken } from "../../platform/security/tokens.ts";
import { findAccount, keepOwnChat, linkChat } from "../../accounts/index.ts";
import { recordAudit } from "../../identity/audit/index.ts";
import { telegramLinkedMail } from "../mail/index.ts";
import type { Outbox } from "../index.ts";
import {
  holdSession,
  isWithin,
  requireConfirmedEmail,
  requireRecentSignIn,
  sessionLimits,
  userColumns,
  type StoredUser,
  type SignedInUser,
} from "../../identity/auth/index.ts";
import { USER_ACCOUNTS_CHANGED } from "../../accounts/index.ts";
import type { Bus } from "../../platform/pubsub.ts";

const CODE_LIFE_MS = 15 * 60_000;

export interface LinksParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly outbox: Pick<Outbox, "put">;
  /** Returns the bot's URL without the code; undefined if there is no bot. */
  readonly botAddress: () => Promise<string | undefined>;
  readonly bus: Bus;
}

/** Who redeems a code, and where. */
export interface Bearer {
  readonly chatId: string;
  readonly isPrivate: boolean;
  /** Undefined for somebody who writes on behalf of a group. */
  readonly personId: string | undefined;
}

export interface Links {
  /**
   * Creates a code for one account, or for all of the user's accounts that have no chat yet. It replaces an earlier
   * code, and ends with the requesting session, with a password change and with a password reset.
   * @throws {Problem} email_unconfirmed, recent_sign_in_required, telegram_off without a bot, validation_failed on `id`
   * for an account that isn't the user's, unauthorized if the session has ended meanwhile.
   */
  create(user: SignedInUser, accountId: string | undefined): Promise<TelegramLink>;
  /**
   * Redeems a code: links the chat and the person who redeems it. The code is invalid afterwards.
   * @returns how many accounts send to this chat from now on; undefined for a code that is unknown, used or expired.
   */
  redeem(code: string, bearer: Bearer): Promise<number | undefined>;
}

export function createLinks({ database: { orm }, clock, outbox, botAddress, bus }: LinksParts): Links {
  return {
    async create(user, named) {
      requireConfirmedEmail(user);
      requireRecentSignIn(user, clock.nowMs());
      const { id: userId, sessionHash } = user;
      const address = await botAddress();
      if (address === undefined) throw new Problem("telegram_off");
      const { token: code, tokenHash: codeHash } = newToken();
      const now = new Date(clock.nowMs());
      const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
      await orm.transaction(async (tx) => {
        if (!(await holdSession(tx, sessionHash))) throw new Problem("unauthorized");
        const accountId = named === undefined ? undefined : (await findAccount(tx, userId, named))?.id;
        if (accountId === undefined && named !== undefined) throw fieldProblem({ id: "unknown_entry" });
        const same = accountId === undefined ? isNull(telegramCodes.accountId) : eq(telegramCodes.accountId, accountId);
        await tx
          .delete(telegramCodes)
          .where(or(and(eq(telegramCodes.userId, userId), same), lte(telegramCodes.expiresAt, now)));
        await tx
          .insert(telegramCodes)
          .values({ codeHash, userId, sessionHash, accountId: accountId ?? null, expiresAt });
      });
      return { url: `${address}?start=${code}`, code, expiresAt: expiresAt.toISOString() };
    },

    async redeem(code, bearer) {
      const now = new Date(clock.nowMs());
      const done = await orm.transaction(async (tx) => {
        const redeemed = await redeem(tx, code, bearer, now);
        if (redeemed) await outbox.put(tx, telegramLinkedMail(redeemed.user, now));
        return redeemed;
      });
      if (done) bus.publish(USER_ACCOUNTS_CHANGED, done.user.id);
      return done?.linked;
    },
  };
}

async function redeem(tx: Orm, code: string, { chatId, isPrivate, personId }: Bearer, now: Date) {
  const session = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, telegramCodes.sessionHash), isWithin(sessionLimits(now.getTime()))));
  // Deleting the code redeems it: a concurrent second attempt finds nothing.
  const [redeemed] = await tx
    .delete(telegramCodes)
    .where(and(eq(telegramCodes.codeHash, hashToken(code)), gt(telegramCodes.expiresAt, now), exists(session)))
    .returning({ userId: telegramCodes.userId, accountId: telegramCodes.accountId });
  if (!redeemed) return undefined;
  const { userId, accountId } = redeemed;
  const linked = await linkChat(tx, { userId, accountId, chatId });
  if (personId !== undefined) await tx.update(users).set({ telegramUserId: personId }).where(eq(users.id, userId));
  if (isPrivate) await keepOwnChat(tx, userId, chatId);
  await recordAudit(tx, {
    at: now,
    userId,
    actor: userId,
    action: "telegram_linked",
    ...(accountId !== null && { subject: accountId }),
    details: { chat: chatId },
  });
  const [user] = await tx.select(userColumns).from(users).where(eq(users.id, userId));
  return user && { user: user as StoredUser, linked };
}
