import { and, count, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database, Orm } from "../../platform/db/database.ts";
import { recoveryCodes, secondFactors } from "../../platform/db/schema.ts";
import type { KeyRing } from "../../platform/security/key-ring.ts";
import { type SecretBox, type SecretPlace, SecretUnreadable } from "../../platform/security/secret-box.ts";

export interface StoredFactor {
  readonly userId: string;
  /** Sealed. */
  readonly secret: string;
  readonly enabledAt: Date | null;
  readonly lastStep: number;
}

/** Returns the place that a user's secret is sealed for. */
export function placeOf(userId: string): SecretPlace {
  return { table: "second_factors", userId, recordId: userId, field: "secret" };
}

export async function findFactor(orm: Orm, userId: string): Promise<StoredFactor | undefined> {
  const [row] = await orm.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row;
}

/** Stores a secret that isn't enabled yet, replacing an earlier one. Returns false if one is already enabled. */
export async function putPending(orm: Orm, userId: string, secret: string): Promise<boolean> {
  const rows = await orm
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Enables the secret whose code was just entered. Returns false if it was replaced or is already enabled. */
export async function enableFactor(orm: Orm, { userId, secret }: StoredFactor, at: Date): Promise<boolean> {
  const rows = await orm
    .update(secondFactors)
    .set({ enabledAt: at })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret), isNull(secondFactors.enabledAt)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

export async function deleteFactor(orm: Orm, userId: string): Promise<void> {
  await orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses up a time step's code. Returns false if it or a later one has already been used. */
export async function takeStep(orm: Orm, userId: string, step: number): Promise<boolean> {
  const rows = await orm
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Uses up a recovery code. Returns false if no code with that hash is left. */
export async function takeRecoveryCode(orm: Orm, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** Replaces all of a user's recovery codes. */
export async function replaceRecoveryCodes(orm: Orm, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await orm.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

export async function countRecoveryCodes(orm: Orm, userId: string): Promise<number> {
  const [row] = await orm.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.codes ?? 0;
}

/** Returns secrets wrapped by a key other than `keyId`. */
async function listWrappedByOthers(orm: Orm, keyId: string): Promise<StoredFactor[]> {
  return await orm
    .select()
    .from(secondFactors)
    .where(sql`not starts_with(${secondFactors.secret}, ${`1.${keyId}.`})`);
}

/** Replaces a sealed secret, unless it has changed in the meantime. */
async function replaceSealedSecret(orm: Orm, userId: string, from: string, to: string): Promise<void> {
  await orm
    .update(secondFactors)
    .set({ secret: to })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, from)));
}

export interface RotationParts {
  readonly database: Pick<Database, "orm">;
  readonly secretBox: Pick<SecretBox, "rewrap">;
  readonly keyRing: Pick<KeyRing, "current">;
}

/**
 * Rewraps every stored secret with the ring's current key, so that older keys can leave the ring.
 * @returns how many secrets no key in the ring opens; their users can sign in only with recovery codes.
 */
export async function rewrapSecondFactors({ database: { orm }, secretBox, keyRing }: RotationParts): Promise<number> {
  let unreadable = 0;
  for (const { userId, secret } of await listWrappedByOthers(orm, keyRing.current)) {
    try {
      await replaceSealedSecret(orm, userId, secret, secretBox.rewrap(secret, placeOf(userId)));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable += 1;
    }
  }
  return unreadable;
}
