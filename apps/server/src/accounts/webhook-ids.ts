/** The stored webhook ids: what alerts, and the API, name accounts by. */
import { randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Orm, Queryable } from "../platform/db/database.ts";
import { accounts, webhookIds } from "../platform/db/schema.ts";
import { type SecretBox, type SecretPlace, SecretUnreadable } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";
import type { AccountRow } from "./account-row.ts";

/** So long an id that was changed works on: a day, as alerts in TradingView are changed one by one, by hand. */
export const OVERLAP_MS = 86_400_000;

/** Where a webhook id is sealed for. */
export function placeOfWebhookId(userId: string, idHash: Uint8Array): SecretPlace {
  return {
    table: "webhook_ids",
    userId,
    recordId: Buffer.from(idHash).toString("base64url"),
    field: "sealedId",
  };
}

/** Opens a webhook id. Undefined where it doesn't open: the hash finds its account all the same, so that its alerts trade. */
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

/** SQL for the account that an id in a request means: a webhook id's or, where none is so called, the one that is called so inside. */
export function accountNamed(id: string): SQL<string> {
  return sql`coalesce((select ${webhookIds.accountId} from ${webhookIds} where ${webhookIds.idHash} = ${hashToken(id)}), ${id})`;
}

/** By the hash of each id, in hex, which of a user's accounts it names. */
export async function accountsByIdHash(orm: Orm, userId: string): Promise<Map<string, string>> {
  const rows = await orm
    .select({ idHash: webhookIds.idHash, accountId: webhookIds.accountId })
    .from(webhookIds)
    .innerJoin(accounts, eq(accounts.id, webhookIds.accountId))
    .where(eq(accounts.userId, userId));
  return new Map(rows.map(({ idHash, accountId }) => [Buffer.from(idHash).toString("hex"), accountId]));
}

/** Gives accounts, which have none, their present ids. Within a transaction. */
export async function addWebhookIds(
  orm: Orm,
  owners: readonly Pick<AccountRow, "id" | "userId">[],
  secretBox: Pick<SecretBox, "seal">,
  createdAt: Date,
): Promise<void> {
  if (owners.length === 0) return;
  const rows = owners.map(({ id: accountId, userId }) => {
    const id = newWebhookId();
    const idHash = hashToken(id);
    return { idHash, sealedId: secretBox.seal(id, placeOfWebhookId(userId, idHash)), accountId, createdAt };
  });
  await orm.insert(webhookIds).values(rows);
}

/** Lets an account's present id work on until then: it isn't the present one any more. Within a transaction. */
export async function retireWebhookId(orm: Orm, accountId: string, worksUntil: Date): Promise<void> {
  await orm
    .update(webhookIds)
    .set({ worksUntil })
    .where(and(eq(webhookIds.accountId, accountId), isNull(webhookIds.worksUntil)));
}

/** Whether an account has an old id that works at `now`. */
export async function hasOldWebhookId(orm: Orm, accountId: string, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ accountId: webhookIds.accountId })
    .from(webhookIds)
    .where(and(eq(webhookIds.accountId, accountId), gt(webhookIds.worksUntil, now)));
  return rows.length > 0;
}

/** Ends an account's old id, or erases it when its time is over. Within a transaction. */
export async function endOldWebhookId(orm: Orm, accountId: string): Promise<void> {
  await orm.delete(webhookIds).where(and(eq(webhookIds.accountId, accountId), isNotNull(webhookIds.worksUntil)));
}

/** Erases the old ids whose time is over: nothing goes by them any more. */
export async function eraseEndedWebhookIds(db: Queryable, now: Date): Promise<void> {
  await db.query("delete from webhook_ids where works_until <= $1", [now]);
}

// Signals since the change only: an earlier one had an old id of its own.
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
  /** Null for the account's present id. */
  readonly worksUntil: Date | null;
  /** When an alert was last stored that named this old id; null when none was, and for the present id. */
  readonly lastUsedAtUs: number | null;
}

/** The ids of a user's accounts that work at `now`: of each the present one, and maybe an old one. */
export async function listWorkingIds(db: Queryable, userId: string, now: Date): Promise<WorkingId[]> {
  return await db.query<WorkingId>(WORKING, [userId, now]);
}

interface WrappedId {
  readonly userId: string;
  readonly idHash: Uint8Array;
  readonly sealedId: string;
}

/** Ids that another key than `keyId` wraps. */
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

const LENGTH = 26;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const WEBHOOK_ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** What alerts name an account by: 130 random bits, as it is all that an alert needs to trade (docs/security.md, Sources: at least 128). */
export function newWebhookId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");
}

/** Whether a text could be a webhook id at all. */
export function isWebhookId(text: string): boolean {
  return WEBHOOK_ID.test(text);
}
