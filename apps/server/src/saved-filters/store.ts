/** The stored filters. */
import type { SavedFilter } from "@chartrelay/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { savedFilters, users } from "../platform/db/schema.ts";

/** Makes other changes to this user's filters wait until the transaction ends. */
export async function lockFiltersOf(orm: Orm, userId: string): Promise<void> {
  await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** Returns a user's filters by name. */
export async function readFilters(orm: Orm, userId: string): Promise<SavedFilter[]> {
  const { id, list, name, filters } = savedFilters;
  return await orm
    .select({ id, list, name, filters })
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(sql`lower(${name})`, name);
}

export interface NewFilter extends SavedFilter {
  readonly userId: string;
  readonly createdAt: Date;
}

export async function insertFilter(orm: Orm, filter: NewFilter): Promise<void> {
  await orm.insert(savedFilters).values(filter);
}

export async function changeFilter(orm: Orm, { id, name, filters }: Omit<SavedFilter, "list">): Promise<void> {
  await orm.update(savedFilters).set({ name, filters }).where(eq(savedFilters.id, id));
}

/** Deletes one of a user's filters, and returns whether it was there. */
export async function deleteFilter(orm: Orm, userId: string, id: string): Promise<boolean> {
  const deleted = await orm
    .delete(savedFilters)
    .where(and(eq(savedFilters.userId, userId), eq(savedFilters.id, id)))
    .returning({ id: savedFilters.id });
  return deleted.length > 0;
}
