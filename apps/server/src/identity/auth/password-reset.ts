/**
 * Lets users who forgot their password set a new one by mail (OWASP, Forgot Password; docs/security.md, Sources).
 * Nothing in a response, its time included, reveals whether an e-mail has an account.
 */
import {
  PASSWORD_RESET_MINUTES,
  type PasswordResetConfirmPayload,
  type PasswordResetPayload,
} from "@chartrelay/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Outbox } from "../../messaging/index.ts";
import { passwordChangedMail, passwordResetMail } from "../../messaging/mail/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { passwordResets } from "../../platform/db/schema.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { Problem, tooManyAttempts } from "../../platform/http/problem.ts";
import type { Bus } from "../../platform/pubsub.ts";
import { refuseCommonPassword } from "../../platform/security/common-passwords.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { Throttle, ThrottleRule } from "../../platform/security/throttle.ts";
import { hashToken, newToken } from "../../platform/security/tokens.ts";
import { recordAudit } from "../audit/index.ts";
import type { BehindAnswers } from "./behind-answers.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import { askerOf } from "./places.ts";
import { mailboxOf } from "./signup-limits.ts";
import {
  confirmEmail,
  deleteAllSessions,
  deleteLinksAndCodes,
  findLogin,
  SESSIONS_ENDED,
  setPasswordHash,
  type StoredUser,
} from "./store.ts";

const MINUTE_MS = 60_000;
/** Limit per client address; a client that exceeds it gets an error. */
const REQUESTS: ThrottleRule = {
  freeTries: 20,
  firstWaitMs: MINUTE_MS,
  longestWaitMs: 60 * MINUTE_MS,
  forgetAfterMs: 60 * MINUTE_MS,
};
/** Limit per mailbox, no matter who asks; mails beyond it are dropped silently. */
const MAILS: ThrottleRule = {
  freeTries: 3,
  firstWaitMs: 10 * MINUTE_MS,
  longestWaitMs: 60 * MINUTE_MS,
  forgetAfterMs: 60 * MINUTE_MS,
};

export interface PasswordReset {
  /**
   * Sends a link to the mailbox, if it belongs to a user. Settles before that is known.
   * @throws {Problem} too_many_attempts for an address that asks too often.
   */
  request(payload: PasswordResetPayload, origin: Origin): Promise<void>;
  /**
   * Sends the link to the owner of an address that somebody signed up with and nobody has confirmed: setting a password
   * with it makes the user theirs. Does nothing for any other address.
   */
  offerClaim(email: string, origin: Origin): Promise<void>;
  /**
   * Sets the new password and ends all of the user's sessions. It signs nobody in, so a second factor is still
   * required. It also confirms the address; a user whose address wasn't confirmed before loses keys and chats.
   * @throws {Problem} validation_failed on `newPassword` for a common one; reset_link_ended for a token that was used,
   * replaced, or has expired.
   */
  confirm(payload: PasswordResetConfirmPayload, origin: Origin): Promise<void>;
}

export interface PasswordResetParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly secretBox: SecretBox;
  /** Begins every token: the name of a cell, or empty in the first one. */
  readonly idPrefix: string;
  readonly throttle: Throttle;
  readonly loginThrottle: Pick<LoginThrottle, "forgive">;
  readonly outbox: Pick<Outbox, "put">;
  /** Clears, within the transaction, everything that a user with an unconfirmed address holds. */
  readonly forgetHolder: (tx: Orm, userId: string, at: Date) => Promise<void>;
  readonly bus: Bus;
  readonly behindAnswers: Pick<BehindAnswers, "put">;
}

export function createPasswordReset(parts: PasswordResetParts): PasswordReset {
  const { clock, passwords, secretBox, throttle, loginThrottle, outbox, bus } = parts;
  const { orm } = parts.database;

  /** Does everything that differs between an e-mail with an account and one without. */
  async function sendLink(email: string, origin: Origin): Promise<void> {
    const allowed = await throttle.take([{ subject: `reset mails to ${mailboxOf(email)}`, rule: MAILS }]);
    const found = allowed.kind === "taken" && (await findLogin(orm, email));
    if (found) await mailLink(found.user, origin);
  }

  async function mailLink(user: StoredUser, { address, agent }: Origin): Promise<void> {
    const at = new Date(clock.nowMs());
    const expiresAt = new Date(at.getTime() + PASSWORD_RESET_MINUTES * MINUTE_MS);
    const { token, tokenHash } = newToken(parts.idPrefix);
    await orm.transaction(async (tx) => {
      await putReset(tx, { userId: user.id, tokenHash, expiresAt });
      await recordAudit(tx, {
        at,
        userId: user.id,
        actor: user.id,
        action: "password_reset_requested",
        address,
        agent,
      });
      await outbox.put(tx, [passwordResetMail(user, token, expiresAt, secretBox)]);
    });
  }

  return {
    async request({ email }, origin) {
      const taken = await throttle.take([{ subject: `resets from ${askerOf(origin.address)}`, rule: REQUESTS }]);
      if (taken.kind === "held-up") throw tooManyAttempts(taken.waitMs);
      parts.behindAnswers.put(() => sendLink(email, origin));
    },

    async offerClaim(email, origin) {
      const found = await findLogin(orm, email);
      if (found && found.user.emailConfirmedAt === null) await sendLink(email, origin);
    },

    async confirm({ token, newPassword }, { address, agent }) {
      refuseCommonPassword(newPassword, "newPassword");
      const tokenHash = hashToken(token);
      const ended = () => new Problem("reset_link_ended");
      // Looked up before hashing: otherwise each made-up token in a flood would cost us a password hash.
      if (!(await findReset(orm, tokenHash, new Date(clock.nowMs())))) throw ended();
      const passwordHash = await passwords.hash(newPassword);
      const at = new Date(clock.nowMs());
      const user = await orm.transaction(async (tx) => {
        const userId = await takeReset(tx, tokenHash, at);
        const isTakeover = userId !== undefined && (await confirmEmail(tx, userId, at));
        if (isTakeover) await parts.forgetHolder(tx, userId, at);
        const changed = userId !== undefined && (await setPasswordHash(tx, userId, passwordHash));
        if (!changed) throw ended();
        await deleteAllSessions(tx, changed.id);
        await deleteLinksAndCodes(tx, changed.id);
        const audited = { at, userId, actor: userId, address, agent };
        if (isTakeover) await recordAudit(tx, { ...audited, action: "taken_over" });
        await recordAudit(tx, { ...audited, action: "password_reset" });
        await outbox.put(tx, passwordChangedMail(changed, at));
        return changed;
      });
      bus.publish(SESSIONS_ENDED, user.id);
      await loginThrottle.forgive(user.email, address);
    },
  };
}

export interface StoredReset {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores a user's link, replacing any older one. */
async function putReset(orm: Orm, { userId, tokenHash, expiresAt }: StoredReset): Promise<void> {
  await orm
    .insert(passwordResets)
    .values({ userId, tokenHash, expiresAt })
    .onConflictDoUpdate({ target: passwordResets.userId, set: { tokenHash, expiresAt } });
}

/** Returns whether a link still works. */
async function findReset(orm: Orm, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return rows.length > 0;
}

/** Uses up a link and returns its user's id; undefined when it no longer works, or another request was faster. */
async function takeReset(orm: Orm, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const rows = await orm
    .delete(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .returning({ userId: passwordResets.userId });
  return rows[0]?.userId;
}
