/**
 * Confirms that a user reads the mail of the address that they signed up with. The mailed link works only in that
 * user's session: if somebody else typed the address, its owner can't confirm it for them with a careless click.
 */
import { EMAIL_CONFIRMATION_HOURS, type EmailConfirmationPayload, type User } from "@chartrelay/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { emailConfirmations } from "../../platform/db/schema.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { Problem, tooManyRequests } from "../../platform/http/problem.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { Taken, Throttle, ThrottleRule } from "../../platform/security/throttle.ts";
import { hashToken, newToken } from "../../platform/security/tokens.ts";
import { recordAudit } from "../audit/index.ts";
import { emailConfirmationMail, welcomeMail } from "../../messaging/mail/index.ts";
import type { Outbox } from "../../messaging/index.ts";
import { mailboxOf } from "./signup-limits.ts";
import { presentUser, type SignedInUser } from "./signed-in-user.ts";
import { confirmEmail, type StoredUser } from "./store.ts";

const HOUR_MS = 3_600_000;
/** Limit on mails to an unconfirmed mailbox, the welcome mail included. */
const MAILS: ThrottleRule = {
  freeTries: 3,
  firstWaitMs: HOUR_MS / 6,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};

export interface EmailConfirmation {
  /** Checks whether one more such mail may go to an address's mailbox, and counts it. */
  mayMail(email: string): Promise<Taken>;
  /** Puts the welcome mail, with the link, into the outbox, in the transaction that stores the user. */
  welcome(tx: Orm, user: StoredUser): Promise<void>;
  /**
   * Sends another link, which replaces the older one. Does nothing once the address is confirmed.
   * @throws {Problem} too_many_requests when the mailbox has had too many of them.
   */
  resend(user: SignedInUser): Promise<void>;
  /**
   * Confirms the signed-in user's address, and returns the user. Does nothing if it is already confirmed.
   * @throws {Problem} confirmation_link_ended for a token that is another user's, was replaced, or has expired.
   */
  confirm(user: SignedInUser, payload: EmailConfirmationPayload, origin: Origin): Promise<User>;
}

export interface EmailConfirmationParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly secretBox: SecretBox;
  readonly throttle: Throttle;
  readonly outbox: Pick<Outbox, "put">;
}

export function createEmailConfirmation(parts: EmailConfirmationParts): EmailConfirmation {
  const { clock, secretBox, throttle, outbox } = parts;
  const { orm } = parts.database;

  /** Stores a new link, replacing any older one. */
  async function putLink(tx: Orm, userId: string) {
    const { token, tokenHash } = newToken();
    const expiresAt = new Date(clock.nowMs() + EMAIL_CONFIRMATION_HOURS * HOUR_MS);
    await tx
      .insert(emailConfirmations)
      .values({ userId, tokenHash, expiresAt })
      .onConflictDoUpdate({ target: emailConfirmations.userId, set: { tokenHash, expiresAt } });
    return { token, expiresAt };
  }

  const mayMail: EmailConfirmation["mayMail"] = (email) =>
    throttle.take([{ subject: `confirmation mails to ${mailboxOf(email)}`, rule: MAILS }]);

  return {
    mayMail,

    async welcome(tx, user) {
      const { token } = await putLink(tx, user.id);
      await outbox.put(tx, [welcomeMail(user, token, secretBox)]);
    },

    async resend(user) {
      if (user.emailConfirmedAt) return;
      const taken = await mayMail(user.email);
      if (taken.kind === "held-up") throw tooManyRequests(taken.waitMs);
      await orm.transaction(async (tx) => {
        const { token, expiresAt } = await putLink(tx, user.id);
        await outbox.put(tx, [emailConfirmationMail(user, token, expiresAt, secretBox)]);
      });
    },

    async confirm(user, { token }, origin) {
      const { id: userId } = user;
      if (user.emailConfirmedAt) return presentUser(user);
      const at = new Date(clock.nowMs());
      await orm.transaction(async (tx) => {
        const taken = await tx
          .delete(emailConfirmations)
          .where(
            and(
              eq(emailConfirmations.userId, userId),
              eq(emailConfirmations.tokenHash, hashToken(token)),
              gt(emailConfirmations.expiresAt, at),
            ),
          )
          .returning({ userId: emailConfirmations.userId });
        if (taken.length === 0) throw new Problem("confirmation_link_ended");
        await confirmEmail(tx, userId, at);
        await recordAudit(tx, { at, userId, actor: userId, action: "email_confirmed", ...origin });
      });
      return presentUser({ ...user, emailConfirmedAt: at });
    },
  };
}

/** Guards what only the owner of the address may have. @throws {Problem} email_unconfirmed. */
export function requireConfirmedEmail({ emailConfirmedAt }: Pick<StoredUser, "emailConfirmedAt">): void {
  if (emailConfirmedAt === null) throw new Problem("email_unconfirmed");
}
