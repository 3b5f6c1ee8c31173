import type { Language } from "@chartrelay/contract";
import { type EntryKey, keysOf } from "../platform/cached-entries.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { AccountRow } from "./account-row.ts";

/** What the relay needs to know about an account. */
export interface LinkedAccount {
  readonly id: string;
  readonly userId: string;
  /** The user's. */
  readonly language: Language;
  readonly name: AccountRow["name"];
  readonly venue: AccountRow["venue"];
  readonly keyEnding: AccountRow["keyEnding"];
  readonly isDemo: boolean;
  /** A setting of the account: Alor's allowMargin, T-Invest's confirmMarginTrade. */
  readonly allowMargin: boolean;
  /** Why its key was refused when it was last checked. */
  readonly keyRefusal: AccountRow["keyRefusal"];
  /** Its own chat or, if it has none, its user's. */
  readonly telegramChatId: string | null;
  /** When its owner's PRO ends, or ended; null when it never began. */
  readonly proUntil: Date | null;
  /** If true, its alerts are refused. */
  readonly isPaused: boolean;
  /** Whether a stop of the account, or of everything, is in force; see stops. */
  readonly isStopped: boolean;
  /** Its user's strategies that a stop is in force for, by their own ids. */
  readonly stoppedStrategies: readonly string[];
  readonly onUnknownOutcome: AccountRow["onUnknownOutcome"];
  readonly keyVersion: number;
}

/** An id by which alerts may name the account. */
export interface KnownWebhookId {
  /** SHA-256 of the id, in base64. */
  readonly hash: string;
  readonly sealedId: string;
  /** When it stops working; null for the account's current id. */
  readonly worksUntilMs: number | null;
}

/** An account as held in memory: its keys stay sealed. */
export interface Entry {
  readonly account: LinkedAccount;
  readonly apiKey: string | null;
  readonly secretKey: string | null;
  readonly webhookIds: readonly KnownWebhookId[];
}

const SELECT_ACCOUNTS = `
  select accounts.id, user_id as "userId", language, name, venue, key_ending as "keyEnding", is_demo as "isDemo", allow_margin as "allowMargin",
    key_refusal as "keyRefusal", is_paused as "isPaused", on_unknown_outcome as "onUnknownOutcome", key_version as "keyVersion",
    coalesce(accounts.telegram_chat_id, users.telegram_chat_id) as "telegramChatId",
    api_key as "apiKey", secret_key as "secretKey", pro_until as "proUntil",
    exists (select from stops where stops.user_id = accounts.user_id and lifted_at is null
      and (scope = 'all' or (scope = 'account' and subject_id = accounts.id))) as "isStopped",
    (select coalesce(json_agg(subject_id), '[]') from stops
     where stops.user_id = accounts.user_id and lifted_at is null and scope = 'strategy') as "stoppedStrategies",
    (select json_agg(json_build_object('hash', encode(id_hash, 'base64'), 'sealedId', sealed_id,
      'worksUntilMs', floor(extract(epoch from works_until) * 1000)))
     from webhook_ids where account_id = accounts.id) as "webhookIds"
  from accounts join users on users.id = accounts.user_id left join subscriptions using (user_id)
  where accounts.id in (
    select unnest($1::text[])
    union all
    select account_id from webhook_ids where id_hash in (select decode(hash, 'base64') from unnest($2::text[]) hash))`;

/** Loads accounts, each under every key that it may be looked up by. */
export async function loadAccounts(storage: Queryable, keys: readonly EntryKey[]): Promise<Map<EntryKey, Entry>> {
  const rows = await storage.query<LinkedAccount & Omit<Entry, "account">>(SELECT_ACCOUNTS, [
    keysOf("id", keys),
    keysOf("hash", keys),
  ]);
  const entries = rows.map(({ apiKey, secretKey, webhookIds, ...account }): Entry => ({
    account,
    apiKey,
    secretKey,
    webhookIds: webhookIds ?? [],
  }));
  return new Map(
    entries.flatMap((entry) => [
      [`id ${entry.account.id}`, entry] as const,
      ...entry.webhookIds.map(({ hash }) => [`hash ${hash}`, entry] as const),
    ]),
  );
}
