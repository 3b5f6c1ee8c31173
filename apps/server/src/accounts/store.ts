import type { KeyCheck, Reason } from "@chartrelay/contract";
import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { accounts, chats, retiredKeys, users } from "../platform/db/schema.ts";
import { sharedTopic, topic } from "../platform/pubsub.ts";
import type { SecretPlace } from "../platform/security/secret-box.ts";
import { retireKeys } from "./retired-keys.ts";
import { accountNamed } from "./webhook-ids.ts";
import type { AccountRow } from "./account-row.ts";

/** Carries the ids of changed accounts; sent in the transaction that changes them. */
export const ACCOUNTS_CHANGED = sharedTopic("accounts_changed");
/** A user's accounts have changed; published before the user who changed them gets the response. */
export const USER_ACCOUNTS_CHANGED = topic<string>("accounts of a user changed");

export type KeyField = "apiKey" | "secretKey";
export const KEY_FIELDS: readonly KeyField[] = ["apiKey", "secretKey"];

/** Returns the place that an account's key is sealed for. */
export function placeOf({ id, userId }: Pick<AccountRow, "id" | "userId">, field: KeyField): SecretPlace {
  return { table: "accounts", userId, recordId: id, field };
}

/** Whoever waits for another change holds one of the few connections that all users share. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Makes other changes to this user's accounts wait until the transaction ends, two seconds at most: then they fail as if
 * the storage hadn't answered. Call within a transaction; its later locks are waited for no longer either.
 */
export async function lockAccountsOf(orm: Orm, userId: string): Promise<void> {
  await orm.execute(sql`select set_config('lock_timeout', ${`${LONGEST_WAIT_MS}ms`}, true)`);
  await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** Returns a user's accounts, each with the chat that it notifies: its own or, if it has none, the user's. */
export async function listAccounts(orm: Orm, userId: string): Promise<AccountRow[]> {
  const rows = await orm
    .select({
      ...getTableColumns(accounts),
      telegramChatId: sql<string | null>`coalesce(${accounts.telegramChatId}, ${users.telegramChatId})`,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
  return rows as AccountRow[];
}

/** Returns why chats can't be written to, by chat; those that can are left out. */
export async function chatProblems(orm: Orm, chatIds: readonly string[]): Promise<Map<string, Reason>> {
  const rows = await orm
    .select({ id: chats.id, problem: chats.problem })
    .from(chats)
    .where(and(inArray(chats.id, [...chatIds]), isNotNull(chats.problem)));
  return new Map(rows.map(({ id, problem }) => [id, problem as Reason]));
}

/** Returns a user's account by an id in a request: see `accountNamed`. */
export async function findAccount(orm: Orm, userId: string, id: string): Promise<AccountRow | undefined> {
  const [row] = await orm
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountNamed(id)), eq(accounts.userId, userId)));
  return row as AccountRow | undefined;
}

/** Stores what the venue said about an account's keys, unless the account has changed in the meantime. */
export async function keepKeyCheck(
  orm: Orm,
  { id, apiKey, secretKey, isDemo }: AccountRow,
  { reason, expiresAt }: Pick<KeyCheck, "reason" | "expiresAt">,
  checkedAt: Date,
): Promise<void> {
  if (apiKey === null || secretKey === null) return;
  await orm.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({
        keyCheckedAt: checkedAt,
        keyRefusal: reason,
        keyExpiresAt: expiresAt === null ? null : new Date(expiresAt),
      })
      .where(
        and(
          eq(accounts.id, id),
          eq(accounts.apiKey, apiKey),
          eq(accounts.secretKey, secretKey),
          eq(accounts.isDemo, isDemo),
        ),
      );
    await notifyChanged(tx, [{ id }]);
  });
}

/** Stores accounts, new or changed. An account's user, venue and time of creation never change. */
export async function putAccounts(orm: Orm, rows: readonly AccountRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { id, userId, createdAt, venue, ...changeable } = getTableColumns(accounts);
  const set = Object.fromEntries(
    Object.entries(changeable).map(([field, { name }]) => [field, sql`excluded.${sql.identifier(name)}`]),
  );
  await orm
    .insert(accounts)
    .values([...rows])
    .onConflictDoUpdate({ target: accounts.id, set });
}

export async function deleteAccount(orm: Orm, id: string): Promise<void> {
  await orm.delete(accounts).where(eq(accounts.id, id));
}

/** Removes all of a user's accounts with their keys. Call within a transaction. */
export async function deleteAccountsOf(orm: Orm, userId: string): Promise<void> {
  const owned = await orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
  await retireKeys(
    orm,
    owned.map(({ id }) => id),
  );
  const removed = await orm.delete(accounts).where(eq(accounts.userId, userId)).returning({ id: accounts.id });
  await notifyChanged(orm, removed);
}

/** Notifies all nodes of changed accounts once the caller's transaction commits, and never if it doesn't. */
export async function notifyChanged(orm: Orm, changed: readonly Pick<AccountRow, "id">[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = sql.param(changed.map(({ id }) => id));
  await orm.execute(sql`select pg_notify(${ACCOUNTS_CHANGED.name}, id) from unnest(${ids}::text[]) as id`);
}

/** Where the sealed keys of accounts are stored. Keys move only from the first place to the second. */
export const SEALED_KEYS = [
  { table: accounts, id: accounts.id },
  { table: retiredKeys, id: retiredKeys.accountId },
] as const;
type SealedKeys = (typeof SEALED_KEYS)[number];
type SealedRow = Pick<AccountRow, "id" | "userId" | KeyField>;

/** Returns accounts with a key in that place that is wrapped by a key other than `keyId`. */
export async function listWrappedByOthers(orm: Orm, { table, id }: SealedKeys, keyId: string): Promise<SealedRow[]> {
  const prefix = `1.${keyId}.`;
  return await orm
    .select({ id, userId: table.userId, apiKey: table.apiKey, secretKey: table.secretKey })
    .from(table)
    .where(sql`not starts_with(${table.apiKey}, ${prefix}) or not starts_with(${table.secretKey}, ${prefix})`);
}

/** Returns all sealed keys of a table. */
export async function listSealed(orm: Orm, { table, id }: SealedKeys): Promise<SealedRow[]> {
  return await orm.select({ id, userId: table.userId, apiKey: table.apiKey, secretKey: table.secretKey }).from(table);
}

/** Replaces one sealed key, unless it has changed in the meantime. */
export async function replaceSealedKey(
  orm: Orm,
  { table, id }: SealedKeys,
  accountId: string,
  field: KeyField,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await orm
    .update(table)
    .set({ [field]: to })
    .where(and(eq(id, accountId), eq(table[field], from)));
}
