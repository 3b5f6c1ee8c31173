import { hash } from "node:crypto";
import type { Credentials } from "@chartrelay/venues";
import type { Queryable } from "../../platform/db/database.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import { isAccountId } from "./account-id.ts";
import { batchedLoader, type Entry, type LinkedAccount } from "./directory-loader.ts";
import { findRetiredKey, type SealedKey } from "./retired-keys.ts";
import { placeOf, type AccountRow } from "./store.ts";

/** Which key of an account: the user is the one whose account it is or was. */
export interface PinnedKey {
  readonly accountId: string;
  readonly userId: string;
  readonly keyVersion: number;
}

/** The accounts in memory, for the way of an alert. */
export interface AccountDirectory {
  /**
   * Undefined for an id that no account has. Known accounts are answered from memory.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  lookup(accountId: string): Promise<LinkedAccount | undefined>;
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
  /** How many accounts stay in memory; the one unused for longest goes first. */
  readonly capacity?: number;
}

const DEFAULT_CAPACITY = 50_000;

export function createAccountDirectory({
  storage,
  secretBox,
  capacity = DEFAULT_CAPACITY,
}: AccountDirectoryParts): AccountDirectory {
  /** By hash, so that the time of a lookup tells nothing about the ids that exist. The oldest use comes first. */
  const known = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry | undefined>>();
  const load = batchedLoader(storage);

  function remember(key: string, entry: Entry): void {
    known.delete(key);
    known.set(key, entry);
    if (known.size <= capacity) return;
    for (const oldest of known.keys()) {
      known.delete(oldest);
      break;
    }
  }

  function entryOf(accountId: string): Entry | undefined | Promise<Entry | undefined> {
    if (!isAccountId(accountId)) return undefined;
    const key = hash("sha256", accountId, "base64url");
    const entry = known.get(key);
    if (!entry) return loading.get(key) ?? fetchEntry(key, accountId);
    remember(key, entry);
    return entry;
  }

  function fetchEntry(key: string, accountId: string): Promise<Entry | undefined> {
    // What was invalidated meanwhile may have been read before the change: it answers this call and isn't kept.
    const isCurrent = () => loading.get(key) === fetching && loading.delete(key);
    const fetching: Promise<Entry | undefined> = load(accountId).then(
      (entry) => {
        if (isCurrent() && entry) remember(key, entry);
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
    lookup: async (accountId) => (await entryOf(accountId))?.account,
    async credentialsOf({ accountId, userId, keyVersion }) {
      const entry = await entryOf(accountId);
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
      if (accountId === undefined) {
        known.clear();
        loading.clear();
        return;
      }
      const key = hash("sha256", accountId, "base64url");
      known.delete(key);
      loading.delete(key);
    },
    invalidateOf(userId) {
      for (const [key, { account }] of known) if (account.userId === userId) known.delete(key);
      // Whose those are that are being read isn't known yet.
      loading.clear();
    },
  };
}
