import { MASKED_KEY, type Account, type AccountEntry } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { fieldProblem } from "../../platform/http/problem.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { Subscriptions } from "../subscriptions/index.ts";
import { recordAudit } from "../audit/index.ts";
import { requireRecentSignIn, type SignedInUser } from "../auth/index.ts";
import { accountsChangedMail } from "../mail/index.ts";
import type { Outbox } from "../notify/index.ts";
import { newAccountId } from "./account-id.ts";
import { changesOf, guardedChangesOf } from "./changes.ts";
import { leaveChat } from "./chats.ts";
import { mergeEntries } from "./merge.ts";
import { retireKeys } from "./retired-keys.ts";
import {
  chatProblems,
  deleteAccount,
  listAccounts,
  lockAccountsOf,
  notifyChanged,
  placeOf,
  putAccount,
  type AccountRow,
} from "./store.ts";

export interface Accounts {
  /** A user's accounts, the oldest first. */
  list(userId: string): Promise<Account[]>;
  /**
   * Saves a list of entries, all or none, and gives the list as it stands then.
   * @throws {Problem} validation_failed with fields `<index>.<field>`; recent_sign_in_required for what `guardedChangesOf` finds.
   */
  save(user: SignedInUser, entries: readonly AccountEntry[], origin: Origin): Promise<Account[]>;
}

export interface AccountsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly subscriptions: Pick<Subscriptions, "isPro">;
  readonly outbox: Pick<Outbox, "put">;
  /** Accounts were saved whose keys nobody has checked yet. */
  readonly onUnchecked: (userId: string, accountIds: readonly string[]) => void;
  /** A user's accounts were saved. */
  readonly onChanged: (userId: string) => void;
}

export function createAccounts({
  database: { orm },
  clock,
  secretBox,
  subscriptions,
  outbox,
  onUnchecked,
  onChanged,
}: AccountsParts): Accounts {
  const present = async (rows: readonly AccountRow[]): Promise<Account[]> => {
    const problems = await chatProblems(
      orm,
      rows.flatMap(({ telegramChatId }) => telegramChatId ?? []),
    );
    return rows.map((row) => presentAccount(row, problems.get(row.telegramChatId ?? "") ?? null));
  };
  return {
    list: async (userId) => present(await listAccounts(orm, userId)),

    async save(user, entries, origin) {
      const { id: userId } = user;
      const isPro = await subscriptions.isPro(userId);
      const saved = await orm.transaction(async (tx) => {
        await lockAccountsOf(tx, userId);
        const before = await listAccounts(tx, userId);
        const now = new Date(clock.nowMs());
        const { put, removedIds, errors } = mergeEntries(before, entries, {
          userId,
          isPro,
          now,
          newId: newAccountId,
          seal: (key, account, field) => secretBox.seal(key, placeOf(account, field)),
        });
        if (Object.keys(errors).length > 0) throw fieldProblem(errors);
        const guarded = guardedChangesOf(before, put);
        if (guarded.length > 0) {
          requireRecentSignIn(user, now.getTime());
          await outbox.put(tx, accountsChangedMail(user, now, guarded));
        }
        await retireKeys(tx, [...withOtherKey(before, put), ...removedIds]);
        for (const row of put) await putAccount(tx, row);
        for (const id of removedIds) await deleteAccount(tx, id);
        await leaveChat(tx, userId, withoutChat(before, put));
        for (const id of [...put.map((row) => row.id), ...removedIds]) await notifyChanged(tx, id);
        for (const change of changesOf(before, put, removedIds)) {
          await recordAudit(tx, { at: now, userId, actor: userId, ...change, ...origin });
        }
        return listAccounts(tx, userId);
      });
      onChanged(userId);
      const isUnchecked = (row: AccountRow) =>
        row.keyCheckedAt === null && row.apiKey !== null && row.secretKey !== null;
      onUnchecked(
        userId,
        saved.filter(isUnchecked).map(({ id }) => id),
      );
      return await present(saved);
    },
  };
}

/** Accounts whose key or circuit isn't what it was `before`. */
function withOtherKey(before: readonly AccountRow[], put: readonly AccountRow[]): string[] {
  const versions = new Map(before.map(({ id, keyVersion }) => [id, keyVersion]));
  return put.filter(({ id, keyVersion }) => versions.has(id) && versions.get(id) !== keyVersion).map(({ id }) => id);
}

/** Accounts that told a chat `before`, and shall tell none. */
function withoutChat(before: readonly AccountRow[], put: readonly AccountRow[]): string[] {
  const told = new Set(before.flatMap(({ id, telegramChatId }) => (telegramChatId === null ? [] : [id])));
  return put.flatMap(({ id, telegramChatId }) => (telegramChatId === null && told.has(id) ? [id] : []));
}

/** An account as the API shows it: dots for keys. */
function presentAccount(row: AccountRow, chatProblem: Account["chatProblem"]): Account {
  const { id, venue, apiKey, secretKey, telegramChatId, isDemo, allowMargin, isPaused, keyRefusal, createdAt } = row;
  return {
    id,
    exchange: venue,
    apiKey: apiKey === null ? "" : MASKED_KEY,
    secretKey: secretKey === null ? "" : MASKED_KEY,
    telegramChatId,
    chatProblem,
    isDemo,
    allowMargin,
    isPaused,
    onUnknownOutcome: row.onUnknownOutcome,
    keyCheckedAt: row.keyCheckedAt?.toISOString() ?? null,
    keyRefusal,
    keyExpiresAt: row.keyExpiresAt?.toISOString() ?? null,
    createdDate: createdAt.toISOString(),
    isDeleted: false,
  };
}
