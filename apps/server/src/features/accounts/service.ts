import { MASKED_KEY, type Account, type AccountEntry } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { fieldProblem } from "../../platform/http/problem.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { Subscriptions } from "../subscriptions/index.ts";
import { newAccountId } from "./account-id.ts";
import { mergeEntries } from "./merge.ts";
import {
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
   * @throws {Problem} validation_failed with fields `<index>.<field>`.
   */
  save(userId: string, entries: readonly AccountEntry[]): Promise<Account[]>;
}

export interface AccountsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly subscriptions: Pick<Subscriptions, "subscriptionOf">;
  /** Accounts were saved whose keys nobody has checked yet. */
  readonly onUnchecked: (userId: string, accountIds: readonly string[]) => void;
}

export function createAccounts({
  database: { orm },
  clock,
  secretBox,
  subscriptions,
  onUnchecked,
}: AccountsParts): Accounts {
  return {
    list: async (userId) => (await listAccounts(orm, userId)).map(presentAccount),

    async save(userId, entries) {
      const { type } = await subscriptions.subscriptionOf(userId);
      const saved = await orm.transaction(async (tx) => {
        await lockAccountsOf(tx, userId);
        const { put, removedIds, errors } = mergeEntries(await listAccounts(tx, userId), entries, {
          userId,
          isPro: type === "PRO",
          now: new Date(clock.nowMs()),
          newId: newAccountId,
          seal: (key, account, field) => secretBox.seal(key, placeOf(account, field)),
        });
        if (Object.keys(errors).length > 0) throw fieldProblem(errors);
        for (const row of put) await putAccount(tx, row);
        for (const id of removedIds) await deleteAccount(tx, id);
        for (const id of [...put.map((row) => row.id), ...removedIds]) await notifyChanged(tx, id);
        return listAccounts(tx, userId);
      });
      const isUnchecked = (row: AccountRow) =>
        row.keyCheckedAt === null && row.apiKey !== null && row.secretKey !== null;
      onUnchecked(
        userId,
        saved.filter(isUnchecked).map(({ id }) => id),
      );
      return saved.map(presentAccount);
    },
  };
}

/** An account as the API shows it: dots for keys. */
function presentAccount(row: AccountRow): Account {
  const { id, venue, apiKey, secretKey, telegramChatId, isDemo, allowMargin, keyRefusal, createdAt } = row;
  return {
    id,
    exchange: venue,
    apiKey: apiKey === null ? "" : MASKED_KEY,
    secretKey: secretKey === null ? "" : MASKED_KEY,
    telegramChatId,
    isDemo,
    allowMargin,
    keyCheckedAt: row.keyCheckedAt?.toISOString() ?? null,
    keyRefusal,
    keyExpiresAt: row.keyExpiresAt?.toISOString() ?? null,
    createdDate: createdAt.toISOString(),
    isDeleted: false,
  };
}
