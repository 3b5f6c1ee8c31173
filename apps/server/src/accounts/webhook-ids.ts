/** The stored webhook ids, by which alerts and the API name accounts. */
import { randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Orm, Queryable } from "../platform/db/database.ts";
import { accounts, webhookIds } from "../platform/db/schema.ts";
import { type SecretBox, type SecretPlace, SecretUnreadable } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";
import type { AccountRow } from "./account-row.ts";

/** How long an old id keeps working: a day, since alerts in TradingView are changed one by one, by hand. */
export const OVERLAP_MS = 86_400_000;

/** Returns the place that a webhook id is sealed for. */
export function placeOfWebhookId(userId: string, idHash: Uint8Array): SecretPlace {
  return {
    table: "webhook_ids",
    userId,
    recordId: Buffer.from(idHash).toString("base64url"),
    field: "sealedId",
  };
}

/** Opens a webhook id; undefined if it doesn't open. Its alerts still trade, since the hash finds the account. */
export function openWebhookId(
  secretBox: Pick<SecretBox, "open">,
  userId: string,
  { idHash, sealedId }: { readonly idHash: Uint8Array; readonly sealedId: string },
): string | undefined {
  try {
    return secretBox.open(sealedId, placeOfWebhookId(userId, idHash));
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

/** Returns SQL for the account that an id in a request names: by webhook id, or else by the account's own id. */
export function accountNamed(id: string): SQL<string> {
  return sql`coalesce((select ${webhookIds.accountId} from ${webhookIds} where ${webhookIds.idHash} = ${hashToken(id)}), ${id})`;
}

/** Returns which of a user's accounts each webhook id names, by the id's hash in hex. */
export async function accountsByIdHash(orm: Orm, userId: string): Promise<Map<string, string>> {
  const rows = await orm
    .select({ idHash: webhookIds.idHash, accountId: webhookIds.accountId })
    .from(webhookIds)
    .innerJoin(accounts, eq(accounts.id, webhookIds.accountId))
    .where(eq(accounts.userId, userId));
  return new Map(rows.map(({ idHash, accountId }) => [Buffer.from(idHash).toString("hex"), accountId]));
}

/**
 * Returns a function that finds the own id of a user's account by an id in a request: by webhook id, current or old, or
 * by the account's own id. It returns undefined if the user has none such.
 */
export async function ownAccountIds(orm: Orm, userId: string): Promise<(id: string) => string | undefined> {
  const rows = await orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
  const owned = new Set(rows.map(({ id }) => id));
  const byHash = await accountsByIdHash(orm, userId);
  return (id) => byHash.get(hashToken(id).toString("hex")) ?? (owned.has(id) ? id : undefined);
}

export interface NewIdParts {
  readonly secretBox: Pick<SecretBox, "seal">;
  /** Names the cell that new ids belong to; empty in the first one. */
  readonly idPrefix: string;
}

/** Creates current ids for accounts that have none. Call within a transaction. */
export async function addWebhookIds(
  orm: Orm,
  owners: readonly Pick<AccountRow, "id" | "userId">[],
  { secretBox, idPrefix }: NewIdParts,
  createdAt: Date,
): Promise<void> {
  if (owners.length === 0) return;
  const rows = owners.map(({ id: accountId, userId }) => {
    const id = idPrefix + newWebhookId();
    const idHash = hashToken(id);
    return { idHash, sealedId: secretBox.seal(id, placeOfWebhookId(userId, idHash)), accountId, createdAt };
  });
  await orm.insert(webhookIds).values(rows);
}

/** Turns an account's current id into an old one that works until `worksUntil`. Call within a transaction. */
export async function retireWebhookId(orm: Orm, accountId: string, worksUntil: Date): Promise<void> {
  await orm
    .update(webhookIds)
    .set({ worksUntil })
    .where(and(eq(webhookIds.accountId, accountId), isNull(webhookIds.worksUntil)));
}

/** Returns whether an account has an old id that works at `now`. */
export async function hasOldWebhookId(orm: Orm, accountId: string, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ accountId: webhookIds.accountId })
    .from(webhookIds)
    .where(and(eq(webhookIds.accountId, accountId), gt(webhookIds.worksUntil, now)));
  return rows.length > 0;
}

/** Deletes an account's old id, whether it still works or has expired. Call within a transaction. */
export async function endOldWebhookId(orm: Orm, accountId: string): Promise<void> {
  await orm.delete(webhookIds).where(and(eq(webhookIds.accountId, accountId), isNotNull(webhookIds.worksUntil)));
}

/** Erases old ids that have expired. */
export async function eraseEndedWebhookIds(db: Queryable, now: Date): Promise<void> {
  await db.query("delete from webhook_ids where works_until <= $1", [now]);
}

// Only signals since the change: earlier ones used an earlier old id.
const LAST_USE = `
  select max(received_at) from signals
  where signals.account_id = webhook_ids.account_id and used_old_id
    and received_at >= extract(epoch from works_until) * 1000000 - ${OVERLAP_MS * 1_000}`;
const WORKING = `
select account_id as "accountId", id_hash as "idHash", sealed_id as "sealedId", works_until as "worksUntil",
  case when works_until is not null then (${LAST_USE}) end as "lastUsedAtUs"
from webhook_ids where account_id in (select id from accounts where user_id = $1)
  and (works_until is null or works_until > $2)`;

export interface WorkingId {
  readonly accountId: string;
  readonly idHash: Uint8Array;
  readonly sealedId: string;
  /** Null for the account's current id. */
  readonly worksUntil: Date | null;
  /** When the last alert that named this old id was stored; null if there was none, and for the current id. */
  readonly lastUsedAtUs: number | null;
}

/** Returns the working ids of a user's accounts at `now`: the current one of each, and maybe an old one. */
export async function listWorkingIds(db: Queryable, userId: string, now: Date): Promise<WorkingId[]> {
  return await db.query<WorkingId>(WORKING, [userId, now]);
}

interface WrappedId {
  readonly userId: string;
  readonly idHash: Uint8Array;
  readonly sealedId: string;
}

/** Returns ids wrapped by a key other than `keyId`. */
export async function listIdsWrappedByOthers(orm: Orm, keyId: string): Promise<WrappedId[]> {
  return await orm
    .select({ userId: accounts.userId, idHash: webhookIds.idHash, sealedId: webhookIds.sealedId })
    .from(webhookIds)
    .innerJoin(accounts, eq(accounts.id, webhookIds.accountId))
    .where(sql`not starts_with(${webhookIds.sealedId}, ${`1.${keyId}.`})`);
}

/** Replaces a sealed id. */
export async function replaceSealedId(orm: Orm, idHash: Uint8Array, sealedId: string): Promise<void> {
  await orm.update(webhookIds).set({ sealedId }).where(eq(webhookIds.idHash, idHash));
}

/** The length of an id without the name of a cell before it. */
export const WEBHOOK_ID_LENGTH = 26;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The two characters before the rest name a cell: docs/decisions/cells.md. */
const WEBHOOK_ID = /^(?:[0-9a-hjkmnp-tv-z]{2})?[0-9a-hjkmnp-tv-z]{26}$/;

/**
 * Returns a new webhook id: 130 random bits, since it is all that an alert needs to trade (docs/security.md, Sources:
 * at least 128).
 */
export function newWebhookId(): string {
  return Array.from(randomBytes(WEBHOOK_ID_LENGTH), (byte) => ALPHABET[byte & 31]).join("");
}

/** Returns whether a text could be a webhook id at all. */
export function isWebhookId(text: string): boolean {
  return WEBHOOK_ID.test(text);
}
