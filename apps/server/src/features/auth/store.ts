import type { Role } from "@chartrelay/contract";
import { and, eq, gt, lte, ne, or } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { sessions, users } from "../../platform/db/schema.ts";

export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly telegram: string | null;
  readonly roles: readonly Role[];
  readonly hasBonus: boolean;
}

export interface NewUser extends Pick<StoredUser, "id" | "email" | "fullName" | "roles"> {
  readonly passwordHash: string;
  readonly utmSource: string | null;
  readonly createdAt: Date;
}

export interface StoredSession {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

const { id, email, fullName, telegram, hasBonus } = users;
/** What may leave the table; the password's hash has its own way out. */
export const userColumns = { id, email, fullName, telegram, roles: users.roles, hasBonus };

/** Undefined when the e-mail is taken, by whoever was first. */
export async function insertUser(orm: Orm, user: NewUser): Promise<StoredUser | undefined> {
  const rows = await orm
    .insert(users)
    .values({ ...user, roles: [...user.roles] })
    .onConflictDoNothing({ target: users.email })
    .returning(userColumns);
  return rows[0] as StoredUser | undefined;
}

/** A user with the hash to compare a password with. */
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
 * Replaces a password's hash, if it still is the one that was compared.
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

/** Keeps the password as it is until the transaction ends. Answers whether it still is the one that was compared. */
export async function holdPasswordHash(orm: Orm, userId: string, compared: string): Promise<boolean> {
  const rows = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, compared)))
    .for("share");
  return rows.length > 0;
}

export async function insertSession(orm: Orm, session: StoredSession): Promise<void> {
  await orm.insert(sessions).values(session);
}

export interface FoundSession {
  readonly user: StoredUser;
  readonly lastUsedAt: Date;
}

/** The session of a token, unless it is past its absolute or its idle limit. */
export async function findSession(
  orm: Orm,
  tokenHash: Buffer,
  limits: { now: Date; idleSince: Date },
): Promise<FoundSession | undefined> {
  const [row] = await orm
    .select({ user: userColumns, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, limits.now),
        gt(sessions.lastUsedAt, limits.idleSince),
      ),
    );
  return row as FoundSession | undefined;
}

export async function touchSession(orm: Orm, tokenHash: Buffer, now: Date): Promise<void> {
  await orm.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(orm: Orm, tokenHash: Buffer): Promise<void> {
  await orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends every session of a user but one. */
export async function deleteOtherSessions(orm: Orm, userId: string, kept: Buffer): Promise<void> {
  await orm.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, kept)));
}

/** Forgets a user's sessions that are past a limit. */
export async function deleteEndedSessions(
  orm: Orm,
  userId: string,
  limits: { now: Date; idleSince: Date },
): Promise<void> {
  await orm
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        or(lte(sessions.expiresAt, limits.now), lte(sessions.lastUsedAt, limits.idleSince)),
      ),
    );
}
