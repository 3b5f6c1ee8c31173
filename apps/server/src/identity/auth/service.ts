import type {
  AuditAction,
  Language,
  LoginPayload,
  RecentSignInPayload,
  Session,
  SignupPayload,
} from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { fieldProblem, Problem } from "../../platform/http/problem.ts";
import { refuseCommonPassword } from "../../platform/security/common-passwords.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import type { Consents } from "../consents/index.ts";
import { hashToken, newToken } from "../../platform/security/tokens.ts";
import { recordAudit } from "../audit/index.ts";
import { newSignInMail } from "../../messaging/mail/index.ts";
import type { Outbox } from "../../messaging/index.ts";
import type { BehindAnswers } from "./behind-answers.ts";
import type { EmailConfirmation } from "./email-confirmation.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import type { PasswordReset } from "./password-reset.ts";
import { placeOf, rememberPlace } from "./places.ts";
import type { SignupLimits } from "./signup-limits.ts";
import {
  deleteEndedSessions,
  deleteSession,
  findLogin,
  findSession,
  findSessions,
  holdPasswordHash,
  insertSession,
  insertUser,
  replacePasswordHash,
  touchSession,
  type SessionLimits,
} from "./store.ts";
import type { Bus } from "../../platform/pubsub.ts";
import { SESSIONS_ENDED } from "./store.ts";
import { presentUser, type SignedInUser } from "./signed-in-user.ts";

const DAY_MS = 86_400_000;
/** ASVS 7.3 requires both limits, and leaves their values to us. */
export const SESSION_IDLE_LIMIT_MS = 7 * DAY_MS;
export const SESSION_ABSOLUTE_LIMIT_MS = 30 * DAY_MS;
/** Precision of a session's last use: a write for each request would buy nothing. */
const LAST_USE_PRECISION_MS = 600_000;

/** The second factor that a user can require on top of the password. */
export interface SecondFactor {
  /**
   * Checks the code. Does nothing if the user has no second factor.
   * @throws {Problem} second_factor_needed without a code, invalid_login with a wrong one.
   */
  demand(userId: string, code: string | undefined): Promise<void>;
  /**
   * Checks the password or, if a second factor is enabled, a code from it.
   * @throws {Problem} validation_failed on `password` or `code`; too_many_attempts.
   */
  proveEither(user: SignedInUser, proof: RecentSignInPayload): Promise<void>;
}

export interface Auth {
  /** @throws {Problem} validation_failed on `email` if taken, on `password` if common; too_many_requests. */
  signUp(payload: SignupPayload, origin: Origin, language: Language): Promise<Session>;
  /**
   * @throws {Problem} invalid_login or too_many_attempts, the same for a wrong password and for an unknown e-mail;
   * second_factor_needed once the password is right.
   */
  logIn(payload: LoginPayload, origin: Origin): Promise<Session>;
  /** Ends the session: its token no longer works. */
  logOut(user: SignedInUser, origin: Origin): Promise<void>;
  /** Returns the token's user; undefined for a token that is unknown, revoked or expired. */
  authenticate(token: string, origin: Origin): Promise<SignedInUser | undefined>;
  /** Returns when each of these sessions expires, without those that have ended. Keys are hashes in hex. */
  sessionEnds(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, number>>;
}

export interface AuthParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  /** Begins every token: the name of a cell, or empty in the first one. */
  readonly idPrefix: string;
  readonly passwords: Passwords;
  readonly signupLimits: SignupLimits;
  readonly loginThrottle: LoginThrottle;
  readonly secondFactor: SecondFactor;
  readonly behindAnswers: Pick<BehindAnswers, "put">;
  readonly passwordReset: Pick<PasswordReset, "offerClaim">;
  readonly emailConfirmation: Pick<EmailConfirmation, "mayMail" | "welcome">;
  readonly bus: Bus;
  /** Records which documents, by name, a new user accepted, and how. */
  readonly acceptDocuments: Consents["acceptNamed"];
  readonly outbox: Pick<Outbox, "put">;
}

export function createAuth(parts: AuthParts): Auth {
  const { clock, passwords, signupLimits, loginThrottle, secondFactor, outbox, bus, acceptDocuments } = parts;
  const { behindAnswers, passwordReset, emailConfirmation } = parts;
  const { orm } = parts.database;
  const limits = () => sessionLimits(clock.nowMs());
  const audited = (userId: string, action: AuditAction, origin: Origin) =>
    ({ at: new Date(clock.nowMs()), userId, actor: userId, action, ...origin }) as const;

  function newSession(userId: string, { address, agent }: Origin) {
    const { token, tokenHash } = newToken(parts.idPrefix);
    const createdAt = new Date(clock.nowMs());
    const expiresAt = new Date(createdAt.getTime() + SESSION_ABSOLUTE_LIMIT_MS);
    return {
      token,
      stored: {
        tokenHash,
        id: uuidv7(),
        userId,
        createdAt,
        lastUsedAt: createdAt,
        provedAt: createdAt,
        expiresAt,
        address,
        agent: agent ?? null,
      },
    };
  }

  return {
    async signUp({ email, fullName, password, utmSource, acceptedDocuments = [] }, origin, language) {
      const { address, agent = "" } = origin;
      refuseCommonPassword(password, "password");
      const attempt = await signupLimits.begin(email, address);
      const mayMail = await emailConfirmation.mayMail(email);
      const passwordHash = await passwords.hash(password);
      const session = newSession(uuidv7(), origin);
      const { userId: id, createdAt } = session.stored;
      const user = await orm.transaction(async (tx) => {
        const row = {
          id,
          email,
          emailConfirmedAt: null,
          fullName,
          roles: ["USER"] as const,
          passwordHash,
          utmSource: utmSource || null,
          language,
          createdAt,
        };
        const inserted = await insertUser(tx, row);
        if (!inserted) return undefined;
        await insertSession(tx, session.stored);
        await rememberPlace(tx, id, placeOf(address), createdAt);
        const how = { language, address, userAgent: agent, place: "signup" } as const;
        const accepted = await acceptDocuments(tx, id, acceptedDocuments, how);
        // The payload in the specification names no documents: the log then says so, and the first page asks for them.
        const details = { documents: accepted.join(", ") || "none" };
        await recordAudit(tx, { ...audited(id, "signup", origin), details });
        if (mayMail.kind === "taken") await emailConfirmation.welcome(tx, inserted);
        return inserted;
      });
      if (!user) {
        await attempt.refused();
        behindAnswers.put(() => passwordReset.offerClaim(email, origin));
        throw fieldProblem({ email: "email_taken" });
      }
      await attempt.succeeded();
      return { accessToken: session.token, user: presentUser(user) };
    },

    async logIn({ email, password, code }, origin) {
      const { address, agent } = origin;
      const attempt = await loginThrottle.begin(email, address);
      const found = await findLogin(orm, email);
      const matches = await passwords.verify(found?.passwordHash, password);
      if (!found || !matches) {
        const failed = found && audited(found.user.id, "login_failed", origin);
        behindAnswers.put(async () => {
          if (failed) await recordAudit(orm, failed);
        });
        throw new Problem("invalid_login");
      }
      const { user, passwordHash } = found;
      await secondFactor.demand(user.id, code).catch(async (error: unknown) => {
        const isWrong = error instanceof Problem && error.code === "invalid_login";
        if (isWrong) await recordAudit(orm, audited(user.id, "login_failed", origin));
        throw error;
      });
      const session = newSession(user.id, origin);
      await orm.transaction(async (tx) => {
        // A password change ends all sessions; one that began with the old password must not slip in after it.
        if (!(await holdPasswordHash(tx, user.id, passwordHash))) throw new Problem("conflict");
        await deleteEndedSessions(tx, user.id, limits());
        await insertSession(tx, session.stored);
        const at = session.stored.createdAt;
        const isNewPlace = await rememberPlace(tx, user.id, placeOf(address), at);
        if (isNewPlace) await outbox.put(tx, newSignInMail(user, at, address, agent));
        await recordAudit(tx, audited(user.id, "login", origin));
      });
      await attempt.succeeded();
      if (passwords.needsRehash(passwordHash)) {
        await replacePasswordHash(orm, user.id, passwordHash, await passwords.hash(password));
      }
      return { accessToken: session.token, user: presentUser(user) };
    },

    async logOut({ id, sessionHash }, origin) {
      await orm.transaction(async (tx) => {
        await deleteSession(tx, sessionHash);
        await recordAudit(tx, audited(id, "logout", origin));
      });
      bus.publish(SESSIONS_ENDED, id);
    },

    async sessionEnds(hashes) {
      const found = await findSessions(orm, hashes, limits());
      return new Map(found.map((session) => [session.tokenHash.toString("hex"), endOf(session)]));
    },

    async authenticate(token, origin) {
      const sessionHash = hashToken(token);
      const found = await findSession(orm, sessionHash, limits());
      if (!found) return undefined;
      const { now } = limits();
      if (now.getTime() - found.lastUsedAt.getTime() > LAST_USE_PRECISION_MS)
        await touchSession(orm, sessionHash, now, origin);
      return { ...found.user, sessionHash, sessionEndsAtMs: endOf(found), provedAtMs: found.provedAt.getTime() };
    },
  };
}

/** Returns the limits that a live session is within at that moment. */
export function sessionLimits(nowMs: number): SessionLimits {
  return { now: new Date(nowMs), idleSince: new Date(nowMs - SESSION_IDLE_LIMIT_MS) };
}

function endOf({ expiresAt, lastUsedAt }: { expiresAt: Date; lastUsedAt: Date }): number {
  return Math.min(expiresAt.getTime(), lastUsedAt.getTime() + SESSION_IDLE_LIMIT_MS);
}
