import type { InfoPayload, PasswordPayload, User } from "@chartrelay/contract";
import type { Database } from "../../platform/db/database.ts";
import { fieldProblem } from "../../platform/http/problem.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import { deleteOtherSessions, findLogin, presentUser, replacePasswordHash, type SignedInUser } from "../auth/index.ts";
import { updatePersonalData } from "./store.ts";

export interface Users {
  /**
   * Sets a new password and ends every other session of the user; the one that asks goes on.
   * @throws {Problem} validation_failed on `password` when the current one is another.
   */
  changePassword(user: SignedInUser, payload: PasswordPayload): Promise<User>;
  /**
   * Changes full name and Telegram. What is left out stays as it is, an empty Telegram is removed, and an empty name stays:
   * the form has no rules, but a user always has the name that signing up requires.
   */
  changeInfo(user: SignedInUser, payload: InfoPayload): Promise<User>;
}

export interface UsersParts {
  readonly database: Pick<Database, "orm">;
  readonly passwords: Passwords;
}

export function createUsers({ database: { orm }, passwords }: UsersParts): Users {
  return {
    async changePassword(user, { password, newPassword }) {
      const stored = (await findLogin(orm, user.email))?.passwordHash;
      if (!stored || !(await passwords.verify(stored, password))) throw fieldProblem({ password: "wrong_password" });
      const next = await passwords.hash(newPassword);
      await orm.transaction(async (tx) => {
        const isStillCurrent = await replacePasswordHash(tx, user.id, stored, next);
        if (!isStillCurrent) throw fieldProblem({ password: "wrong_password" });
        await deleteOtherSessions(tx, user.id, user.sessionHash);
      });
      return presentUser(user);
    },

    async changeInfo(user, { fullName, telegram }) {
      const change = {
        ...(fullName && { fullName }),
        ...(telegram !== undefined && { telegram: telegram || null }),
      };
      if (Object.keys(change).length === 0) return presentUser(user);
      return presentUser((await updatePersonalData(orm, user.id, change)) ?? user);
    },
  };
}
