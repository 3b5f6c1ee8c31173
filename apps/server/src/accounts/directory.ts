import { hash } from "node:crypto";
import type { Credentials } from "@chartrelay/venues";
import { createCachedEntries } from "../platform/cached-entries.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { type Entry, type LinkedAccount, loadAccounts } from "./directory-loader.ts";
import { findRetiredKey, type SealedKey } from "./retired-keys.ts";
import type { AccountRow } from "./account-row.ts";
import { placeOf } from "./store.ts";
import { isWebhookId, openWebhookId } from "./webhook-ids.ts";

/** Identifies a key of an account; the user is its present or former owner. */
export interface PinnedKey {
  readonly accountId: string;
  readonly userId: string;
  readonly keyVersion: number;
}

/** The account that an alert names. */
export interface NamedAccount {
  readonly account: LinkedAccount;
  /** Whether the alert used an old id, which keeps working for a while. */
  readonly usedOldId: boolean;
}

/** The accounts in memory, for processing alerts. */
export interface AccountDirectory {
  /**
   * Returns the account that an alert names by its webhook id; undefined for an id that no account has, or no longer
   * has. Known accounts are answered from memory.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  named(webhookId: string): Promise<NamedAccount | undefined>;
  /** Returns an account by its own id; otherwise like `named`. */
  lookup(accountId: string): Promise<LinkedAccount | undefined>;
  /**
   * Returns the id by which alerts now name an account; its own id if it is gone, or its webhook id doesn't open.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  webhookIdOf(accountId: string): Promise<string>;
  /**
   * Returns the opened keys of one version of an account's key, its current or a retired one, for one use: to send or
   * look up its orders. Undefined if they are gone, or were never complete.
   * @throws {SecretUnreadable} when a key doesn't open, and whatever the storage throws.
   */
  credentialsOf(pinned: PinnedKey): Promise<Credentials | undefined>;
  /** Drops one account, or all: after an `accounts_changed` notification, or when some may have been missed. */
  invalidate(accountId?: string): void;
  /** Drops a user's accounts: after a change made here, or a notification that their subscription changed. */
  invalidateOf(userId: string): void;
}

export interface AccountDirectoryParts {
  /** Queried for accounts that aren't in memory, one query at a time. */
  readonly storage: Queryable;
  readonly secretBox: SecretBox;
  readonly clock: Pick<Clock, "nowMs">;
  /** How many accounts stay in memory; the least recently used one is evicted first. */
  readonly capacity?: number;
}

const DEFAULT_CAPACITY = 50_000;

export function createAccountDirectory({
  storage,
  secretBox,
  clock,
  capacity = DEFAULT_CAPACITY,
}: AccountDirectoryParts): AccountDirectory {
  const known = createCachedEntries<Entry>({
    load: (keys) => loadAccounts(storage, keys),
    idOf: ({ account }) => account.id,
    hashesOf: ({ webhookIds }) => webhookIds.map((each) => each.hash),
    capacity,
  });

  function open({ apiKey, secretKey, isDemo }: SealedKey, account: Pick<AccountRow, "id" | "userId">): Credentials {
    return {
      apiKey: secretBox.open(apiKey, placeOf(account, "apiKey")),
      secretKey: secretBox.open(secretKey, placeOf(account, "secretKey")),
      isDemo,
    };
  }

  return {
    async named(webhookId) {
      if (!isWebhookId(webhookId)) return undefined;
      const idHash = hash("sha256", webhookId, "base64");
      const entry = await known.byHash(idHash);
      const id = entry?.webhookIds.find((each) => each.hash === idHash);
      if (!entry || !id) return undefined;
      const { worksUntilMs } = id;
      if (worksUntilMs !== null && worksUntilMs <= clock.nowMs()) return undefined;
      return { account: entry.account, usedOldId: worksUntilMs !== null };
    },
    lookup: async (accountId) => (await known.byId(accountId))?.account,
    async webhookIdOf(accountId) {
      const entry = await known.byId(accountId);
      const present = entry?.webhookIds.find(({ worksUntilMs }) => worksUntilMs === null);
      if (!entry || !present) return accountId;
      const idHash = Buffer.from(present.hash, "base64");
      return openWebhookId(secretBox, entry.account.userId, { ...present, idHash }) ?? accountId;
    },
    async credentialsOf({ accountId, userId, keyVersion }) {
      const entry = await known.byId(accountId);
      const owner = { id: accountId, userId };
      if (entry?.account.keyVersion !== keyVersion) {
        const retired = await findRetiredKey(storage, accountId, keyVersion);
        return retired && open(retired, owner);
      }
      const { apiKey, secretKey } = entry;
      const { isDemo } = entry.account;
      return apiKey && secretKey ? open({ apiKey, secretKey, isDemo }, owner) : undefined;
    },
    invalidate: (accountId) => known.drop(accountId),
    invalidateOf: (userId) => known.dropWhere(({ account }) => account.userId === userId),
  };
}

/** Returns a row with the id by which alerts now name its account, in place of the account's own id. */
export type ShowingAccountId = <Row extends { readonly accountId: string }>(row: Row) => Promise<Row>;

/** Returns a function for the rows of one response: it looks each account up once, even for a million rows. */
export function showingAccountIds({ webhookIdOf }: Pick<AccountDirectory, "webhookIdOf">): ShowingAccountId {
  const asked = new Map<string, Promise<string>>();
  return async (row) => {
    const { accountId } = row;
    const id = asked.get(accountId) ?? webhookIdOf(accountId);
    asked.set(accountId, id);
    return { ...row, accountId: await id };
  };
}
