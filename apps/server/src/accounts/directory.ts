import { hash } from "node:crypto";
import type { Credentials } from "@chartrelay/venues";
import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { type AccountKey, batchedLoader, type Entry, type LinkedAccount } from "./directory-loader.ts";
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
  /** By account id. */
  const known = new LRUCache<string, Entry>({
    max: capacity,
    dispose: ({ webhookIds }) => {
      for (const { hash: idHash } of webhookIds) accountByHash.delete(idHash);
    },
  });
  /** Account ids by the hash of a webhook id, so that the time of a lookup reveals nothing about the ids that exist. */
  const accountByHash = new Map<string, string>();
  const loading = new Map<AccountKey, Promise<Entry | undefined>>();
  const load = batchedLoader(storage);

  function remember(entry: Entry): void {
    const { id } = entry.account;
    known.set(id, entry);
    for (const { hash: idHash } of entry.webhookIds) accountByHash.set(idHash, id);
  }

  function entryOf(key: AccountKey, accountId: string | undefined): Entry | undefined | Promise<Entry | undefined> {
    const entry = accountId === undefined ? undefined : known.get(accountId);
    return entry ?? loading.get(key) ?? fetchEntry(key);
  }

  const entryById = (accountId: string) => entryOf(`id ${accountId}`, accountId);

  function fetchEntry(key: AccountKey): Promise<Entry | undefined> {
    // An entry invalidated meanwhile may have been read before the change: it answers this call but isn't cached.
    const isCurrent = () => loading.get(key) === fetching && loading.delete(key);
    const fetching: Promise<Entry | undefined> = load(key).then(
      (entry) => {
        if (isCurrent() && entry) remember(entry);
        return entry;
      },
      (error: unknown) => {
        isCurrent();
        throw error;
      },
    );
    loading.set(key, fetching);
    return fetching;
  }

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
      const entry = await entryOf(`hash ${idHash}`, accountByHash.get(idHash));
      const id = entry?.webhookIds.find((each) => each.hash === idHash);
      if (!entry || !id) return undefined;
      const { worksUntilMs } = id;
      if (worksUntilMs !== null && worksUntilMs <= clock.nowMs()) return undefined;
      return { account: entry.account, usedOldId: worksUntilMs !== null };
    },
    lookup: async (accountId) => (await entryById(accountId))?.account,
    async webhookIdOf(accountId) {
      const entry = await entryById(accountId);
      const present = entry?.webhookIds.find(({ worksUntilMs }) => worksUntilMs === null);
      if (!entry || !present) return accountId;
      const idHash = Buffer.from(present.hash, "base64");
      return openWebhookId(secretBox, entry.account.userId, { ...present, idHash }) ?? accountId;
    },
    async credentialsOf({ accountId, userId, keyVersion }) {
      const entry = await entryById(accountId);
      const owner = { id: accountId, userId };
      if (entry?.account.keyVersion !== keyVersion) {
        const retired = await findRetiredKey(storage, accountId, keyVersion);
        return retired && open(retired, owner);
      }
      const { apiKey, secretKey } = entry;
      const { isDemo } = entry.account;
      return apiKey && secretKey ? open({ apiKey, secretKey, isDemo }, owner) : undefined;
    },
    invalidate(accountId) {
      if (accountId === undefined) known.clear();
      else known.delete(accountId);
      // A load by webhook id may be for any account: it isn't known yet.
      loading.clear();
    },
    invalidateOf(userId) {
      const theirs = [...known.values()].filter(({ account }) => account.userId === userId);
      for (const { account } of theirs) known.delete(account.id);
      loading.clear();
    },
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
