import { hash } from "node:crypto";
import type { Credentials } from "@chartrelay/venues";
import type { Queryable } from "../../platform/db/database.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import { isAccountId } from "./account-id.ts";
import { batchedLoader, type Entry, type LinkedAccount } from "./directory-loader.ts";
import { placeOf } from "./store.ts";

/** An account's key, opened, with what goes along with each order that it signs. */
export type OpenedKey = Credentials & Pick<LinkedAccount, "allowMargin" | "keyRefusal" | "proUntil">;

/** The accounts in memory, for the way of an alert. */
export interface AccountDirectory {
  /**
   * Undefined for an id that no account has. Known accounts are answered from memory.
   * @throws whatever the storage throws, when the account isn't in memory.
   */
  lookup(accountId: string): Promise<LinkedAccount | undefined>;
  /**
   * The account's opened keys, for one use. Undefined when the account is gone or lacks a key.
   * @throws {SecretUnreadable} when a key doesn't open.
   */
  credentials(accountId: string): Promise<OpenedKey | undefined>;
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

  return {
    lookup: async (accountId) => (await entryOf(accountId))?.account,
    async credentials(accountId) {
      const entry = await entryOf(accountId);
      if (!entry?.apiKey || !entry.secretKey) return undefined;
      const { account, apiKey, secretKey } = entry;
      return {
        apiKey: secretBox.open(apiKey, placeOf(account, "apiKey")),
        secretKey: secretBox.open(secretKey, placeOf(account, "secretKey")),
        isDemo: account.isDemo,
        allowMargin: account.allowMargin,
        keyRefusal: account.keyRefusal,
        proUntil: account.proUntil,
      };
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
