/** Which accounts want to be looked at, and why. */
import type { Overview, VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { showingAccountIds, type AccountDirectory } from "../accounts/index.ts";

/** As soon as a key's check tells of it: accounts/key-check. */
const EXPIRES_SOON_MS = 14 * 86_400_000;

const ACCOUNTS = `
select accounts.id, venue, api_key is null or secret_key is null as "isKeyMissing", key_refusal as "keyRefusal",
  key_expires_at as "keyExpiresAt", is_paused as "isPaused",
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) is null as "hasNoChat", chats.problem as "chatProblem"
from accounts
join users on users.id = accounts.user_id
left join chats asked on asked.id = coalesce(accounts.telegram_chat_id, users.telegram_chat_id)
left join chats on chats.id = coalesce(asked.migrated_to, asked.id)
where accounts.user_id = $1
order by accounts.created_at, accounts.id`;

interface AccountState {
  readonly id: string;
  readonly venue: VenueName;
  readonly isKeyMissing: boolean;
  readonly keyRefusal: string | null;
  readonly keyExpiresAt: Date | null;
  readonly isPaused: boolean;
  readonly hasNoChat: boolean;
  readonly chatProblem: string | null;
}

export async function attentionTo(
  db: Queryable,
  directory: Pick<AccountDirectory, "webhookIdOf">,
  userId: string,
  nowMs: number,
): Promise<Overview["attention"]> {
  const accounts = await db.query<AccountState>(ACCOUNTS, [userId]);
  const shown = showingAccountIds(directory);
  return await Promise.all(accounts.flatMap((account) => findings(account, nowMs)).map(shown));
}

function findings(account: AccountState, nowMs: number): Overview["attention"] {
  const { id: accountId, venue: exchange, keyRefusal, keyExpiresAt, chatProblem } = account;
  const found: Overview["attention"] = [];
  const add = (attention: (typeof found)[number]["attention"], reason: string | null = null, at: Date | null = null) =>
    found.push({ accountId, exchange, attention, reason, at: at?.toISOString() ?? null });
  if (account.isKeyMissing) add("key-missing");
  if (keyRefusal !== null) add("key-refused", keyRefusal);
  if (keyExpiresAt && keyExpiresAt.getTime() - nowMs < EXPIRES_SOON_MS) add("key-expires", null, keyExpiresAt);
  if (account.hasNoChat) add("no-chat");
  if (chatProblem !== null) add("chat-blocked", chatProblem);
  if (account.isPaused) add("paused");
  return found;
}
