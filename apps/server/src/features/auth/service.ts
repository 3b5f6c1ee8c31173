import type { LoginPayload, Session, SignupPayload, User } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { fieldProblem, Problem } from "../../platform/http/problem.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import { hashToken, newToken } from "../../platform/security/tokens.ts";
import {
  deleteEndedSessions,
  deleteSession,
  findLogin,
  findSession,
  holdPasswordHash,
  insertSession,
  insertUser,
  replacePasswordHash,
  touchSession,
  type StoredUser,
} from "./store.ts";

const DAY_MS = 86_400_000;
/** Both limits are ours to set: ASVS 7.3 asks that there are two. */
export const SESSION_IDLE_LIMIT_MS = 7 * DAY_MS;
export const SESSION_ABSOLUTE_LIMIT_MS = 30 * DAY_MS;
/** How exactly a session's last use is known: a write for each request would buy nothing. */
const LAST_USE_PRECISION_MS = 600_000;

/** A user on whose behalf a request runs. */
export interface SignedInUser extends StoredUser {
  /** Names the session: the SHA-256 of its token. */
  readonly sessionHash: Buffer;
}

export interface Auth {
  /** @throws {Problem} validation_failed on `email` when it is taken. */
  signUp(payload: SignupPayload): Promise<Session>;
  /** @throws {Problem} invalid_login, the same for a wrong password and for an unknown e-mail. */
  logIn(payload: LoginPayload): Promise<Session>;
  /** The session's token is worth nothing from here on. */
  logOut(user: SignedInUser): Promise<void>;
  /** Whose token it is; undefined for one that is unknown, revoked or expired. */
  authenticate(token: string): Promise<SignedInUser | undefined>;
}

export interface AuthParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

export function createAuth({ database: { orm }, clock, passwords }: AuthParts): Auth {
  const limits = () => ({ now: new Date(clock.nowMs()), idleSince: new Date(clock.nowMs() - SESSION_IDLE_LIMIT_MS) });

  function newSession(userId: string) {
    const { token, tokenHash } = newToken();
    const createdAt = new Date(clock.nowMs());
    const expiresAt = new Date(createdAt.getTime() + SESSION_ABSOLUTE_LIMIT_MS);
    return { token, stored: { tokenHash, userId, createdAt, lastUsedAt: createdAt, expiresAt } };
  }

  return {
    async signUp({ email, fullName, password, utmSource }) {
      const passwordHash = await passwords.hash(password);
      const session = newSession(uuidv7());
      const { userId: id, createdAt } = session.stored;
      const user = await orm.transaction(async (tx) => {
        const row = {
          id,
          email,
          fullName,
          roles: ["USER"] as const,
          passwordHash,
          utmSource: utmSource || null,
          createdAt,
        };
        const inserted = await insertUser(tx, row);
        if (inserted) await insertSession(tx, session.stored);
        return inserted;
      });
      if (!user) throw fieldProblem({ email: "email_taken" });
      return { accessToken: session.token, user: presentUser(user) };
    },

    async logIn({ email, password }) {
      const found = await findLogin(orm, email);
      const matches = await passwords.verify(found?.passwordHash, password);
      if (!found || !matches) throw new Problem("invalid_login");
      const { user, passwordHash } = found;
      const session = newSession(user.id);
      await orm.transaction(async (tx) => {
        // A password change ends all sessions; one that began with the old password must not slip in behind it.
        if (!(await holdPasswordHash(tx, user.id, passwordHash))) throw new Problem("conflict");
        await deleteEndedSessions(tx, user.id, limits());
        await insertSession(tx, session.stored);
      });
      if (passwords.needsRehash(passwordHash)) {
        await replacePasswordHash(orm, user.id, passwordHash, await passwords.hash(password));
      }
      return { accessToken: session.token, user: presentUser(user) };
    },

    logOut: ({ sessionHash }) => deleteSession(orm, sessionHash),

    async authenticate(token) {
      const sessionHash = hashToken(token);
      const found = await findSession(orm, sessionHash, limits());
      if (!found) return undefined;
      const { now } = limits();
      if (now.getTime() - found.lastUsedAt.getTime() > LAST_USE_PRECISION_MS) await touchSession(orm, sessionHash, now);
      return { ...found.user, sessionHash };
    },
  };
}

/** A user as the API shows it. */
export function presentUser({ email, fullName, telegram, roles, hasBonus }: StoredUser): User {
  return { email, fullName, telegram, roles: [...roles], isHasBonus: hasBonus };
}
