/** Lists, saves and deletes a user's filters. */
import { MAX_SAVED_FILTERS, type SavedFilter, type SavedFilterPayload } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import { type AccountDirectory, findOwnAccountId } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { fieldProblem, Problem } from "../platform/http/problem.ts";
import { changeFilter, deleteFilter, insertFilter, lockFiltersOf, readFilters } from "./store.ts";

export interface SavedFiltersParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** Returns a user's filters of all lists, by name. */
export async function listFilters({ database, accounts }: SavedFiltersParts, userId: string): Promise<SavedFilter[]> {
  const stored = await readFilters(database.orm, userId);
  return await Promise.all(
    stored.map(async ({ filters: { account, ...filters }, ...filter }) => ({
      ...filter,
      filters: { ...filters, ...(account && { account: await accounts.webhookIdOf(account) }) },
    })),
  );
}

/**
 * Saves a filter and returns all of the user's. Without an id it replaces what has its name; with one, it changes that.
 * @throws {Problem} validation_failed when the name is another filter's, the account isn't the user's, or there are too
 * many; not_found when there is no filter with that id.
 */
export async function saveFilter(
  parts: SavedFiltersParts,
  userId: string,
  { id, list, name, filters }: SavedFilterPayload,
): Promise<SavedFilter[]> {
  const { database, clock } = parts;
  await database.orm.transaction(async (tx) => {
    await lockFiltersOf(tx, userId);
    const all = (await readFilters(tx, userId)).filter((each) => each.list === list);
    const namesake = all.find((each) => each.name === name);
    const changed = id === undefined ? namesake : all.find((each) => each.id === id);
    if (id !== undefined && !changed) throw new Problem("not_found");
    if (namesake && namesake.id !== changed?.id) throw fieldProblem({ name: "name_taken" });
    const stored = await toStored(tx, userId, filters);
    if (changed) return await changeFilter(tx, { id: changed.id, name, filters: stored });
    if (all.length >= MAX_SAVED_FILTERS) throw fieldProblem({ name: "too_many_filters" });
    return await insertFilter(tx, {
      id: uuidv7(),
      userId,
      list,
      name,
      filters: stored,
      createdAt: new Date(clock.nowMs()),
    });
  });
  return await listFilters(parts, userId);
}

/** Deletes a filter and returns the others. @throws {Problem} not_found when the user has no such filter. */
export async function removeFilter(parts: SavedFiltersParts, userId: string, id: string): Promise<SavedFilter[]> {
  if (!(await deleteFilter(parts.database.orm, userId, id))) throw new Problem("not_found");
  return await listFilters(parts, userId);
}

/**
 * Leaves out what isn't set, and names the account by its own id: the id of the address can post orders, so it isn't
 * stored in the clear, and it may change.
 */
async function toStored(
  tx: Orm,
  userId: string,
  { account, ...filters }: SavedFilterPayload["filters"],
): Promise<Record<string, string>> {
  const set = Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  if (!account) return set;
  const accountId = await findOwnAccountId(tx, userId, account);
  if (accountId === undefined) throw fieldProblem({ "filters.account": "invalid" });
  return { ...set, account: accountId };
}
