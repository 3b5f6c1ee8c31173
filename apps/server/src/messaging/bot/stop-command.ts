/** /stop: begins a conversation about the kill switch, for what this chat's accounts trade. */
import type { Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../platform/db/database.ts";
import { accountInWords, type StopConversation, type StopTarget } from "../index.ts";
import { accountsOfChat, type ChatAccount, type ChatViewParts } from "./chat-view.ts";
import type { Asker } from "./commands.ts";

/** Nobody confirms a stop that was asked for longer ago. */
const CONVERSATION_LIFE_MS = 600_000;
/** Telegram shows at most a hundred buttons; nobody reads more than this. */
const MAX_TARGETS = 40;

const STRATEGIES = `
select distinct strategies.id, strategies.user_id as "userId", strategies.name, strategies.created_at
from strategies join strategy_members on strategy_id = strategies.id
where account_id = any($1::text[]) order by strategies.created_at, strategies.id`;

/** Returns the conversation that answers /stop, or why there is none, in HTML. @throws storage errors. */
export async function beginStop(
  view: ChatViewParts,
  { chatId, personId }: Asker,
  language: Language,
  nowMs: number,
): Promise<StopConversation | string> {
  const translate = translator(language);
  const accounts = await accountsOfChat(view, chatId);
  if (accounts.length === 0) return translate("bot:not_linked", { id: chatId });
  const own = ownAccounts(accounts, personId);
  if (personId === undefined || own.length === 0) return translate("bot:stop_not_yours");
  const users = [...new Set(own.map(({ userId }) => userId))];
  const strategies = await strategiesOf(view.db, own);
  const targets: StopTarget[] = [
    ...users.map((userId) => ({ userId, scope: "all" as const, subjectId: null, name: null })),
    ...own.map((account) => ({
      userId: account.userId,
      scope: "account" as const,
      subjectId: account.id,
      name: accountInWords(account, translate),
    })),
    ...strategies,
  ];
  return {
    id: uuidv7(),
    personId,
    untilMs: nowMs + CONVERSATION_LIFE_MS,
    step: "subject",
    targets: targets.slice(0, MAX_TARGETS),
    target: null,
    level: null,
  };
}

/** Returns the accounts whose user has shown to be this person. */
export function ownAccounts(accounts: readonly ChatAccount[], personId: string | undefined): ChatAccount[] {
  return accounts.filter(({ telegramUserId }) => telegramUserId !== null && telegramUserId === personId);
}

async function strategiesOf(db: Queryable, accounts: readonly ChatAccount[]): Promise<StopTarget[]> {
  const rows = await db.query<{ id: string; userId: string; name: string }>(STRATEGIES, [accounts.map(({ id }) => id)]);
  return rows.map(({ id, userId, name }) => ({ userId, scope: "strategy", subjectId: id, name }));
}
