/** Merges a posted list of entries into the stored ones: specification, sections 4 to 6. Plain data in and out. */
import { MAX_ACCOUNTS, type AccountEntry } from "@chartrelay/contract";
import type { AccountRow } from "./account-row.ts";
import { keyEndingOf } from "./key-ending.ts";
import type { KeyField } from "./store.ts";

const UNCHECKED = { keyCheckedAt: null, keyRefusal: null, keyExpiresAt: null } as const;

export interface SaveRules {
  readonly userId: string;
  readonly isPro: boolean;
  readonly now: Date;
  newId(): string;
  seal(key: string, account: Pick<AccountRow, "id" | "userId">, field: KeyField): string;
}

export interface Merged {
  /** Added or changed entries, as they should be stored. */
  readonly put: readonly AccountRow[];
  readonly removedIds: readonly string[];
  /** `<index>.<field>` → key of the `validation` texts. If there are any, nothing must be stored. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Applies the entries in order: one without an id is added, one with an id is changed, one marked deleted is removed.
 * Stored entries that aren't named stay as they are.
 */
export function mergeEntries(
  stored: readonly AccountRow[],
  entries: readonly AccountEntry[],
  rules: SaveRules,
): Merged {
  const accounts = new Map(stored.map((row) => [row.id, row]));
  const put = new Map<string, AccountRow>();
  const removedIds: string[] = [];
  const errors: Record<string, string> = {};
  let youngestMs = Math.max(0, ...stored.map(({ createdAt }) => createdAt.getTime()));

  function keep(row: AccountRow): void {
    accounts.set(row.id, row);
    put.set(row.id, row);
  }

  for (const [index, entry] of entries.entries()) {
    const refuse = (field: keyof AccountEntry, reason: string) => void (errors[`${index}.${field}`] ??= reason);
    if (!entry.id) {
      if (entry.isDeleted) continue;
      if (!entry.exchange) refuse("exchange", "required");
      else if (accounts.size >= MAX_ACCOUNTS) refuse("exchange", "too_many_entries");
      else {
        // The list is sorted by age: this keeps entries of one save in the order in which they were posted.
        youngestMs = Math.max(rules.now.getTime(), youngestMs + 1);
        keep(added(entry, entry.exchange, new Date(youngestMs), rules, arePausedTogether(stored)));
      }
      continue;
    }
    const current = accounts.get(entry.id);
    if (!current) {
      // Another page may already have removed it: that is fine.
      if (!entry.isDeleted) refuse("id", "unknown_entry");
    } else if (entry.isDeleted) {
      accounts.delete(current.id);
      put.delete(current.id);
      removedIds.push(current.id);
    } else if (entry.exchange && entry.exchange !== current.venue) refuse("exchange", "exchange_fixed");
    else if (!rules.isPro && current.isDemo && entry.isDemo === false) refuse("isDemo", "demo_only");
    else if (changes(entry, current)) keep(changed(entry, current, rules));
  }
  return { put: [...put.values()], removedIds, errors };
}

/** Returns a new account. While all others are paused together, it is paused with them. */
function added(
  { isPaused: isToBePaused, ...entry }: AccountEntry,
  venue: AccountRow["venue"],
  createdAt: Date,
  rules: SaveRules,
  isPaused: boolean,
): AccountRow {
  const blank: AccountRow = {
    id: rules.newId(),
    userId: rules.userId,
    name: null,
    venue,
    apiKey: null,
    keyEnding: null,
    secretKey: null,
    telegramChatId: null,
    isDemo: !rules.isPro,
    allowMargin: false,
    isPaused,
    isPausedWithAll: isPaused,
    onUnknownOutcome: "wait",
    keyVersion: 0,
    ...UNCHECKED,
    createdAt,
  };
  const asked = { ...entry, isPaused: isPaused || isToBePaused };
  return changed(rules.isPro ? asked : { ...asked, isDemo: true }, blank, rules);
}

const arePausedTogether = (accounts: readonly AccountRow[]) =>
  accounts.every(({ isPaused }) => isPaused) && accounts.some(({ isPausedWithAll }) => isPausedWithAll);

/** Applies an entry: omitted fields stay, an empty name or chat id removes the stored one. */
function changed(entry: AccountEntry, current: AccountRow, { seal }: SaveRules): AccountRow {
  const apiKey = givenKey(entry.apiKey);
  const isPaused = entry.isPaused ?? current.isPaused;
  const sealed = (field: KeyField) => {
    const key = givenKey(entry[field]);
    return key === undefined ? current[field] : seal(key, current, field);
  };
  return {
    ...current,
    ...(changesKey(entry, current) && { ...UNCHECKED, keyVersion: current.keyVersion + 1 }),
    name: entry.name === undefined ? current.name : entry.name || null,
    apiKey: sealed("apiKey"),
    keyEnding: apiKey === undefined ? current.keyEnding : keyEndingOf(apiKey),
    secretKey: sealed("secretKey"),
    telegramChatId: entry.telegramChatId === undefined ? current.telegramChatId : entry.telegramChatId || null,
    isDemo: entry.isDemo ?? current.isDemo,
    allowMargin: entry.allowMargin ?? current.allowMargin,
    isPaused,
    isPausedWithAll: isPaused && current.isPausedWithAll,
    onUnknownOutcome: entry.onUnknownOutcome ?? current.onUnknownOutcome,
  };
}

function changes(entry: AccountEntry, current: AccountRow): boolean {
  return (
    changesKey(entry, current) ||
    (entry.name !== undefined && (entry.name || null) !== current.name) ||
    (entry.telegramChatId !== undefined && (entry.telegramChatId || null) !== current.telegramChatId) ||
    (entry.allowMargin ?? current.allowMargin) !== current.allowMargin ||
    (entry.isPaused ?? current.isPaused) !== current.isPaused ||
    (entry.onUnknownOutcome ?? current.onUnknownOutcome) !== current.onUnknownOutcome
  );
}

/** Returns whether the last key check no longer applies: a key for one environment isn't valid in the other. */
function changesKey(entry: AccountEntry, current: AccountRow): boolean {
  return (
    givenKey(entry.apiKey) !== undefined ||
    givenKey(entry.secretKey) !== undefined ||
    (entry.isDemo ?? current.isDemo) !== current.isDemo
  );
}

/** Returns undefined for an empty key, or one that is only the mask's dots. */
function givenKey(key: string | null | undefined): string | undefined {
  return key && !/^•+$/.test(key) ? key : undefined;
}
