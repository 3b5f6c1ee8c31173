import { and, eq, gt } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { passwordResets } from "../../platform/db/schema.ts";

export interface StoredReset {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores a user's link in place of an older one. */
export async function putReset(orm: Orm, { userId, tokenHash, expiresAt }: StoredReset): Promise<void> {
  await orm
    .insert(passwordResets)
    .values({ userId, tokenHash, expiresAt })
    .onConflictDoUpdate({ target: passwordResets.userId, set: { tokenHash, expiresAt } });
}

/** Whether a link works still. */
export async function findReset(orm: Orm, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return rows.length > 0;
}

/** Uses a link up. Gives whose it was; undefined when it doesn't work any more, or another request was faster. */
export async function takeReset(orm: Orm, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const rows = await orm
    .delete(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .returning({ userId: passwordResets.userId });
  return rows[0]?.userId;
}
