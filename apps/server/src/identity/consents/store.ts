import { and, asc, eq, getTableColumns, gte, isNull, or } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { consents, users } from "../../platform/db/schema.ts";

export type NewConsent = typeof consents.$inferInsert;
export type StoredConsent = typeof consents.$inferSelect;

export async function insertConsents(orm: Orm, rows: readonly NewConsent[]): Promise<void> {
  if (rows.length > 0) await orm.insert(consents).values([...rows]);
}

/** What a user agreed to, the oldest first: not what was agreed to by who used their address before them. */
export async function listConsents(orm: Orm, userId: string): Promise<StoredConsent[]> {
  return await orm
    .select(getTableColumns(consents))
    .from(consents)
    .innerJoin(users, eq(users.id, consents.userId))
    .where(and(eq(users.id, userId), or(isNull(users.takenOverAt), gte(consents.acceptedAt, users.takenOverAt))))
    .orderBy(asc(consents.seq));
}
