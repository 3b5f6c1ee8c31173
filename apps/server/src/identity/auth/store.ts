import type { Language, Notifications, Role } from "@chartrelay/contract";
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { passwordResets, sessions, telegramCodes, users } from "../../platform/db/schema.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { topic } from "../../platform/pubsub.ts";

/** Carries the id of a user when sessions of theirs have ended. */
export const SESSIONS_ENDED = topic<string>("sessions ended");

export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly fullName: string;
  readonly telegram: string | null;
  readonly roles: readonly Role[];
  readonly hasBonus: boolean;
  readonly language: Language;
  readonly notifications: Notifications;
  readonly allPausedAt: Date | null;
}

export interface NewUser extends Pick<
  StoredUser,
  "id" | "email" | "emailConfirmedAt" | "fullName" | "roles" | "language"
> {
  readonly passwordHash: string;
  readonly utmSource: string | null;
  readonly createdAt: Date;
}

export interface StoredSession {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly provedAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly agent: string | null;
}

const { id, email, emailConfirmedAt, fullName, telegram, hasBonus, language, notifications, allPausedAt } = users;
/** The columns that may leave the table; only `findLogin` returns the password hash. */
export const userColumns = {
  id,
  email,
  emailConfirmedAt,
  fullName,
  telegram,
  roles: users.roles,
  hasBonus,
  language,
  notifications,
  allPausedAt,
};

/** Inserts a user; returns undefined if the e-mail is taken, even by a concurrent sign-up. */
export async function insertUser(orm: Orm, user: NewUser): Promise<StoredUser | undefined> {
  const rows = await orm
    .insert(users)
    .values({ ...user, roles: [...user.roles] })
    .onConflictDoNothing({ target: users.email })
    .returning(userColumns);
  return rows[0] as StoredUser | undefined;
}

/** Returns the user with that e-mail, and the hash to check a password against. */
export async function findLogin(
  orm: Orm,
  address: string,
): Promise<{ user: StoredUser; passwordHash: string } | undefined> {
  const [row] = await orm
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, address));
  if (!row) return undefined;
  const { passwordHash, ...user } = row;
  return { user: user as StoredUser, passwordHash };
}

/**
 * Replaces a password hash if it is still the one that was compared.
 * @returns whether it was.
 */
export async function replacePasswordHash(orm: Orm, userId: string, compared: string, next: string): Promise<boolean> {
  const rows = await orm
    .update(users)
    .set({ passwordHash: next })
    .where(and(eq(users.id, userId), eq(users.passwordHash, compared)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Sets a password hash, whatever it was. Returns undefined if the user no longer exists. */
export async function setPasswordHash(orm: Orm, userId: string, passwordHash: string): Promise<StoredUser | undefined> {
  const rows = await orm.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning(userColumns);
  return rows[0] as StoredUser | undefined;
}

/** Records that a user's address is confirmed. Returns false if it already was. */
export async function confirmEmail(orm: Orm, userId: string, at: Date): Promise<boolean> {
  const rows = await orm
    .update(users)
    .set({ emailConfirmedAt: at })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Locks the password until the transaction ends. Returns whether it is still the one that was compared. */
export async function holdPasswordHash(orm: Orm, userId: string, compared: string): Promise<boolean> {
  const rows = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, compared)))
    .for("share");
  return rows.length > 0;
}

/** Returns the condition for sessions that are past neither their absolute nor their idle limit. */
export function isWithin({ now, idleSince }: SessionLimits): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, idleSince));
}

/** Locks a session against deletion until the transaction ends. Returns whether it still exists. */
export async function holdSession(orm: Orm, tokenHash: Buffer): Promise<boolean> {
  const rows = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for("key share");
  return rows.length > 0;
}

export async function insertSession(orm: Orm, session: StoredSession): Promise<void> {
  await orm.insert(sessions).values(session);
}

/** The limits that a live session is within at a given moment. */
export interface SessionLimits {
  readonly now: Date;
  readonly idleSince: Date;
}

export interface FoundSession {
  readonly user: StoredUser;
  readonly lastUsedAt: Date;
  readonly provedAt: Date;
  readonly expiresAt: Date;
}

/** Returns a token's session, unless it is past its absolute or its idle limit. */
export async function findSession(
  orm: Orm,
  tokenHash: Buffer,
  limits: SessionLimits,
): Promise<FoundSession | undefined> {
  const [row] = await orm
    .select({
      user: userColumns,
      lastUsedAt: sessions.lastUsedAt,
      provedAt: sessions.provedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), isWithin(limits)));
  return row as FoundSession | undefined;
}

/** Returns those of the given sessions that are not past a limit. */
export async function findSessions(
  orm: Orm,
  hashes: readonly Buffer[],
  limits: SessionLimits,
): Promise<{ tokenHash: Buffer; lastUsedAt: Date; expiresAt: Date }[]> {
  const rows = await orm
    .select({ tokenHash: sessions.tokenHash, lastUsedAt: sessions.lastUsedAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(inArray(sessions.tokenHash, [...hashes]), isWithin(limits)));
  return rows.map((row) => ({ ...row, tokenHash: Buffer.from(row.tokenHash) }));
}

export async function touchSession(orm: Orm, tokenHash: Buffer, now: Date, { address, agent }: Origin): Promise<void> {
  await orm
    .update(sessions)
    .set({ lastUsedAt: now, address, agent: agent ?? null })
    .where(eq(sessions.tokenHash, tokenHash));
}

/** Records that a session's user has just entered the password or a second factor. */
export async function proveSession(orm: Orm, tokenHash: Buffer, now: Date): Promise<void> {
  await orm.update(sessions).set({ provedAt: now }).where(eq(sessions.tokenHash, tokenHash));
}

/** Returns a user's sessions that are not past a limit, most recently used first. */
export async function listSessions(orm: Orm, userId: string, limits: SessionLimits): Promise<StoredSession[]> {
  const rows = await orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isWithin(limits)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, tokenHash: Buffer.from(row.tokenHash) }));
}

/** Ends one session of a user; returns whether it existed. */
export async function deleteSessionById(orm: Orm, userId: string, sessionId: string): Promise<boolean> {
  const rows = await orm
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function deleteSession(orm: Orm, tokenHash: Buffer): Promise<void> {
  await orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends every session of a user but one. */
export async function deleteOtherSessions(orm: Orm, userId: string, kept: Buffer): Promise<void> {
  await orm.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, kept)));
}

/** Ends every session of a user. */
export async function deleteAllSessions(orm: Orm, userId: string): Promise<void> {
  await orm.delete(sessions).where(eq(sessions.userId, userId));
}

/** Invalidates what was issued before a password change: the mailed reset link, and codes that link a Telegram chat. */
export async function deleteLinksAndCodes(orm: Orm, userId: string): Promise<void> {
  await orm.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await orm.delete(telegramCodes).where(eq(telegramCodes.userId, userId));
}

/** Deletes a user's sessions that are past a limit. */
export async function deleteEndedSessions(orm: Orm, userId: string, limits: SessionLimits): Promise<void> {
  await orm
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        or(lte(sessions.expiresAt, limits.now), lte(sessions.lastUsedAt, limits.idleSince)),
      ),
    );
}
