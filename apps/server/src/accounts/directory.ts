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

/** Which key of an account: the user is the one whose account it is or was. */
export interface PinnedKey {
  readonly accountId: string;
  readonly userId: string;
  readonly keyVersion: number;
}

/** The account that an alert names. */
export interface NamedAccount {
  readonly account: LinkedAccount;
  /** The alert named it by an id that was changed, and works on for a while. */
  readonly usedOldId: boolean;
}

/** The accounts in memory, for the way of an alert. */
export interface AccountDirectory {
  /**
   * The account that an alert names by its webhook id. Undefined for an id that no account has, or has no more. Known
   * accounts are answered from memory.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  named(webhookId: string): Promise<NamedAccount | undefined>;
  /** An account by its own id; otherwise as `named`. */
  lookup(accountId: string): Promise<LinkedAccount | undefined>;
  /**
   * What an account's alerts name it by now; its own id for one that is gone, or whose webhook id doesn't open.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  webhookIdOf(accountId: string): Promise<string>;
  /**
   * The opened keys that an account's orders were, or are to be, sent with under one version of its key, for one use: its
   * own, or those that it retired. Undefined when they are gone, or were never complete.
   * @throws {SecretUnreadable} when a key doesn't open, and whatever the storage throws.
   */
  credentialsOf(pinned: PinnedKey): Promise<Credentials | undefined>;
  /** Forgets one account, or all: after a notification on `accounts_changed`, and after a time without hearing any. */
  invalidate(accountId?: string): void;
  /** Forgets a user's accounts: once they were changed here, and after a notification that their subscription changed. */
  invalidateOf(userId: string): void;
}

export interface AccountDirectoryParts {
  /** Asked for accounts that aren't in memory, with one query at a time. */
  readonly storage: Queryable;
  readonly secretBox: SecretBox;
  readonly clock: Pick<Clock, "nowMs">;
  /** How many accounts stay in memory; the one unused for longest goes first. */
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
  /** Whose webhook id that is, by its hash: so that the time of a lookup tells nothing about the ids that exist. */
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
    // What was invalidated meanwhile may have been read before the change: it answers this call and isn't kept.
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
      // Whose those are that are being read by a webhook id isn't known yet.
      loading.clear();
    },
    invalidateOf(userId) {
      const theirs = [...known.values()].filter(({ account }) => account.userId === userId);
      for (const { account } of theirs) known.delete(account.id);
      loading.clear();
    },
  };
}

/** Shows a row with what its account's alerts name it by now, in place of the account's own id. */
export type ShowingAccountId = <Row extends { readonly accountId: string }>(row: Row) => Promise<Row>;

/** Makes what shows the rows of one answer: each account is looked up once, were there a million rows of it. */
export function showingAccountIds({ webhookIdOf }: Pick<AccountDirectory, "webhookIdOf">): ShowingAccountId {
  const asked = new Map<string, Promise<string>>();
  return async (row) => {
    const { accountId } = row;
    const id = asked.get(accountId) ?? webhookIdOf(accountId);
    asked.set(accountId, id);
    return { ...row, accountId: await id };
  };
}
