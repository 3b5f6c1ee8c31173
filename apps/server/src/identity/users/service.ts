import {
  type InfoPayload,
  infoPayload,
  type Language,
  type Notifications,
  type PasswordPayload,
  passwordPayload,
  type SettingsPayload,
  settingsPayload,
  type User,
  user,
} from "@chartrelay/contract";
import { arrayContains, eq } from "drizzle-orm";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Outbox } from "../../messaging/index.ts";
import { passwordChangedMail } from "../../messaging/mail/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema.ts";
import { type Origin, originOf } from "../../platform/http/origin.ts";
import { fieldProblem, tooManyAttempts } from "../../platform/http/problem.ts";
import type { Bus } from "../../platform/pubsub.ts";
import { refuseCommonPassword } from "../../platform/security/common-passwords.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import type { Throttle, ThrottleRule } from "../../platform/security/throttle.ts";
import { recordAudit } from "../audit/index.ts";
import {
  deleteLinksAndCodes,
  deleteOtherSessions,
  findLogin,
  type Guards,
  presentUser,
  replacePasswordHash,
  SESSIONS_ENDED,
  type SignedInUser,
  type StoredUser,
  userColumns,
} from "../auth/index.ts";

export interface Users {
  /**
   * Sets a new password and ends all of the user's sessions except the current one.
   * @throws {Problem} validation_failed on `password` if it isn't the current one, on `newPassword` for a common one;
   * too_many_attempts after too many wrong ones.
   */
  changePassword(user: SignedInUser, payload: PasswordPayload, origin: Origin): Promise<User>;
  /**
   * Changes full name and Telegram. Omitted fields stay as they are, an empty Telegram is removed, and an empty name is
   * ignored: the form has no rules, but a user always has the name that sign-up requires.
   */
  changeInfo(user: SignedInUser, payload: InfoPayload): Promise<User>;
  /** Changes which notifications the user gets, and their language. Omitted fields stay as they are. */
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

/** Keeps somebody who found an open session from guessing the password through it. */
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

/** Changes only the given fields. */
async function updateUser(
  orm: Orm,
  userId: string,
  change: { fullName?: string; telegram?: string | null; language?: Language; notifications?: Notifications },
): Promise<StoredUser | undefined> {
  const rows = await orm.update(users).set(change).where(eq(users.id, userId)).returning(userColumns);
  return rows[0] as StoredUser | undefined;
}

/** Returns the e-mail addresses of all admins. */
export async function adminEmails(orm: Orm): Promise<string[]> {
  const rows = await orm
    .select({ email: users.email })
    .from(users)
    .where(arrayContains(users.roles, ["ADMIN"]));
  return rows.map(({ email }) => email);
}

const tags = ["users"];
const response = { 200: user };

export function userRoutes(users: Users, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/users/me",
      { onRequest: requireUser, schema: { tags, summary: "The current user", response } },
      async (request) => presentUser(request.user),
    );

    app.post(
      "/users/password",
      {
        onRequest: requireUser,
        schema: { tags, summary: "Change the password; ends all other sessions", body: passwordPayload, response },
      },
      async (request) => users.changePassword(request.user, request.body, originOf(request)),
    );

    app.post(
      "/users/info",
      { onRequest: requireUser, schema: { tags, summary: "Change the personal data", body: infoPayload, response } },
      async (request) => users.changeInfo(request.user, request.body),
    );

    app.post(
      "/users/settings",
      {
        onRequest: requireUser,
        schema: {
          tags,
          summary: "Choose which notifications to get, and in which language",
          body: settingsPayload,
          response,
        },
      },
      async (request) => users.changeSettings(request.user, request.body),
    );
  };
}
