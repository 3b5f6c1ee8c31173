import type { InfoPayload, PasswordPayload, SettingsPayload, User } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { fieldProblem, tooManyAttempts } from "../../platform/http/problem.ts";
import { refuseCommonPassword } from "../../platform/security/common-passwords.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import type { Throttle, ThrottleRule } from "../../platform/security/throttle.ts";
import { recordAudit } from "../audit/index.ts";
import {
  deleteLinksAndCodes,
  deleteOtherSessions,
  findLogin,
  presentUser,
  replacePasswordHash,
  type SignedInUser,
} from "../auth/index.ts";
import { passwordChangedMail } from "../../messaging/mail/index.ts";
import type { Outbox } from "../../messaging/index.ts";
import { updateUser } from "./store.ts";
import type { Bus } from "../../platform/pubsub.ts";
import { SESSIONS_ENDED } from "../auth/index.ts";

export interface Users {
  /**
   * Sets a new password and ends every other session of the user; the one that asks goes on.
   * @throws {Problem} validation_failed on `password` when the current one is another, on `newPassword` for a common one; too_many_attempts when that was so too often.
   */
  changePassword(user: SignedInUser, payload: PasswordPayload, origin: Origin): Promise<User>;
  /**
   * Changes full name and Telegram. What is left out stays as it is, an empty Telegram is removed, and an empty name stays:
   * the form has no rules, but a user always has the name that signing up requires.
   */
  changeInfo(user: SignedInUser, payload: InfoPayload): Promise<User>;
  /** Changes what the user is told and in which language. What is left out stays as it is. */
  changeSettings(user: SignedInUser, payload: SettingsPayload): Promise<User>;
}

export interface UsersParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly outbox: Pick<Outbox, "put">;
  readonly bus: Bus;
}

/** Who found an open session may not guess the password through it. */
const CURRENT_PASSWORDS: ThrottleRule = {
  freeTries: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 3_600_000,
  forgetAfterMs: 86_400_000,
};

export function createUsers(parts: UsersParts): Users {
  const { clock, passwords, throttle, outbox, bus } = parts;
  const { orm } = parts.database;
  return {
    async changePassword(user, { password, newPassword }, origin) {
      refuseCommonPassword(newPassword, "newPassword");
      const guesses = { subject: `passwords of ${user.id}`, rule: CURRENT_PASSWORDS };
      const taken = await throttle.take([guesses]);
      if (taken.kind === "held-up") throw tooManyAttempts(taken.waitMs);
      const stored = (await findLogin(orm, user.email))?.passwordHash;
      if (!stored || !(await passwords.verify(stored, password))) throw fieldProblem({ password: "wrong_password" });
      const next = await passwords.hash(newPassword);
      await orm.transaction(async (tx) => {
        const isStillCurrent = await replacePasswordHash(tx, user.id, stored, next);
        if (!isStillCurrent) throw fieldProblem({ password: "wrong_password" });
        await deleteOtherSessions(tx, user.id, user.sessionHash);
        await deleteLinksAndCodes(tx, user.id);
        const at = new Date(clock.nowMs());
        await recordAudit(tx, { at, userId: user.id, actor: user.id, action: "password_changed", ...origin });
        await outbox.put(tx, passwordChangedMail(user, at));
      });
      bus.publish(SESSIONS_ENDED, user.id);
      await throttle.clear([guesses]);
      return presentUser(user);
    },

    async changeInfo(user, { fullName, telegram }) {
      const change = {
        ...(fullName && { fullName }),
        ...(telegram !== undefined && { telegram: telegram || null }),
      };
      if (Object.keys(change).length === 0) return presentUser(user);
      return presentUser((await updateUser(orm, user.id, change)) ?? user);
    },

    async changeSettings(user, { language, notifications }) {
      const change = { ...(language && { language }), ...(notifications && { notifications }) };
      if (Object.keys(change).length === 0) return presentUser(user);
      return presentUser((await updateUser(orm, user.id, change)) ?? user);
    },
  };
}
