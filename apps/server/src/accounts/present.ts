/** A user's accounts as the API shows them: dots for keys, and the id by which alerts name them. */
import { MASKED_KEY, type Account } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import type { AccountRow } from "./account-row.ts";
import { chatProblems, listAccounts } from "./store.ts";
import { listWorkingIds, openWebhookId, type WorkingId } from "./webhook-ids.ts";

export interface PresentParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly secretBox: Pick<SecretBox, "open">;
}

/** Returns a user's accounts, oldest first, or the given `rows`. */
export async function presentAccounts(
  { database, clock, secretBox }: PresentParts,
  userId: string,
  rows?: readonly AccountRow[],
): Promise<Account[]> {
  const shown = rows ?? (await listAccounts(database.orm, userId));
  const [problems, ids] = await Promise.all([
    chatProblems(
      database.orm,
      shown.flatMap(({ telegramChatId }) => telegramChatId ?? []),
    ),
    listWorkingIds(database, userId, new Date(clock.nowMs())),
  ]);
  const idsOf = Map.groupBy(ids, ({ accountId }) => accountId);
  return shown.map((row) => {
    const own = idsOf.get(row.id) ?? [];
    const open = (id: WorkingId | undefined) => id && openWebhookId(secretBox, userId, id);
    const old = own.find(({ worksUntil }) => worksUntil !== null);
    return {
      // With its own id it can at least be saved, and given a new webhook id.
      id: open(own.find(({ worksUntil }) => worksUntil === null)) ?? row.id,
      oldId: presentOldId(old, open(old)),
      name: row.name,
      exchange: row.venue,
      apiKey: row.apiKey === null ? "" : MASKED_KEY,
      keyEnding: row.keyEnding,
      secretKey: row.secretKey === null ? "" : MASKED_KEY,
      telegramChatId: row.telegramChatId,
      chatProblem: problems.get(row.telegramChatId ?? "") ?? null,
      isDemo: row.isDemo,
      allowMargin: row.allowMargin,
      isPaused: row.isPaused,
      isPausedWithAll: row.isPausedWithAll,
      onUnknownOutcome: row.onUnknownOutcome,
      keyCheckedAt: row.keyCheckedAt?.toISOString() ?? null,
      keyRefusal: row.keyRefusal,
      keyExpiresAt: row.keyExpiresAt?.toISOString() ?? null,
      createdDate: row.createdAt.toISOString(),
      isDeleted: false,
    };
  });
}

function presentOldId(old: WorkingId | undefined, id: string | undefined): Account["oldId"] {
  if (!old?.worksUntil) return null;
  const { worksUntil, lastUsedAtUs } = old;
  return {
    id: id ?? "",
    worksUntil: worksUntil.toISOString(),
    lastUsedAt: lastUsedAtUs === null ? null : new Date(lastUsedAtUs / 1_000).toISOString(),
  };
}
