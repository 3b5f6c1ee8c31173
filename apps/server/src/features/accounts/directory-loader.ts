import type { Language } from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import type { AccountRow } from "./store.ts";

/** What the relay needs to know of an account. */
export interface LinkedAccount {
  readonly id: string;
  readonly userId: string;
  /** Its user's. */
  readonly language: Language;
  readonly venue: AccountRow["venue"];
  readonly isDemo: boolean;
  /** A setting of the account: Alor's allowMargin, T-Invest's confirmMarginTrade. */
  readonly allowMargin: boolean;
  /** What was found against its key when that was last checked. */
  readonly keyRefusal: AccountRow["keyRefusal"];
  /** Its own chat or, where it has none, its user's. */
  readonly telegramChatId: string | null;
  /** When its owner's PRO ends, or ended; null when it never began. */
  readonly proUntil: Date | null;
  /** Its alerts are refused. */
  readonly isPaused: boolean;
  readonly onUnknownOutcome: AccountRow["onUnknownOutcome"];
  readonly keyVersion: number;
}

/** An account as it is held in memory: its keys stay sealed. */
export interface Entry {
  readonly account: LinkedAccount;
  readonly apiKey: string | null;
  readonly secretKey: string | null;
}

const MAX_BATCH = 1_000;
const SELECT_ACCOUNTS = `
  select accounts.id, user_id as "userId", language, venue, is_demo as "isDemo", allow_margin as "allowMargin",
    key_refusal as "keyRefusal", is_paused as "isPaused", on_unknown_outcome as "onUnknownOutcome", key_version as "keyVersion",
    coalesce(accounts.telegram_chat_id, users.telegram_chat_id) as "telegramChatId",
    api_key as "apiKey", secret_key as "secretKey", pro_until as "proUntil"
  from accounts join users on users.id = accounts.user_id left join subscriptions using (user_id)
  where accounts.id = any($1::text[])`;

/**
 * Loads accounts by id with one query at a time: whoever asks while a query runs shares the next one. A flood of unknown
 * ids, or of known ones after a start, so costs the storage one connection.
 */
export function batchedLoader(storage: Queryable): (accountId: string) => Promise<Entry | undefined> {
  const waiting = new Map<string, PromiseWithResolvers<Entry | undefined>>();
  let isLoading = false;

  async function loadWaiting(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, MAX_BATCH));
      for (const id of batch.keys()) waiting.delete(id);
      try {
        const found = await load(storage, [...batch.keys()]);
        for (const [id, { resolve }] of batch) resolve(found.get(id));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    isLoading = false;
  }

  return (accountId) => {
    const asked = waiting.get(accountId) ?? Promise.withResolvers<Entry | undefined>();
    waiting.set(accountId, asked);
    void loadWaiting();
    return asked.promise;
  };
}

async function load(storage: Queryable, ids: readonly string[]): Promise<Map<string, Entry>> {
  const rows = await storage.query<LinkedAccount & Omit<Entry, "account">>(SELECT_ACCOUNTS, [ids]);
  return new Map(rows.map(({ apiKey, secretKey, ...account }) => [account.id, { account, apiKey, secretKey }]));
}
