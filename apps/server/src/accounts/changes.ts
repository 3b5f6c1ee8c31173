/** Lists what a save changed in a user's accounts, for the audit log: field names, never their values. */
import { ACCOUNT_FIELDS } from "@chartrelay/contract";
import { namedAccount, type NamedAccount } from "../messaging/index.ts";
import type { AccountRow } from "./account-row.ts";

export interface AccountChange {
  readonly action: "account_added" | "account_changed" | "account_removed";
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

const GUARDED = ["apiKey", "secretKey", "telegramChatId", "allowMargin"] as const;
const UNTOUCHED = { apiKey: null, secretKey: null, telegramChatId: null, allowMargin: false } as const;

/** The guarded fields that changed in an account, which is named as it is after the change. */
export interface GuardedChange extends NamedAccount {
  readonly fields: readonly (typeof ACCOUNT_FIELDS)[number][];
}

/**
 * Returns the changes that affect where money and messages go: keys, chat, margin, and an account that leaves demo.
 * Somebody who stole a session gains nothing by pausing, going to demo, adding an empty account or removing one.
 */
export function guardedChangesOf(before: readonly AccountRow[], put: readonly AccountRow[]): GuardedChange[] {
  const stored = new Map(before.map((row) => [row.id, row]));
  return put.flatMap((row) => {
    const earlier = stored.get(row.id);
    const changed = GUARDED.filter((field) => row[field] !== (earlier ?? UNTOUCHED)[field]);
    const fields = [...changed, ...(earlier?.isDemo && !row.isDemo ? (["isDemo"] as const) : [])];
    return fields.length === 0 ? [] : [{ ...namedAccount(row), fields }];
  });
}

/** Returns the changes from `before` to what was put and removed; an entry posted back unchanged isn't one. */
export function changesOf(
  before: readonly AccountRow[],
  put: readonly AccountRow[],
  removedIds: readonly string[],
): AccountChange[] {
  const stored = new Map(before.map((row) => [row.id, row]));
  const changed = put.flatMap((row): AccountChange[] => {
    const earlier = stored.get(row.id);
    if (!earlier) return [{ action: "account_added", subject: row.id, details: { exchange: row.venue } }];
    const fields = ACCOUNT_FIELDS.filter((field) => row[field] !== earlier[field]);
    if (fields.length === 0) return [];
    return [
      { action: "account_changed", subject: row.id, details: { exchange: row.venue, fields: fields.join(", ") } },
    ];
  });
  const removed = removedIds.map((id): AccountChange => {
    const exchange = stored.get(id)?.venue;
    return { action: "account_removed", subject: id, details: exchange ? { exchange } : {} };
  });
  return [...changed, ...removed];
}
