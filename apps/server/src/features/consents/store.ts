import { asc, eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { consents } from "../../platform/db/schema.ts";

export type NewConsent = typeof consents.$inferInsert;
export type StoredConsent = typeof consents.$inferSelect;

export async function insertConsents(orm: Orm, rows: readonly NewConsent[]): Promise<void> {
  if (rows.length > 0) await orm.insert(consents).values([...rows]);
}

/** The oldest first. */
export async function listConsents(orm: Orm, userId: string): Promise<StoredConsent[]> {
  return await orm.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.seq));
}
