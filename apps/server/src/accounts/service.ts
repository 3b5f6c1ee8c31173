import type { Account, AccountEntry } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import type { Origin } from "../platform/http/origin.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";
import type { Subscriptions } from "../billing/subscriptions/index.ts";
import { recordAudit } from "../identity/audit/index.ts";
import { requireRecentSignIn, type SignedInUser } from "../identity/auth/index.ts";
import { accountsChangedMail } from "../messaging/mail/index.ts";
import type { Outbox } from "../messaging/index.ts";
import { changesOf, guardedChangesOf } from "./changes.ts";
import { leaveChat } from "./chats.ts";
import { keepLabel } from "./labels.ts";
import { mergeEntries } from "./merge.ts";
import { keepAllPausedAt, setAllPaused } from "./pause.ts";
import { presentAccounts } from "./present.ts";
import { retireKeys } from "./retired-keys.ts";
import type { AccountRow } from "./account-row.ts";
import { deleteAccount, listAccounts, lockAccountsOf, notifyChanged, placeOf, putAccounts } from "./store.ts";
import { accountsByIdHash, addWebhookIds } from "./webhook-ids.ts";
import { USER_ACCOUNTS_CHANGED } from "./store.ts";
import type { Bus } from "../platform/pubsub.ts";

export interface Accounts {
  /** Returns a user's accounts, oldest first. */
  list(userId: string): Promise<Account[]>;
  /**
   * Saves a list of entries, all or none, and returns the list after the save.
   * @throws {Problem} validation_failed with fields `<index>.<field>`; recent_sign_in_required for what
   * `guardedChangesOf` finds.
   */
  save(user: SignedInUser, entries: readonly AccountEntry[], origin: Origin): Promise<Account[]>;
  /** Pauses or resumes all of a user's accounts (see `setAllPaused`), and returns them. */
  pauseAll(user: Pick<SignedInUser, "id">, isPaused: boolean, origin: Origin): Promise<Account[]>;
}

export interface AccountsParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  /** Names the cell that new ids belong to; empty in the first one. */
  readonly idPrefix: string;
  readonly subscriptions: Pick<Subscriptions, "isPro">;
  readonly outbox: Pick<Outbox, "put">;
  /** Called when accounts were saved whose keys haven't been checked yet. */
  readonly onUnchecked: (userId: string, accountIds: readonly string[]) => void;
  readonly bus: Bus;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { clock, secretBox, subscriptions, outbox, onUnchecked, bus } = parts;
  const { orm } = parts.database;
  return {
    list: (userId) => presentAccounts(parts, userId),

    async save(user, entries, origin) {
      const { id: userId } = user;
      const isPro = await subscriptions.isPro(userId);
      const saved = await orm.transaction(async (tx) => {
        await lockAccountsOf(tx, userId);
        const before = await listAccounts(tx, userId);
        const now = new Date(clock.nowMs());
        const { put, removedIds, errors } = mergeEntries(before, await byOurIds(tx, userId, entries), {
          userId,
          isPro,
          now,
          newId: uuidv7,
          seal: (key, account, field) => secretBox.seal(key, placeOf(account, field)),
        });
        if (Object.keys(errors).length > 0) throw fieldProblem(errors);
        const guarded = guardedChangesOf(before, put);
        if (guarded.length > 0) {
          requireRecentSignIn(user, now.getTime());
          await outbox.put(tx, accountsChangedMail(user, now, guarded));
        }
        await retireKeys(tx, [...withOtherKey(before, put), ...removedIds]);
        await putAccounts(tx, put);
        const known = new Set(before.map(({ id }) => id));
        const added = put.filter(({ id }) => !known.has(id));
        await addWebhookIds(tx, added, parts, now);
        for (const id of removedIds) {
          await keepLabel(tx, id, now);
          await deleteAccount(tx, id);
        }
        await keepAllPausedAt(tx, userId, now);
        await leaveChat(tx, userId, withoutChat(before, put));
        await notifyChanged(tx, [...put, ...removedIds.map((id) => ({ id }))]);
        const changes = changesOf(before, put, removedIds);
        await recordAudit(tx, ...changes.map((change) => ({ at: now, userId, actor: userId, ...change, ...origin })));
        return listAccounts(tx, userId);
      });
      bus.publish(USER_ACCOUNTS_CHANGED, userId);
      const isUnchecked = (row: AccountRow) =>
        row.keyCheckedAt === null && row.apiKey !== null && row.secretKey !== null;
      onUnchecked(
        userId,
        saved.filter(isUnchecked).map(({ id }) => id),
      );
      return await presentAccounts(parts, userId, saved);
    },

    async pauseAll({ id: userId }, isPaused, origin) {
      await orm.transaction(async (tx) => {
        const at = new Date(clock.nowMs());
        const changed = await setAllPaused(tx, { userId, isPaused, at });
        if (changed === 0) return;
        const action = isPaused ? "accounts_paused" : "accounts_resumed";
        const details = { accounts: String(changed) };
        await recordAudit(tx, { at, userId, actor: userId, action, details, ...origin });
      });
      bus.publish(USER_ACCOUNTS_CHANGED, userId);
      return await presentAccounts(parts, userId);
    },
  };
}

/** Returns the entries under their accounts' own ids: they are posted under webhook ids, current or old. */
async function byOurIds(tx: Orm, userId: string, entries: readonly AccountEntry[]): Promise<AccountEntry[]> {
  const accountByHash = await accountsByIdHash(tx, userId);
  return entries.map(({ id, ...entry }) => ({
    ...entry,
    id: id && (accountByHash.get(hashToken(id).toString("hex")) ?? id),
  }));
}

/** Returns the accounts whose key or environment isn't what it was `before`. */
function withOtherKey(before: readonly AccountRow[], put: readonly AccountRow[]): string[] {
  const versions = new Map(before.map(({ id, keyVersion }) => [id, keyVersion]));
  return put.filter(({ id, keyVersion }) => versions.has(id) && versions.get(id) !== keyVersion).map(({ id }) => id);
}

/** Returns the accounts that notified a chat `before`, and now should notify none. */
function withoutChat(before: readonly AccountRow[], put: readonly AccountRow[]): string[] {
  const hadChat = new Set(before.flatMap(({ id, telegramChatId }) => (telegramChatId === null ? [] : [id])));
  return put.flatMap(({ id, telegramChatId }) => (telegramChatId === null && hadChat.has(id) ? [id] : []));
}
